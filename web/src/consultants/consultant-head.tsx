import type { Consultant } from '@rede/contract/consultants';
import { IconMail, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmailText } from '../ui/email-text.tsx';
import styles from './consultant-head.module.css';
import { displayOf } from './statuses.ts';

interface ConsultantHeadProps {
  consultant: Consultant;
  /** Beside Editar. */
  actions: ReactNode;
}

/** Who somebody is, in two lines, and what can be done about it. */
export function ConsultantHead({ consultant, actions }: ConsultantHeadProps) {
  const { id, name, internalId, email, taxId, status } = consultant;
  const { label, tone } = displayOf(status);

  return (
    <header className={styles.root}>
      <div className={styles.first}>
        <h1 className={styles.name}>{name}</h1>
        <span className={styles.code}>{internalId}</span>
        <span className={styles.status} data-tone={tone}>
          {label}
        </span>
      </div>
      <div className={styles.actions}>
        {actions}
        <Button to={`/backoffice/users/edit/${id}`} leftSection={<IconPencil size={16} aria-hidden />}>
          Editar
        </Button>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>
              <IconMail size={15} aria-hidden />
              <span>
                <EmailText>{email}</EmailText>
              </span>
            </a>
          </dd>
        </div>
        <div>
          <dt>NIF</dt>
          <dd>{taxId}</dd>
        </div>
        <div>
          <dt>Desde</dt>
          <dd>{sinceWords(consultant)}</dd>
        </div>
      </dl>
    </header>
  );
}

/** Since when: the registration, and the consultant's own dates where they differ from it. */
function sinceWords({ createdAt, startDate, endDate }: Consultant): string {
  const own = [
    startDate !== null && startDate !== createdAt && `início ${startDate}`,
    endDate !== null && `fim ${endDate}`,
  ].filter(Boolean);
  return own.length === 0 ? createdAt : `${createdAt} (${own.join(', ')})`;
}
