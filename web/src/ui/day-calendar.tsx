import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import { type Day, firstDay, lastDay, todayInLisbon } from '@rede/contract/days';
import 'dayjs/locale/pt.js';
import { useEffect, useRef } from 'react';

interface DayCalendarProps {
  value: Day | undefined;
  onPick: (day: Day) => void;
}

/** A month of days in Portuguese. The focus starts on the chosen day, else on today. */
export function DayCalendar({ value, onPick }: DayCalendarProps) {
  const root = useRef<HTMLDivElement>(null);
  const start = value ?? todayInLisbon();

  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, []);

  return (
    <DatePicker
      ref={root}
      locale="pt"
      value={value ?? null}
      defaultDate={start}
      minDate={firstDay}
      maxDate={lastDay}
      highlightToday
      // Mantine's red for weekends is unreadable in the dark theme.
      weekendDays={[]}
      hideOutsideDates
      allowDeselect={false}
      onChange={(day) => day && onPick(day)}
      getDayProps={(day) => (day === start ? { 'data-autofocus': true, tabIndex: 0 } : {})}
      ariaLabels={{
        previousMonth: 'Mês anterior',
        nextMonth: 'Mês seguinte',
        previousYear: 'Ano anterior',
        nextYear: 'Ano seguinte',
        previousDecade: 'Década anterior',
        nextDecade: 'Década seguinte',
      }}
    />
  );
}
