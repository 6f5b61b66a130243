import { type Day, addDays } from '@rede/contract/days';
import type { HistoryEntry } from '@rede/contract/history';
import { formatNumber } from '../lib/numbers.ts';

type Period = Pick<HistoryEntry, 'startDate' | 'endDate'>;

/** What happens to each other period, oldest first, that gives up its days in common with a period; in words. */
export function daysGiven(
  others: readonly Pick<HistoryEntry, 'parentId' | 'upline' | 'startDate' | 'endDate'>[],
  { startDate, endDate }: Period,
): string[] {
  return others
    .filter(
      (other) =>
        (endDate === null || other.startDate <= endDate) && (other.endDate === null || startDate <= other.endDate),
    )
    .map((other) => {
      const who = other.upline === null ? other.parentId : `${other.upline.name} (${other.parentId})`;
      const days = `${who}, ${other.startDate} ${other.endDate === null ? 'em diante' : `a ${other.endDate}`}`;
      const before = other.startDate < startDate && addDays(startDate, -1);
      const after = endDate !== null && (other.endDate === null || endDate < other.endDate) && addDays(endDate, 1);
      if (before && after) return `${days}: fica em dois, até ${before} e desde ${after}`;
      if (before) return `${days}: passa a acabar em ${before}`;
      if (after) return `${days}: passa a começar em ${after}`;
      return `${days}: é apagado`;
    });
}

/** Whether a day is in a period, both ends included. */
export function holdsOn(day: Day, { startDate, endDate }: Period): boolean {
  return startDate <= day && (endDate === null || day <= endDate);
}

/** The days without an upline between a period and the next one, if any, in words. */
export function gapAfter(period: Period, next: Period | undefined, today: Day): string | undefined {
  if (period.endDate === null) return undefined;
  const from = addDays(period.endDate, 1);
  if (next === undefined) return `Sem upline ${from <= today ? 'desde' : 'a partir de'} ${from}`;
  const until = addDays(next.startDate, -1);
  if (until < from) return undefined;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  return days === 1 ? `Sem upline em ${from} (1 dia)` : `Sem upline de ${from} a ${until} (${formatNumber(days)} dias)`;
}
