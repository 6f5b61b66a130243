import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordPlaceholder } from '../ui/record-form.tsx';
import { consultant, updateConsultant } from './calls.ts';
import { ConsultantForm } from './consultant-form.tsx';
import { UplineHistory } from './upline-history.tsx';

export default function ConsultantEditPage() {
  const { userId } = useParams();
  const { data, error, refetch } = useQuery(consultant(userId));
  const { mutateAsync } = useMutation(updateConsultant);

  return (
    <>
      <PageHeader title="Editar Consultor" subtitle={data ? `${data.name} · ${data.internalId}` : '\u00a0'} />
      {data && (
        <>
          <ConsultantForm
            key={data.id}
            label="Editar Consultor"
            consultant={data}
            save={(body) => mutateAsync({ id: userId, body })}
            onReload={() => void refetch()}
          />
          <UplineHistory consultant={data} />
        </>
      )}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RecordPlaceholder fields={9} />}
    </>
  );
}
