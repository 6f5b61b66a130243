import { isDay } from '@rede/contract/days';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, type SyntheticEvent, lazy, useEffect, useId, useRef, useState } from 'react';
import styles from './day-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

// Loaded lazily: the calendar is larger than the rest of a filter page, and most people type days.
const DayPopover = lazy(() => import('./day-popover.tsx'));

interface DayFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'label' | 'end'> {
  label?: string;
  /** A day `yyyy-MM-dd` or empty; text that is no day is passed on as typed. */
  value?: string;
  onChange: (value: string) => void;
}

/** A day, typed or picked from a calendar, which the button or the down arrow opens. */
export function DayField({ value = '', onChange, onBlur, onKeyDown, ...others }: DayFieldProps) {
  const ownId = useId();
  const id = others.id ?? ownId;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  function close() {
    setOpen(false);
  }

  function pick(day: string) {
    onChange(day);
    close();
  }

  function settle() {
    const day = asDay(value);
    if (day !== value) onChange(day);
  }

  // When the calendar closes, the focus returns to the field, unless it already moved elsewhere.
  useEffect(() => {
    const opener = button.current;
    if (!open) return undefined;
    return () => {
      if (document.activeElement === document.body) opener?.focus();
    };
  }, [open]);

  const calendarButton = (
    <button
      ref={button}
      type="button"
      className={styles.button}
      aria-label="Abrir o calendário"
      aria-describedby={others.label && `${id}-label`}
      aria-haspopup="dialog"
      aria-expanded={open}
      disabled={others.disabled}
      onClick={() => setOpen(!open)}
      // A press outside closes the calendar; the click that follows would open it again.
      onMouseDown={stop}
      onTouchStart={stop}
    >
      <IconCalendar size={17} aria-hidden />
    </button>
  );

  return (
    <TextField
      placeholder="aaaa-mm-dd"
      {...others}
      id={id}
      autoComplete="off"
      inputMode="numeric"
      end={calendarButton}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          setOpen(true);
        }
        // Escape closes the calendar only, not what is around the field.
        if (event.key === 'Escape' && open) {
          event.preventDefault();
          close();
        }
        // Enter submits the form before the field loses the focus.
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      }}
    >
      {open && (
        <Suspense fallback={null}>
          <DayPopover
            label={`Calendário: ${others.label ?? others['aria-label']}`}
            value={isDay(value) ? value : undefined}
            onPick={pick}
            onClose={close}
          />
        </Suspense>
      )}
    </TextField>
  );
}

function stop(event: SyntheticEvent) {
  event.stopPropagation();
}

const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const together = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;

/** Reads `31/3/2026`, `31-03-2026`, `2026/3/31` or `20260331` as a day; returns other text unchanged. */
function asDay(typed: string): string {
  const text = typed.trim();
  const { groups } = dayFirst.exec(text) ?? yearFirst.exec(text) ?? together.exec(text) ?? {};
  if (!groups) return text;
  const { year = '', month = '', day = '' } = groups;
  const meant = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(meant) ? meant : text;
}
