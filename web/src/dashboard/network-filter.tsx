import { type NetworkQuery, dashboard, type Window } from '@rede/contract/dashboard';
import { fieldErrors } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';
import { useState } from 'react';
import { DayField } from '../ui/day-field.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { type AppliedFilter, FilterPanel } from '../ui/filter-panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { activeFilters, hasOwnDays, windowOfTable } from './network-query.ts';

type NetworkFields = Record<'name' | 'code' | 'parentId' | 'startDate' | 'endDate', string>;

interface NetworkFilterProps {
  label: string;
  applied: Partial<NetworkQuery>;
  /** The page's days, which the table has unless it has its own. */
  window: Window;
  withUpline: boolean;
  onFilter: (wanted: Partial<NetworkFields>) => void;
  exporting: boolean;
  onExport: () => void;
}

/**
 * The filter form of a network table. Its fields follow the applied filter, which Back, a link or the page's period may change. A default
 * export, for `lazy`.
 */
export default function NetworkFilter(props: NetworkFilterProps) {
  const { label, applied, window, withUpline, onFilter, exporting, onExport } = props;
  const [fields, setFields] = useState(() => fieldsOf(applied, window));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const given = JSON.stringify(fieldsOf(applied, window));
  const [followed, setFollowed] = useState(given);

  if (followed !== given) {
    setFollowed(given);
    setFields(fieldsOf(applied, window));
    setErrors({});
  }

  const bind = (name: keyof NetworkFields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  });
  const bindText = (name: keyof NetworkFields) => {
    const { onChange, ...others } = bind(name);
    return {
      ...others,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    };
  };

  function submit() {
    const { error } = dashboard.direct.query.safeParse(withoutBlanks(fields));
    const found = error ? fieldErrors(error) : [];
    setErrors(Object.fromEntries(found.map(({ field, message }) => [field, message])));
    if (found.length > 0) return;
    const wanted = withoutPageDays(fields, window);
    // Days that were emptied are the page's again, also where the filter does not change.
    setFields(fieldsOf(wanted, window));
    onFilter(wanted);
  }

  return (
    <FilterPanel
      label={label}
      active={activeFilters(applied)}
      applied={appliedFilters(applied, window, (wanted) => onFilter(wanted))}
      onFilter={submit}
      onClear={() => {
        setFields(fieldsOf({}, window));
        setErrors({});
        onFilter({});
      }}
      actions={<ExportButton busy={exporting} onExport={onExport} />}
    >
      <TextField label="Nome" {...bindText('name')} />
      <TextField label="Código" {...bindText('code')} />
      {withUpline && <TextField label="Código Upline" {...bindText('parentId')} />}
      <DayField label="De" {...bind('startDate')} />
      <DayField label="Até" {...bind('endDate')} />
    </FilterPanel>
  );
}

/** What is set, each with the way to remove it. */
export function appliedFilters(
  applied: Partial<NetworkQuery>,
  window: Window,
  onFilter: (wanted: Partial<NetworkFields>) => void,
): AppliedFilter[] {
  const { name, code, parentId, startDate, endDate } = applied;
  const set = { ...(name && { name }), ...(code && { code }), ...(parentId && { parentId }) };
  const days = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const texts = { name: `Nome: ${name}`, code: `Código: ${code}`, parentId: `Código Upline: ${parentId}` };
  const chips = (Object.keys(set) as (keyof typeof set)[]).map((field) => {
    const { [field]: _, ...others } = set;
    return { text: texts[field], onRemove: () => onFilter({ ...others, ...days }) };
  });
  if (!hasOwnDays(applied)) return chips;
  const own = windowOfTable(applied, window);
  return [...chips, { text: `De ${own.startDate} a ${own.endDate}`, onRemove: () => onFilter(set) }];
}

function fieldsOf(applied: Partial<NetworkFields>, window: Window): NetworkFields {
  const { name = '', code = '', parentId = '' } = applied;
  return { name, code, parentId, ...windowOfTable(withoutBlanks(applied) as Partial<Window>, window) };
}

/** The page's days are left out of the URL, so that the table goes on following them. */
function withoutPageDays(fields: NetworkFields, window: Window): Partial<NetworkFields> {
  const { startDate, endDate } = windowOfTable(withoutBlanks(fields) as Partial<Window>, window);
  const { startDate: _, endDate: __, ...others } = fields;
  return startDate === window.startDate && endDate === window.endDate ? others : { ...others, startDate, endDate };
}
