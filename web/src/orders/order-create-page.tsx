import { useMutation } from '@tanstack/react-query';
import { PageHeader } from '../ui/page-header.tsx';
import { createOrder } from './calls.ts';
import { OrderForm } from './order-form.tsx';

export default function OrderCreatePage() {
  const { mutateAsync } = useMutation(createOrder);

  return (
    <>
      <PageHeader
        title="Adicionar Encomenda"
        subtitle="Conta para as redes em que o consultor estava na Data de Encomenda."
      />
      <OrderForm label="Adicionar Encomenda" save={mutateAsync} />
    </>
  );
}
