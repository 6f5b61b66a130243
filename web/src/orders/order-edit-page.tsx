import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isMissing } from '../lib/call.ts';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordPlaceholder } from '../ui/record-form.tsx';
import { OrderActivity } from './order-activity.tsx';
import { order, updateOrder } from './calls.ts';
import { OrderForm, list } from './order-form.tsx';

export default function OrderEditPage() {
  const { orderId } = useParams();
  const { data: found, error, refetch } = useQuery(order(orderId));
  const { mutateAsync } = useMutation(updateOrder);
  // Deleted since it was read.
  const data = isMissing(error) ? undefined : found;

  return (
    <>
      <PageHeader
        title="Editar Encomenda"
        subtitle={data?.ecommerceId ?? (error ? 'O que foi encomendado, por quem e quanto está pago.' : '\u00a0')}
      />
      {data && (
        <>
          <OrderForm
            key={data.id}
            label="Editar Encomenda"
            order={data}
            save={(body) => mutateAsync({ id: orderId, body })}
            onReload={() => void refetch()}
          />
          <OrderActivity key={`activity ${data.id}`} order={data} />
        </>
      )}
      {!data && error && (
        <Failure error={error} onRetry={() => void refetch()} back={{ to: list, text: 'Voltar às encomendas' }} />
      )}
      {!data && !error && <RecordPlaceholder fields={7} />}
    </>
  );
}
