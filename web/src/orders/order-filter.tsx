import { type OrderQuery, type Payment, orders } from '@rede/contract/orders';
import { formatMoney } from '../lib/money.ts';
import type { AppliedFilter } from '../ui/applied-filters.tsx';
import { DayField } from '../ui/day-field.tsx';
import { chipsOf, countSet, named, ranging } from '../ui/filter-chips.ts';
import { ListFilter } from '../ui/list-filter.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ConsultantField } from './consultant-field.tsx';

const payments: Readonly<Record<Payment, string>> = {
  pending: 'Por pagar',
  part: 'Pago em parte',
  paid: 'Pago',
};

const paymentChoices = [
  { value: '', label: 'Todos' },
  ...Object.entries(payments).map(([value, label]) => ({ value, label })),
];

const consultantChoices = [
  { value: '', label: 'Todas' },
  { value: 'true', label: 'Sem consultor' },
];

type Fields = ReturnType<typeof fieldsOf>;

/** What of a filter is given by fields, as the address takes it. */
export type WantedOrders = Omit<Fields, 'withoutConsultant'> & { withoutConsultant: boolean };

interface OrderFilterProps {
  applied: OrderQuery;
  onFilter: (wanted: WantedOrders) => void;
  onClear: () => void;
}

export function OrderFilter({ applied, onFilter, onClear }: OrderFilterProps) {
  const form = useFilterForm(orders.list.query, fieldsOf(applied));
  const field = form.getInputProps;

  return (
    <ListFilter
      active={countSet(fieldsOf(applied))}
      activeMore={countSet(moreFieldsOf(applied))}
      onFilter={() => form.onSubmit((wanted) => onFilter(asWanted(wanted)))()}
      onClear={() => {
        form.setValues(fieldsOf({}));
        form.clearErrors();
        onClear();
      }}
      more={
        <>
          <DayField label="Data Pagamento de" {...field('paidAtStart')} />
          <DayField label="Data Pagamento até" {...field('paidAtEnd')} />
          <TextField label="Cupão" {...field('couponCode')} />
          <SelectField label="Pagamento" choices={paymentChoices} {...field('payment')} />
          <MoneyField label="Valor de" {...field('totalMin')} />
          <MoneyField label="Valor até" {...field('totalMax')} />
          <SelectField label="Consultor" choices={consultantChoices} {...field('withoutConsultant')} />
          <ConsultantField label="Código IK exacto" {...field('consultantCode')} />
          <ConsultantField label="Rede de" {...field('networkOf')} />
        </>
      }
    >
      <TextField label="Email" type="email" autoComplete="off" {...field('consultantEmail')} />
      <TextField label="Código IK" {...field('consultantInternalId')} />
      <TextField label="Código Upline" {...field('consultantParentId')} />
      <DayField label="Data Encomenda de" {...field('createdAtStart')} />
      <DayField label="Data Encomenda até" {...field('createdAtEnd')} />
      <TextField label="Número de encomenda" {...field('ecommerceId')} />
    </ListFilter>
  );
}

/** Whether anything is filtered. */
export function isFiltered(applied: OrderQuery): boolean {
  return countSet(fieldsOf(applied)) > 0 || applied.ids !== undefined || applied.importId !== undefined;
}

/** What is filtered, in words, each with the way to take it away. */
export function appliedOrders(applied: OrderQuery, onFilter: (wanted: Partial<OrderQuery>) => void): AppliedFilter[] {
  const chip = chipsOf(applied, onFilter);
  const money = (value: string | undefined) => (value === undefined ? undefined : formatMoney(value));
  const { payment, ids, importId } = applied;

  return [
    ...chip(payment && payments[payment], 'payment'),
    ...chip(applied.withoutConsultant ? 'Sem consultor' : undefined, 'withoutConsultant'),
    ...chip(named('Email', applied.consultantEmail), 'consultantEmail'),
    ...chip(named('Código IK', applied.consultantInternalId), 'consultantInternalId'),
    ...chip(named('Código IK exacto', applied.consultantCode), 'consultantCode'),
    ...chip(named('Rede de', applied.networkOf), 'networkOf'),
    ...chip(named('Código Upline', applied.consultantParentId), 'consultantParentId'),
    ...chip(ranging('Data Encomenda', applied.createdAtStart, applied.createdAtEnd), 'createdAtStart', 'createdAtEnd'),
    ...chip(ranging('Data Pagamento', applied.paidAtStart, applied.paidAtEnd), 'paidAtStart', 'paidAtEnd'),
    ...chip(named('Número de encomenda', applied.ecommerceId), 'ecommerceId'),
    ...chip(named('Cupão', applied.couponCode), 'couponCode'),
    ...chip(ranging('Valor', money(applied.totalMin), money(applied.totalMax)), 'totalMin', 'totalMax'),
    ...chip(importId === undefined ? undefined : `Do carregamento n.º ${importId}`, 'importId'),
    ...chip(ids && (ids.length === 1 ? '1 encomenda escolhida' : `${ids.length} encomendas escolhidas`), 'ids'),
  ];
}

function asWanted({ withoutConsultant, ...others }: Fields): WantedOrders {
  return { ...others, withoutConsultant: withoutConsultant === 'true' };
}

function fieldsOf(applied: Partial<OrderQuery>) {
  const { consultantEmail = '', consultantInternalId = '', consultantParentId = '' } = applied;
  const { createdAtStart = '', createdAtEnd = '', ecommerceId = '' } = applied;
  return {
    consultantEmail,
    consultantInternalId,
    consultantParentId,
    createdAtStart,
    createdAtEnd,
    ecommerceId,
    ...moreFieldsOf(applied),
  };
}

/** Those of the second line. */
function moreFieldsOf(applied: Partial<OrderQuery>) {
  const { paidAtStart = '', paidAtEnd = '', couponCode = '', totalMin = '', totalMax = '' } = applied;
  const { consultantCode = '', networkOf = '' } = applied;
  const payment: Payment | '' = applied.payment ?? '';
  return {
    paidAtStart,
    paidAtEnd,
    couponCode,
    payment,
    totalMin,
    totalMax,
    withoutConsultant: applied.withoutConsultant ? 'true' : '',
    consultantCode,
    networkOf,
  };
}
