import type { HistoryEntry } from '@rede/contract/consultants';
import { type Day, addDays } from '@rede/contract/days';

type Period = Pick<HistoryEntry, 'startDate' | 'endDate'>;

/** Whether a period holds on a day; both its own days are in it. */
export function holdsOn(day: Day, { startDate, endDate }: Period): boolean {
  return startDate <= day && (endDate === null || day <= endDate);
}

/** The days without an upline between a period and the one that follows it, if any, in words. */
export function gapAfter(period: Period, next: Period | undefined, today: Day): string | undefined {
  if (period.endDate === null) return undefined;
  const from = addDays(period.endDate, 1);
  if (next === undefined) return `Sem upline ${from <= today ? 'desde' : 'a partir de'} ${from}`;
  const until = addDays(next.startDate, -1);
  if (until < from) return undefined;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  return days === 1 ? `Sem upline em ${from} (1 dia)` : `Sem upline de ${from} a ${until} (${days} dias)`;
}
