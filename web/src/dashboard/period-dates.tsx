import { Button } from '@mantine/core';
import { todayInLisbon } from '@rede/contract/days';
import { type Window, dashboard, windowOf } from '@rede/contract/dashboard';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DayField } from '../ui/day-field.tsx';
import { useFilterForm } from '../ui/schema-form.ts';
import styles from './period-dates.module.css';
import { searchWith } from './period.ts';

interface PeriodDatesProps {
  window: Window;
  onClose: () => void;
}

/** The days of the page, to be typed; past days show the network of those days. A default export, for `lazy`. */
export default function PeriodDates({ window, onClose }: PeriodDatesProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const root = useRef<HTMLFormElement>(null);
  const form = useFilterForm(dashboard.months.query, { ...window });

  useEffect(() => root.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  useEffect(() => {
    const node = root.current;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    node?.addEventListener('keydown', onKey);
    return () => node?.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <form
      ref={root}
      className={styles.root}
      aria-label="Datas"
      noValidate
      onSubmit={form.onSubmit((wanted) => {
        void navigate({ search: searchWith(search, withoutStandard(wanted)) });
        onClose();
      })}
    >
      <DayField label="De" {...form.getInputProps('startDate')} />
      <DayField label="Até" {...form.getInputProps('endDate')} />
      <div className={styles.buttons}>
        <Button type="submit">Aplicar</Button>
        <Button variant="neutral" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** The default window is left out of the URL, so that it ends today on any day. */
function withoutStandard(wanted: Partial<Window>): Partial<Window> {
  const standard = windowOf({}, todayInLisbon());
  return wanted.startDate === standard.startDate && wanted.endDate === standard.endDate ? {} : wanted;
}
