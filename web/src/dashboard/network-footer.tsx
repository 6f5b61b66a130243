import type { ReactNode } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { EmailLink, PhoneLink, WebsiteLink } from '../ui/contact-links.tsx';
import styles from './network-footer.module.css';

/** Contacts: the caller's upline and the company. */
export function NetworkFooter() {
  const { user, settings } = useIdentity();
  const { parentId, parentName, parentEmail } = user;
  const { phone, email, website } = settings.contact;
  const hasUpline = [parentId, parentName, parentEmail].some(Boolean);
  const unset = [!phone && 'Telefone', !email && 'Email', !website && 'Website'].filter((name) => name !== false);

  return (
    <div className={styles.root}>
      <section aria-labelledby="upline-title">
        <h2 id="upline-title" className={styles.title}>
          O meu upline
        </h2>
        <dl className={styles.facts}>
          {hasUpline ? (
            <>
              <Fact name="Código">{parentId}</Fact>
              <Fact name="Nome">{parentName}</Fact>
              <Fact name="Email">{parentEmail && <EmailLink address={parentEmail} />}</Fact>
            </>
          ) : (
            <Fact name="Código, nome, email" />
          )}
        </dl>
      </section>
      <section aria-labelledby="contact-title">
        <h2 id="contact-title" className={styles.title}>
          Contactos
        </h2>
        <dl className={styles.facts}>
          {phone && (
            <Fact name="Telefone">
              <PhoneLink number={phone} />
            </Fact>
          )}
          {email && (
            <Fact name="Email">
              <EmailLink address={email} />
            </Fact>
          )}
          {website && (
            <Fact name="Website">
              <WebsiteLink url={website} />
            </Fact>
          )}
          {unset.length > 0 && <Fact name={unset.join(', ')} />}
        </dl>
      </section>
    </div>
  );
}

/** A fact, or that it is not known. */
function Fact({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className={styles.missing}>Informação não disponível</span>}</dd>
    </div>
  );
}
