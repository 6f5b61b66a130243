import { type ConsultantQuery, type Status, consultants } from '@rede/contract/consultants';
import type { AppliedFilter } from '../ui/applied-filters.tsx';
import { DayField } from '../ui/day-field.tsx';
import { chipsOf, countSet, named, ranging } from '../ui/filter-chips.ts';
import { ListFilter } from '../ui/list-filter.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { displayOf, statusChoices } from './statuses.ts';

const uplineChoices = [
  { value: '', label: 'Todos' },
  { value: 'true', label: 'Sem upline hoje' },
];

type Fields = ReturnType<typeof fieldsOf>;

/** What of a filter is given by fields, as the address takes it. */
export type WantedConsultants = Omit<Fields, 'withoutUpline'> & { withoutUpline: boolean };

interface ConsultantFilterProps {
  applied: ConsultantQuery;
  onFilter: (wanted: WantedConsultants) => void;
  onClear: () => void;
}

export function ConsultantFilter({ applied, onFilter, onClear }: ConsultantFilterProps) {
  const form = useFilterForm(consultants.list.query, fieldsOf(applied));
  const field = form.getInputProps;

  return (
    <ListFilter
      active={countSet(fieldsOf(applied))}
      activeMore={applied.withoutUpline ? 1 : 0}
      onFilter={() => form.onSubmit((wanted) => onFilter(asWanted(wanted)))()}
      onClear={() => {
        form.setValues(fieldsOf({}));
        form.clearErrors();
        onClear();
      }}
      more={<SelectField label="Upline" choices={uplineChoices} {...field('withoutUpline')} />}
    >
      <TextField label="Nome" {...field('name')} />
      <TextField label="Email" {...field('email')} />
      <SelectField label="Status" choices={statusChoices('Todos')} {...field('status')} />
      <TextField label="Código IK" {...field('internalId')} />
      <TextField label="Cód. Upline" {...field('parentId')} />
      <DayField label="Data Registo de" {...field('dateStart')} />
      <DayField label="Data Registo até" {...field('dateEnd')} />
    </ListFilter>
  );
}

/** Whether anything is filtered. */
export function isFiltered(applied: ConsultantQuery): boolean {
  return countSet(fieldsOf(applied)) > 0 || applied.ids !== undefined;
}

/** What is filtered, in words, each with the way to take it away. */
export function appliedConsultants(
  applied: ConsultantQuery,
  onFilter: (wanted: Partial<ConsultantQuery>) => void,
): AppliedFilter[] {
  const chip = chipsOf(applied, onFilter);
  const { status, ids, dateStart, dateEnd } = applied;

  return [
    ...chip(named('Nome', applied.name), 'name'),
    ...chip(named('Email', applied.email), 'email'),
    ...chip(named('Status', status && displayOf(status).label), 'status'),
    ...chip(named('Código IK', applied.internalId), 'internalId'),
    ...chip(named('Cód. Upline', applied.parentId), 'parentId'),
    ...chip(applied.withoutUpline ? 'Sem upline hoje' : undefined, 'withoutUpline'),
    ...chip(ranging('Data Registo', dateStart, dateEnd), 'dateStart', 'dateEnd'),
    ...chip(ids && (ids.length === 1 ? '1 consultor escolhido' : `${ids.length} consultores escolhidos`), 'ids'),
  ];
}

function asWanted({ withoutUpline, ...others }: Fields): WantedConsultants {
  return { ...others, withoutUpline: withoutUpline === 'true' };
}

function fieldsOf(applied: Partial<ConsultantQuery>) {
  const { name = '', email = '', internalId = '', parentId = '', dateStart = '', dateEnd = '' } = applied;
  const status: Status | '' = applied.status ?? '';
  return {
    name,
    email,
    status,
    internalId,
    parentId,
    dateStart,
    dateEnd,
    withoutUpline: applied.withoutUpline ? 'true' : '',
  };
}
