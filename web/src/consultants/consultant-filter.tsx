import { type ConsultantQuery, type Status, consultants } from '@rede/contract/consultants';
import { DayField } from '../ui/day-field.tsx';
import { FilterPanel } from '../ui/filter-panel.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { statusChoices } from './statuses.ts';

interface ConsultantFilterProps {
  applied: ConsultantQuery;
  onFilter: (wanted: ReturnType<typeof fieldsOf>) => void;
  onClear: () => void;
}

export function ConsultantFilter({ applied, onFilter, onClear }: ConsultantFilterProps) {
  const form = useFilterForm(consultants.list.query, fieldsOf(applied));

  return (
    <FilterPanel
      active={activeFilters(applied)}
      onFilter={() => form.onSubmit(onFilter)()}
      onClear={() => {
        form.setValues(fieldsOf({}));
        onClear();
      }}
    >
      <TextField label="Nome" {...form.getInputProps('name')} />
      <TextField label="Email" {...form.getInputProps('email')} />
      <SelectField label="Status" choices={statusChoices('Todos')} {...form.getInputProps('status')} />
      <TextField label="Código IK" {...form.getInputProps('internalId')} />
      <TextField label="Cód. Upline" {...form.getInputProps('parentId')} />
      <DayField label="Data Registo de" {...form.getInputProps('dateStart')} />
      <DayField label="Data Registo até" {...form.getInputProps('dateEnd')} />
    </FilterPanel>
  );
}

/** How many filter fields are set. */
export function activeFilters(applied: ConsultantQuery): number {
  return Object.values(fieldsOf(applied)).filter((value) => value !== '').length;
}

function fieldsOf(applied: Partial<ConsultantQuery>) {
  const { name = '', email = '', internalId = '', parentId = '', dateStart = '', dateEnd = '' } = applied;
  const status: Status | '' = applied.status ?? '';
  return { name, email, status, internalId, parentId, dateStart, dateEnd };
}
