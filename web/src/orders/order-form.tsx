import { todayInLisbon } from '@rede/contract/days';
import { type Order, type OrderBody, orderBody } from '@rede/contract/orders';
import { withoutBlanks } from '@rede/contract/values';
import { useNavigate } from 'react-router';
import { DayField } from '../ui/day-field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { useRecordForm } from '../ui/schema-form.ts';
import { TextField } from '../ui/text-field.tsx';
import { ConsultantField } from './consultant-field.tsx';

interface OrderFormProps {
  label: string;
  /** The order to change; absent for a new one. */
  order?: Order;
  save: (body: OrderBody) => Promise<unknown>;
  onReload?: () => void;
}

export const list = '/backoffice/orders';

/** Saving and cancelling both return to the list with its filter. */
export function OrderForm({ label, order, save, onReload }: OrderFormProps) {
  const form = useRecordForm(orderBody, fieldsOf(order));
  const navigate = useNavigate();
  const field = form.getInputProps;

  return (
    <RecordForm
      form={form}
      label={label}
      save={async (values) => {
        await save(orderBody.parse(withoutBlanks({ id: order?.id, ...values, version: order?.version })));
        await navigate(list);
      }}
      cancelTo={list}
      {...(onReload && { onReload })}
    >
      <TextField label="Número de encomenda" autoComplete="off" required {...field('ecommerceId')} />
      <TextField label="Cupão" autoComplete="off" {...field('couponCode')} />
      <DayField label="Data de Encomenda" required {...field('createdAt')} />
      <DayField label="Data de Pagamento" {...field('paidAt')} />
      <ConsultantField label="Consultor (Código IK)" {...field('consultant.internalId')} />
      <MoneyField label="Valor da Encomenda" required {...field('total')} />
      <MoneyField label="Valor Pago" {...field('totalPayment')} />
    </RecordForm>
  );
}

/** No default for the payment date: any date there would count the order as paid. */
function fieldsOf(order: Order | undefined) {
  return {
    ecommerceId: order?.ecommerceId ?? '',
    couponCode: order?.couponCode ?? '',
    createdAt: order ? order.createdAt : todayInLisbon(),
    paidAt: order?.paidAt ?? '',
    consultant: { internalId: order?.consultant?.internalId ?? '' },
    total: order?.total ?? '',
    totalPayment: order?.totalPayment ?? '',
  };
}
