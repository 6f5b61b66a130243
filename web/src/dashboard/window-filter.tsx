import { todayInLisbon } from '@rede/contract/days';
import { type Window, dashboard, windowOf } from '@rede/contract/dashboard';
import { DayField } from '../ui/day-field.tsx';
import { FilterPanel } from '../ui/filter-panel.tsx';
import { useFilterForm } from '../ui/schema-form.ts';

type AskedWindow = { [Day in keyof Window]?: Window[Day] | undefined };

interface WindowFilterProps {
  applied: AskedWindow;
  onFilter: (wanted: AskedWindow) => void;
}

/** The days to look at; past days show the network of those days. */
export function WindowFilter({ applied, onFilter }: WindowFilterProps) {
  const standard = windowOf({}, todayInLisbon());
  const form = useFilterForm(dashboard.months.query, { ...windowOf(applied, todayInLisbon()) });

  return (
    <FilterPanel
      label="Datas"
      active={[applied.startDate, applied.endDate].filter(Boolean).length}
      onFilter={() =>
        form.onSubmit((wanted) => {
          const isStandard = wanted.startDate === standard.startDate && wanted.endDate === standard.endDate;
          // The default window is left out of the URL, so that it ends today on any day.
          onFilter(isStandard ? {} : wanted);
        })()
      }
      onClear={() => {
        form.setValues({ ...standard });
        onFilter({});
      }}
    >
      <DayField label="De" {...form.getInputProps('startDate')} />
      <DayField label="Até" {...form.getInputProps('endDate')} />
    </FilterPanel>
  );
}
