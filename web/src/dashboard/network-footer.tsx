import type { ReactNode } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { EmailText } from '../ui/email-text.tsx';
import styles from './network-footer.module.css';

/** Contacts: the caller's upline and the company. */
export function NetworkFooter() {
  const { user, settings } = useIdentity();
  const { phone, email, website } = settings.contact;

  return (
    <div className={styles.root}>
      <section aria-labelledby="upline-title">
        <h2 id="upline-title" className={styles.title}>
          O meu upline
        </h2>
        <dl className={styles.facts}>
          <Fact name="Código">{user.parentId}</Fact>
          <Fact name="Nome">{user.parentName}</Fact>
          <Fact name="Email">{user.parentEmail && <Email of={user.parentEmail} />}</Fact>
        </dl>
      </section>
      <section aria-labelledby="contact-title">
        <h2 id="contact-title" className={styles.title}>
          Contactos
        </h2>
        <dl className={styles.facts}>
          <Fact name="Telefone">{phone && <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>}</Fact>
          <Fact name="Email">{email && <Email of={email} />}</Fact>
          <Fact name="Website">
            {website && (
              <a href={website} target="_blank" rel="noreferrer">
                {website.replace(/^https?:\/\/|\/$/g, '')}
              </a>
            )}
          </Fact>
        </dl>
      </section>
    </div>
  );
}

function Email({ of: address }: { of: string }) {
  return (
    <a href={`mailto:${address}`}>
      <EmailText>{address}</EmailText>
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className={styles.missing}>Informação não disponível</span>}</dd>
    </div>
  );
}
