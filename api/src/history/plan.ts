import type { Day } from '@rede/contract/days';

/** A consultant's upline: a consultant by id, or null for the company. */
export type Upline = number | null;

/** The days from `first` to the one before `end`; open-ended where `end` is null. */
interface Days {
  first: Day;
  end: Day | null;
}

/** A period of a consultant's history. */
export interface Period extends Days {
  /** Null before it is written. */
  id: number | null;
  upline: Upline;
  version: number;
}

/** A consultant's periods before and after a change, the oldest first, and the one that the change proposes, if any. */
export interface Plan {
  consultantId: number;
  before: readonly Period[];
  after: readonly Period[];
  proposed?: Period;
}

/** The first other period that overlaps a proposed one, and the first day in common. `periods` are the oldest first. */
export function firstOverlap(
  periods: readonly Period[],
  proposed: Period,
): { other: Period; sharedDay: Day } | undefined {
  const other = others(periods, proposed).find((period) => shareDays(period, proposed));
  return other && { other, sharedDay: later(other.first, proposed.first) };
}

/**
 * The history with a proposed period, which is new or replaces the one with its id. Other periods give up the days in common: they are
 * shortened, split in two or removed.
 */
export function withPeriod(periods: readonly Period[], proposed: Period): Period[] {
  const left = others(periods, proposed).flatMap((other) =>
    shareDays(other, proposed) ? remainders(other, proposed) : [other],
  );
  return [...left, proposed].toSorted((one, other) => (one.first < other.first ? -1 : 1));
}

/**
 * The period that puts a consultant under another upline from today on. It ends where the period in force does; a period that starts today
 * is changed in place. With none in force it ends before the next one, or is open-ended; when all periods are in the future, the first one
 * is changed in place.
 */
export function periodFromToday(periods: readonly Period[], upline: Upline, today: Day): Period {
  const next = periods.find(({ first }) => first > today);
  const inForce = periods.find(({ first, end }) => first <= today && (end === null || today < end));
  const inPlace = inForce?.first === today ? inForce : next === periods[0] ? next : undefined;
  if (inPlace) return { ...inPlace, upline, version: inPlace.version + 1 };
  return { id: null, upline, first: today, end: inForce ? inForce.end : (next?.first ?? null), version: 1 };
}

/**
 * The upline that a consultant shows on a day: of the period in force, else of the last past one, else of the first future one; undefined
 * without any.
 */
export function shownUpline(periods: readonly Period[], day: Day): Upline | undefined {
  return (periods.findLast(({ first }) => first <= day) ?? periods[0])?.upline;
}

const others = (periods: readonly Period[], { id }: Period) =>
  periods.filter((period) => id === null || period.id !== id);

const later = (one: Day, other: Day) => (one < other ? other : one);

function shareDays(one: Days, other: Days): boolean {
  return (one.end === null || other.first < one.end) && (other.end === null || one.first < other.end);
}

/** The parts of a period outside the days of another: the first part is that period, changed; a second one is new. */
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
