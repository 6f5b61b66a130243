import * as z from 'zod/mini';

/** A calendar day, `yyyy-MM-dd`, always as text: without time and zone; text order is day order. */
export type Day = string;

export const firstDay: Day = '1990-01-01';
export const lastDay: Day = '2100-12-31';

const pattern = /^\d{4}-\d{2}-\d{2}$/;
const lisbon = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Lisbon',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Whether the text is a real day from 1990 to 2100. */
export function isDay(text: string): text is Day {
  if (!pattern.test(text) || text < firstDay || text > lastDay) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Today's day in Lisbon, whatever the server's zone. */
export function todayInLisbon(now: Date = new Date()): Day {
  return lisbon.format(now);
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days the second day is after the first; negative when it is earlier. */
export function daysBetween(first: Day, second: Day): number {
  return (Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000;
}

/** The same day of the month, `months` earlier; the last day of that month if it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastOfMonth)));
  return date.toISOString().slice(0, 10);
}

/** A day on the wire; `required` is the message when it is missing. */
export function day(required = 'Data obrigatória') {
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : 'Data inválida') })
    .check(z.trim(), z.refine(isDay, 'Data inválida'), z.meta({ format: 'date', example: '2026-03-31' }));
}

/**
 * Checks that two days of a schema are in order, even when other fields are invalid, so that all errors come at once. Ignores days that are
 * missing or invalid.
 */
export function inOrder<T extends z.ZodMiniType>(schema: T, first: string, last: string, message: string): T {
  return schema.check(
    z.refine(
      (value) => {
        const { [first]: from, [last]: until } = value as Record<string, unknown>;
        return typeof from !== 'string' || typeof until !== 'string' || !isDay(from) || !isDay(until) || from <= until;
      },
      { message, path: [last], when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );
}
