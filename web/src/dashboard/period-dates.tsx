import { todayInLisbon } from '@rede/contract/days';
import { type Window, dashboard, windowOf } from '@rede/contract/dashboard';
import { fieldErrors } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/day-field.tsx';
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
  const [days, setDays] = useState(window);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  useEffect(() => root.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  useEffect(() => {
    const node = root.current;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    node?.addEventListener('keydown', onKey);
    return () => node?.removeEventListener('keydown', onKey);
  }, [onClose]);

  function apply() {
    const { data, error } = dashboard.months.query.safeParse(withoutBlanks(days));
    if (error) {
      setErrors(Object.fromEntries(fieldErrors(error).map(({ field, message }) => [field, message])));
      return;
    }
    void navigate({ search: searchWith(search, withoutStandard(windowOf(data, todayInLisbon()))) });
    onClose();
  }

  const bind = (name: keyof Window) => ({
    value: days[name],
    error: errors[name],
    onChange: (value: string) => setDays({ ...days, [name]: value }),
  });

  return (
    <form
      ref={root}
      className={styles.root}
      aria-label="Datas"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <DayField label="De" {...bind('startDate')} />
      <DayField label="Até" {...bind('endDate')} />
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
function withoutStandard(wanted: Window): Partial<Window> {
  const standard = windowOf({}, todayInLisbon());
  return wanted.startDate === standard.startDate && wanted.endDate === standard.endDate ? {} : wanted;
}
