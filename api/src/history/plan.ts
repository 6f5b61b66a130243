import type { Day } from '@rede/contract/days';

/** Who somebody stands under: a consultant by id, or null for the company, which is no consultant. */
export type Upline = number | null;

/** The days from the first to the one before `end`, or from the first on where that is null. */
interface Days {
  first: Day;
  end: Day | null;
}

/** A period of a consultant's history. */
export interface Period extends Days {
  /** Null where it is not written yet. */
  id: number | null;
  upline: Upline;
  version: number;
}

/** A consultant's periods as they are and as a change makes them, the oldest first; with the one that it proposes, if any. */
export interface Plan {
  consultantId: number;
  before: readonly Period[];
  after: readonly Period[];
  proposed?: Period;
}

/** The first of the other periods that hold on days of a proposed one, and the first such day. Periods are the oldest first. */
export function firstOverlap(
  periods: readonly Period[],
  proposed: Period,
): { other: Period; sharedDay: Day } | undefined {
  const other = others(periods, proposed).find((period) => shareDays(period, proposed));
  return other && { other, sharedDay: later(other.first, proposed.first) };
}

/**
 * A history as it will be when a proposed period, new or in the place of the one with its id, holds on all its days: others leave it the days
 * that they have in common with it. One that holds before or after them is shortened, one that does both is split, one that holds on no other day is gone.
 */
export function withPeriod(periods: readonly Period[], proposed: Period): Period[] {
  const left = others(periods, proposed).flatMap((other) =>
    shareDays(other, proposed) ? remainders(other, proposed) : [other],
  );
  return [...left, proposed].toSorted((one, other) => (one.first < other.first ? -1 : 1));
}

/**
 * The period that puts a consultant under another upline from today on. It takes over the last day of the one in force; one that itself starts
 * today is changed in place. With none in force it lasts until the next period, else it is open; if all periods are still to come, the first is
 * changed in place.
 */
export function periodFromToday(periods: readonly Period[], upline: Upline, today: Day): Period {
  const next = periods.find(({ first }) => first > today);
  const inForce = periods.find(({ first, end }) => first <= today && (end === null || today < end));
  const inPlace = inForce?.first === today ? inForce : next === periods[0] ? next : undefined;
  if (inPlace) return { ...inPlace, upline, version: inPlace.version + 1 };
  return { id: null, upline, first: today, end: inForce ? inForce.end : (next?.first ?? null), version: 1 };
}

/** The upline that a consultant shows on a day: of the period in force, else of the last that is over, else of the first to come; undefined without any. */
export function shownUpline(periods: readonly Period[], day: Day): Upline | undefined {
  return (periods.findLast(({ first }) => first <= day) ?? periods[0])?.upline;
}

const others = (periods: readonly Period[], { id }: Period) =>
  periods.filter((period) => id === null || period.id !== id);

const later = (one: Day, other: Day) => (one < other ? other : one);

function shareDays(one: Days, other: Days): boolean {
  return (one.end === null || other.first < one.end) && (other.end === null || one.first < other.end);
}

/** What is left of a period without the days of another: the first part is that period, changed; a second one is new. */
function remainders(period: Period, taken: Days): Period[] {
  const parts: Days[] = [];
  if (period.first < taken.first) parts.push({ first: period.first, end: taken.first });
  if (taken.end !== null && (period.end === null || taken.end < period.end)) {
    parts.push({ first: taken.end, end: period.end });
  }
  const [changed, added] = parts;
  const result: Period[] = [];
  if (changed) result.push({ ...period, ...changed, version: period.version + 1 });
  if (added) result.push({ ...added, id: null, upline: period.upline, version: 1 });
  return result;
}
