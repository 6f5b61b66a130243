import { addDays, type Day, day, monthsBefore, todayInLisbon } from '@rede/contract/days';
import { type Window, windowOf } from '@rede/contract/dashboard';
import { withoutBlanks } from '@rede/contract/values';
import * as z from 'zod/mini';
import { useRememberedFilter, initialFilter } from '../lib/remembered-filter.ts';

const named = ['este-mes', 'mes-passado', 'este-ano'] as const;

const schema = z.object({
  periodo: z.optional(z.enum(named)),
  startDate: z.optional(day()),
  endDate: z.optional(day()),
});

/** The days of the whole page, as the URL has them: a name that means other days on another day, or days. Nothing is the default window. */
export interface Period {
  periodo?: (typeof named)[number] | undefined;
  startDate?: Day | undefined;
  endDate?: Day | undefined;
}

const options = { page: 'dashboard' };

/** What the page's period takes the place of: the days and the page of each table. */
const ownDays = ['direct', 'total'].flatMap((kind) =>
  ['startDate', 'endDate', 'pageNumber'].map((name) => `${kind}-${name}`),
);

export function usePeriod(): { period: Period; window: Window } {
  const [period] = useRememberedFilter(schema, options);
  return { period, window: windowOfPeriod(period) };
}

/** The window with which the page will open at the current URL. */
export function initialWindow(): Window {
  return windowOfPeriod(initialFilter(schema, options));
}

export function windowOfPeriod({ periodo, startDate, endDate }: Period, today = todayInLisbon()): Window {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (periodo) {
    case 'este-mes':
      return { startDate: firstOfMonth, endDate: today };
    case 'mes-passado':
      return { startDate: monthsBefore(firstOfMonth, 1), endDate: addDays(firstOfMonth, -1) };
    case 'este-ano':
      return { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };
    default: {
      const window = windowOf({ startDate, endDate }, today);
      // A URL may be typed by hand.
      return window.startDate <= window.endDate ? window : windowOf({}, today);
    }
  }
}

/** A URL's search with another period. Both tables follow it again; their other filters stay. */
export function searchWith(search: string, period: Period): string {
  const params = new URLSearchParams(search);
  for (const name of [...Object.keys(schema.shape), ...ownDays]) params.delete(name);
  for (const [name, value] of Object.entries(withoutBlanks(period) as Record<string, string>)) params.set(name, value);
  return params.size === 0 ? '' : `?${params}`;
}
