import type { Consultant, ConsultantBody } from '@rede/contract/consultants';
import type { ImpactPreview } from '@rede/contract/history';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { isMissing } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordPlaceholder } from '../ui/record-form.tsx';
import styles from './consultant-edit-page.module.css';
import { consultant, previewConsultant, updateConsultant } from './calls.ts';
import { ConsultantForm } from './consultant-form.tsx';
import { LoginState } from './login-state.tsx';

interface ConsultantEditPageProps {
  /** Asks the person to confirm what the preview shows. */
  confirmImpact: (preview: ImpactPreview, confirm: 'Guardar') => Promise<boolean>;
  /** Rendered below the form. */
  children: (consultant: Consultant) => ReactNode;
}

export function ConsultantEditPage({ confirmImpact, children }: ConsultantEditPageProps) {
  const { userId } = useParams();
  const { data: found, error, refetch } = useQuery(consultant(userId));
  const preview = useMutation(previewConsultant);
  const update = useMutation(updateConsultant);
  // Deleted since it was read.
  const data = isMissing(error) ? undefined : found;

  async function save(before: Consultant, body: ConsultantBody) {
    const change = { id: userId, body };
    const calledOff =
      mayMoveOrders(before, body) && !(await confirmImpact(await preview.mutateAsync(change), 'Guardar'));
    if (!calledOff) await update.mutateAsync(change);
    return !calledOff;
  }

  return (
    <>
      <PageHeader
        title="Editar Consultor"
        actions={
          data && (
            <Button to={`/backoffice/users/${data.id}`} variant="neutral">
              Ver ficha
            </Button>
          )
        }
        subtitle={
          data
            ? `${data.name} · ${data.internalId}`
            : error
              ? 'Os seus dados, o login e o histórico de uplines.'
              : '\u00a0'
        }
      />
      {data && (
        <>
          <ConsultantForm
            key={data.id}
            label="Editar Consultor"
            consultant={data}
            save={(body) => save(data, body)}
            onReload={() => void refetch()}
          />
          <div className={styles.login}>
            <LoginState consultant={data} />
          </div>
          {children(data)}
        </>
      )}
      {!data && error && (
        <Failure
          error={error}
          onRetry={() => void refetch()}
          back={{ to: '/backoffice/users', text: 'Voltar aos consultores' }}
        />
      )}
      {!data && !error && <RecordPlaceholder fields={9} />}
    </>
  );
}

/** Whether a change touches the upline or the consultant's own dates, the only fields that can move orders between networks. */
function mayMoveOrders(before: Consultant, { parentId, startDate, endDate }: ConsultantBody): boolean {
  return (
    parentId.toLowerCase() !== before.parentId?.toLowerCase() ||
    (startDate ?? null) !== before.startDate ||
    (endDate ?? null) !== before.endDate
  );
}
