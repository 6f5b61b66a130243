import type { Consultant } from '@rede/contract/consultants';
import type { Binding, Login } from '@rede/contract/logins';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconMail } from '@tabler/icons-react';
import { formatInstant } from '../lib/instants.ts';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { consultantLogin, inviteConsultant } from './login-calls.ts';
import styles from './login-state.module.css';

/** The state of the consultant's login, with a button to send the invitation again. */
export function LoginState({ consultant: { id, status } }: { consultant: Consultant }) {
  const { data: login, error, refetch } = useQuery(consultantLogin(id));
  const { mutate: invite, isPending } = useMutation(inviteConsultant);
  const isActive = status === 'ACTIVE';

  return (
    <PageSection id="login" title="Login">
      <div className={styles.root}>
        {login && (
          <div className={styles.row}>
            <output className={login.state === 'failed' ? styles.failed : styles.state}>
              {wordsFor(login, isActive)}
            </output>
            {isActive && login.state !== 'off' && (
              <BusyButton
                variant="secondary"
                leftSection={<IconMail size={16} aria-hidden />}
                busy={isPending || login.state === 'pending'}
                onClick={() => invite(id)}
              >
                {login.mailedAt === null ? 'Enviar convite' : 'Reenviar convite'}
              </BusyButton>
            )}
          </div>
        )}
        {login && login.bindings.length > 0 && (
          <ul className={styles.bindings} aria-label="Ligações deste login">
            {login.bindings.map((binding) => (
              <li key={`${binding.outcome} ${binding.at}`}>{wordsForBinding(binding)}</li>
            ))}
          </ul>
        )}
        {!login && !error && (
          <div className={styles.row}>
            <output className={styles.state}>A carregar dados...</output>
          </div>
        )}
        {!login && error && <Failure error={error} onRetry={() => void refetch()} />}
      </div>
    </PageSection>
  );
}

function wordsFor({ state, exists, mailedAt, failure, nextAttemptAt }: Login, isActive: boolean): string {
  switch (state) {
    case 'off':
      return 'Este servidor não está configurado para criar logins: são criados à parte.';
    case 'none':
      return isActive ? 'Sem login: o convite cria-o.' : 'Sem login: só um consultor activo pode ser convidado.';
    case 'pending':
      return exists ? 'Por actualizar, dentro de momentos.' : 'Por criar, dentro de momentos.';
    case 'failed':
      return `Falhou: ${failure}${nextAttemptAt === null ? '' : `, nova tentativa ${formatInstant(nextAttemptAt)}`}.`;
    case 'ready':
      return mailedAt === null ? 'Activo.' : `Convite enviado em ${formatInstant(mailedAt)}.`;
    case 'disabled':
      return 'Suspenso: o consultor não pode entrar.';
  }
}

function wordsForBinding({ outcome, at, times }: Binding): string {
  const when = `${formatInstant(at)}${times > 1 ? `, ${formatNumber(times)} vezes` : ''}`;
  switch (outcome) {
    case 'made':
      return `Ligado em ${when}, ao ser criado.`;
    case 'bound':
      return `Ligado em ${when}, ao entrar com o email verificado.`;
    case 'unverified':
      return `Recusado em ${when}: um login com este email por verificar.`;
    case 'taken':
      return `Recusado em ${when}: outro login com este email, quando já há um ligado.`;
  }
}
