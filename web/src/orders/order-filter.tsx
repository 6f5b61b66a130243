import { type OrderQuery, orders } from '@rede/contract/orders';
import { DayField } from '../ui/day-field.tsx';
import { FilterPanel } from '../ui/filter-panel.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import { TextField } from '../ui/text-field.tsx';

interface OrderFilterProps {
  applied: OrderQuery;
  onFilter: (wanted: ReturnType<typeof fieldsOf>) => void;
  onClear: () => void;
}

export function OrderFilter({ applied, onFilter, onClear }: OrderFilterProps) {
  const form = useFilterForm(orders.list.query, fieldsOf(applied));

  return (
    <FilterPanel
      active={activeFilters(applied)}
      onFilter={() => form.onSubmit(onFilter)()}
      onClear={() => {
        form.setValues(fieldsOf({}));
        onClear();
      }}
    >
      <TextField label="Email" type="email" autoComplete="off" {...form.getInputProps('consultantEmail')} />
      <TextField label="Código IK" {...form.getInputProps('consultantInternalId')} />
      <TextField label="Código Upline" {...form.getInputProps('consultantParentId')} />
      <DayField label="Data Encomenda de" {...form.getInputProps('createdAtStart')} />
      <DayField label="Data Encomenda até" {...form.getInputProps('createdAtEnd')} />
      <DayField label="Data Pagamento de" {...form.getInputProps('paidAtStart')} />
      <DayField label="Data Pagamento até" {...form.getInputProps('paidAtEnd')} />
      <TextField label="Número de encomenda" {...form.getInputProps('ecommerceId')} />
      <TextField label="Cupão" {...form.getInputProps('couponCode')} />
    </FilterPanel>
  );
}

/** How many filter fields are set. */
export function activeFilters(applied: OrderQuery): number {
  return Object.values(fieldsOf(applied)).filter((value) => value !== '').length;
}

function fieldsOf(applied: Partial<OrderQuery>) {
  const { consultantEmail = '', consultantInternalId = '', consultantParentId = '' } = applied;
  const { ecommerceId = '', couponCode = '' } = applied;
  const { createdAtStart = '', createdAtEnd = '', paidAtStart = '', paidAtEnd = '' } = applied;
  return {
    consultantEmail,
    consultantInternalId,
    consultantParentId,
    ecommerceId,
    couponCode,
    createdAtStart,
    createdAtEnd,
    paidAtStart,
    paidAtEnd,
  };
}
