import { type ActivityQuery, actionNames, activity } from '@rede/contract/activity';
import { DayField } from '../ui/day-field.tsx';
import { type AppliedFilter, FilterPanel } from '../ui/filter-panel.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';

const choices = [
  { value: '', label: 'Tudo' },
  ...Object.entries(actionNames).map(([value, label]) => ({ value, label })),
];

interface ActivityFilterProps {
  applied: ActivityQuery;
  onFilter: (wanted: Partial<ReturnType<typeof fieldsOf>>) => void;
}

export function ActivityFilter({ applied, onFilter }: ActivityFilterProps) {
  const form = useFilterForm(activity.list.query, fieldsOf(applied));
  const field = form.getInputProps;

  return (
    <FilterPanel
      active={activeFilters(applied)}
      applied={linked(applied).map(([text, name]) => ({
        text,
        onRemove: () => onFilter({ ...fieldsOf(applied), [name]: '' }),
      }))}
      onFilter={() => form.onSubmit(onFilter)()}
      onClear={() => {
        form.setValues(fieldsOf({}));
        onFilter({});
      }}
    >
      <TextField label="Quem" autoComplete="off" {...field('by')} />
      <SelectField label="O quê" choices={choices} {...field('does')} />
      <TextField label="Registo (nome, código ou número)" autoComplete="off" {...field('record')} />
      <DayField label="Desde" {...field('dateStart')} />
      <DayField label="Até" {...field('dateEnd')} />
    </FilterPanel>
  );
}

/** The filters that a link to this page sets, and that have no field. */
function linked({ consultantId, orderId, importId }: Partial<ActivityQuery>) {
  const all = [
    ['Só um consultor', 'consultantId', consultantId],
    ['Só uma encomenda', 'orderId', orderId],
    ['Só um ficheiro', 'importId', importId],
  ] as const;
  return all.filter(([, , id]) => id !== undefined) satisfies readonly (readonly [
    AppliedFilter['text'],
    ...unknown[],
  ])[];
}

/** How many filters are set. */
export function activeFilters(applied: Partial<ActivityQuery>): number {
  return Object.values(fieldsOf(applied)).filter((value) => value !== '').length;
}

function fieldsOf(applied: Partial<ActivityQuery>) {
  const { by = '', record = '', dateStart = '', dateEnd = '' } = applied;
  const ids = {
    consultantId: String(applied.consultantId ?? ''),
    orderId: String(applied.orderId ?? ''),
    importId: String(applied.importId ?? ''),
  };
  return { by, does: applied.does ?? '', record, dateStart, dateEnd, ...ids };
}
