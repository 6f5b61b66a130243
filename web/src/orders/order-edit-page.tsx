import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordPlaceholder } from '../ui/record-form.tsx';
import { order, updateOrder } from './calls.ts';
import { OrderForm } from './order-form.tsx';

export default function OrderEditPage() {
  const { orderId } = useParams();
  const { data, error, refetch } = useQuery(order(orderId));
  const { mutateAsync } = useMutation(updateOrder);

  return (
    <>
      <PageHeader title="Editar Encomenda" subtitle={data ? data.ecommerceId : '\u00a0'} />
      {data && (
        <OrderForm
          key={data.id}
          label="Editar Encomenda"
          order={data}
          save={(body) => mutateAsync({ id: orderId, body })}
          onReload={() => void refetch()}
        />
      )}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RecordPlaceholder fields={7} />}
    </>
  );
}
