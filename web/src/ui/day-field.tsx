import { ActionIcon, Button, Group, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Day, isDay, todayInLisbon } from '@rede/contract/days';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import styles from './day-field.module.css';

// The calendar weighs more than all the rest of a page of filters, and most days are typed or left as they are.
const DayCalendar = lazy(() => import('./day-calendar.tsx'));

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'label'> {
  label: string;
  /** A day `yyyy-MM-dd`, or nothing; or, where what was typed is no day, that text. */
  value: string;
  onChange: (value: string) => void;
}

/** A day, typed or picked from a calendar that opens by its button or the down arrow. */
export function DayField({ value, onChange, onBlur, onKeyDown, ...others }: DayFieldProps) {
  const [open, { close, toggle, open: openCalendar }] = useDisclosure(false);

  function pick(day: Day | '') {
    onChange(day);
    close();
  }

  function settle() {
    const day = asDay(value);
    if (day !== value) onChange(day);
  }

  const calendar = (
    <Popover opened={open} onChange={close} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={`Abrir o calendário: ${others.label}`}
          disabled={others.disabled ?? false}
          onClick={toggle}
        >
          <IconCalendar size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Calendário: ${others.label}`} aria-labelledby={undefined}>
        <Suspense fallback={<Loader className={styles.loading} size="sm" />}>
          <DayCalendar value={isDay(value) ? value : undefined} onPick={pick} />
        </Suspense>
        <Group justify="space-between" mt="xs">
          <Button variant="neutral" onClick={() => pick('')}>
            Clear
          </Button>
          <Button variant="neutral" onClick={() => pick(todayInLisbon())}>
            Hoje
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );

  return (
    <TextInput
      placeholder="aaaa-mm-dd"
      {...others}
      classNames={{ input: styles.input }}
      autoComplete="off"
      inputMode="numeric"
      rightSection={calendar}
      rightSectionPointerEvents="all"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          openCalendar();
        }
        // Enter sends the form before the field is left.
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      }}
    />
  );
}

const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const together = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;

/** The day that was meant by `31/3/2026`, `31-03-2026`, `2026/3/31` or `20260331`; other text stays as it is. */
function asDay(typed: string): string {
  const text = typed.trim();
  const { groups } = dayFirst.exec(text) ?? yearFirst.exec(text) ?? together.exec(text) ?? {};
  if (!groups) return text;
  const { year = '', month = '', day = '' } = groups;
  const meant = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(meant) ? meant : text;
}
