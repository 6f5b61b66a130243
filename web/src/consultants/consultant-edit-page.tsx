import type { Consultant, ConsultantBody } from '@rede/contract/consultants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordPlaceholder } from '../ui/record-form.tsx';
import { consultant, tryConsultant, updateConsultant } from './calls.ts';
import { ConsultantForm } from './consultant-form.tsx';
import { LoginState } from './login-state.tsx';
import { useMoveQuestion } from './move-question.tsx';
import { UplineHistory } from './upline-history.tsx';

export default function ConsultantEditPage() {
  const { userId } = useParams();
  const { data, error, refetch } = useQuery(consultant(userId));
  const attempt = useMutation(tryConsultant);
  const update = useMutation(updateConsultant);
  const { mayMove, question } = useMoveQuestion();

  async function save(before: Consultant, body: ConsultantBody) {
    const change = { id: userId, body };
    const calledOff = mayMoveOrders(before, body) && !(await mayMove(await attempt.mutateAsync(change), 'Guardar'));
    if (!calledOff) await update.mutateAsync(change);
    return !calledOff;
  }

  return (
    <>
      <PageHeader title="Editar Consultor" subtitle={data ? `${data.name} · ${data.internalId}` : '\u00a0'} />
      {data && (
        <>
          <ConsultantForm
            key={data.id}
            label="Editar Consultor"
            consultant={data}
            save={(body) => save(data, body)}
            onReload={() => void refetch()}
          />
          <LoginState consultant={data} />
          <UplineHistory consultant={data} />
          {question}
        </>
      )}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RecordPlaceholder fields={9} />}
    </>
  );
}

/** Under whom somebody stands, and the days of their own in which they stand there at all. */
function mayMoveOrders(before: Consultant, { parentId, startDate, endDate }: ConsultantBody): boolean {
  return (
    parentId.toLowerCase() !== before.parentId?.toLowerCase() ||
    (startDate ?? null) !== before.startDate ||
    (endDate ?? null) !== before.endDate
  );
}
