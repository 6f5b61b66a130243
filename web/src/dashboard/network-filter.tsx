import { TextInput } from '@mantine/core';
import { todayInLisbon } from '@rede/contract/days';
import { type NetworkQuery, dashboard, windowOf } from '@rede/contract/dashboard';
import { fieldErrors } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';
import { useState } from 'react';
import { DayField } from '../ui/day-field.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterPanel } from '../ui/filter-panel.tsx';

export interface NetworkFields {
  name: string;
  code: string;
  parentId: string;
  startDate: string;
  endDate: string;
}

interface NetworkFilterProps {
  label: string;
  applied: NetworkQuery;
  withUpline: boolean;
  onFilter: (wanted: Partial<NetworkFields>) => void;
  exporting: boolean;
  onExport: () => void;
}

/** The filter form of a network table. Its fields follow the applied filter, which Back or a link may change. */
export function NetworkFilter({ label, applied, withUpline, onFilter, exporting, onExport }: NetworkFilterProps) {
  const [fields, setFields] = useState(() => fieldsOf(applied));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const given = JSON.stringify(fieldsOf(applied));
  const [followed, setFollowed] = useState(given);

  if (followed !== given) {
    setFollowed(given);
    setFields(fieldsOf(applied));
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
    if (found.length === 0) onFilter(withoutStandardWindow(fields));
  }

  return (
    <FilterPanel
      label={label}
      active={activeFilters(applied)}
      onFilter={submit}
      onClear={() => {
        setFields(fieldsOf({}));
        setErrors({});
        onFilter({});
      }}
      actions={<ExportButton busy={exporting} onExport={onExport} />}
    >
      <TextInput label="Nome" {...bindText('name')} />
      <TextInput label="Código" {...bindText('code')} />
      {withUpline && <TextInput label="Código Upline" {...bindText('parentId')} />}
      <DayField label="De" {...bind('startDate')} />
      <DayField label="Até" {...bind('endDate')} />
    </FilterPanel>
  );
}

/** How many filter fields are set. */
export function activeFilters({ name, code, parentId, startDate, endDate }: NetworkQuery): number {
  return [name, code, parentId, startDate, endDate].filter((value) => value !== undefined).length;
}

function fieldsOf(applied: Partial<NetworkQuery>): NetworkFields {
  const { name = '', code = '', parentId = '' } = applied;
  return { name, code, parentId, ...windowOf(applied, todayInLisbon()) };
}

/** The default window is left out of the URL, so that a remembered filter ends today on any day. */
function withoutStandardWindow(fields: NetworkFields): Partial<NetworkFields> {
  const standard = windowOf({}, todayInLisbon());
  const { startDate, endDate, ...others } = fields;
  return startDate === standard.startDate && endDate === standard.endDate ? others : fields;
}
