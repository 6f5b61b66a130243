import { type Period, firstOverlap, periodFromToday, shownUpline, withPeriod } from '@rede/api/history/plan';
import { addDays, type Day } from '@rede/contract/days';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const today = '2026-06-15';

/** Periods as `id upline first end version`, the end being the day after the last. */
function short(periods: readonly Period[]) {
  return periods.map(({ id, upline, first, end, version }) => [id, upline, first, end, version]);
}

const period = (id: number | null, upline: number | null, first: Day, end: Day | null): Period => ({
  id,
  upline,
  first,
  end,
  version: 1,
});

describe('a period that takes days', () => {
  const history = [
    period(1, 7, '2026-01-01', '2026-02-01'),
    period(2, null, '2026-03-01', '2026-04-01'),
    period(3, 8, '2026-04-01', null),
  ];

  test('shortens those that hold before or after it and ends those that hold on no other day', () => {
    const planned = withPeriod(history, period(null, 9, '2026-01-20', '2026-05-01'));

    expect(short(planned)).toEqual([
      [1, 7, '2026-01-01', '2026-01-20', 2],
      [null, 9, '2026-01-20', '2026-05-01', 1],
      [3, 8, '2026-05-01', null, 2],
    ]);
  });

  test('splits one that holds before and after it: the first part stays that period, the second is new', () => {
    const planned = withPeriod(history, period(null, 9, '2026-05-01', '2026-06-01'));

    expect(short(planned).slice(2)).toEqual([
      [3, 8, '2026-04-01', '2026-05-01', 2],
      [null, 9, '2026-05-01', '2026-06-01', 1],
      [null, 8, '2026-06-01', null, 1],
    ]);
  });

  test('leaves alone what only touches it, and comes in the place of the one it corrects', () => {
    const planned = withPeriod(history, period(2, 9, '2026-02-01', '2026-04-01'));

    expect(short(planned)).toEqual([
      [1, 7, '2026-01-01', '2026-02-01', 1],
      [2, 9, '2026-02-01', '2026-04-01', 1],
      [3, 8, '2026-04-01', null, 1],
    ]);
  });

  test('overlaps the first one that it shares days with, itself aside', () => {
    const over = (proposed: Period) => {
      const overlap = firstOverlap(history, proposed);
      return overlap && [overlap.other.id, overlap.sharedDay];
    };

    expect(over(period(null, 9, '2025-12-01', '2026-01-02'))).toEqual([1, '2026-01-01']);
    expect(over(period(null, 9, '2026-03-31', null))).toEqual([2, '2026-03-31']);
    expect(over(period(2, 9, '2026-03-01', null))).toEqual([3, '2026-04-01']);
    expect(over(period(2, 9, '2026-02-01', '2026-04-01'))).toBe(undefined);
  });
});

describe('a move from today', () => {
  const move = (...periods: Period[]) => short(withPeriod(periods, periodFromToday(periods, 9, today)));

  test('ends the period in force yesterday and takes over its last day', () => {
    expect(move(period(1, 7, '2026-01-01', '2026-09-01'), period(2, 8, '2026-10-01', null))).toEqual([
      [1, 7, '2026-01-01', today, 2],
      [null, 9, today, '2026-09-01', 1],
      [2, 8, '2026-10-01', null, 1],
    ]);
  });

  test('changes one that begins today in place', () => {
    expect(move(period(1, 7, '2026-01-01', today), period(2, 8, today, null))).toEqual([
      [1, 7, '2026-01-01', today, 1],
      [2, 9, today, null, 2],
    ]);
  });

  test('lasts until the next period where none is in force, and is open where there is none', () => {
    expect(move(period(1, 7, '2026-01-01', '2026-02-01'), period(2, 8, '2026-10-01', null))).toEqual([
      [1, 7, '2026-01-01', '2026-02-01', 1],
      [null, 9, today, '2026-10-01', 1],
      [2, 8, '2026-10-01', null, 1],
    ]);
    expect(move()).toEqual([[null, 9, today, null, 1]]);
  });

  test('changes the first period in place where all are still to come', () => {
    expect(move(period(1, 7, '2026-07-01', '2026-08-01'), period(2, 8, '2026-10-01', null))).toEqual([
      [1, 9, '2026-07-01', '2026-08-01', 2],
      [2, 8, '2026-10-01', null, 1],
    ]);
  });
});

test('the upline shown is that of the period in force, else of the last over, else of the first to come, else none', () => {
  const over = period(1, 7, '2026-01-01', '2026-02-01');
  const toCome = period(2, null, '2026-10-01', null);

  expect(shownUpline([over, period(3, 8, today, null)], today)).toBe(8);
  expect(shownUpline([over, toCome], today)).toBe(7);
  expect(shownUpline([toCome], today)).toBe(null);
  expect(shownUpline([], today)).toBe(undefined);
});

describe('day by day', () => {
  const calendar = Array.from({ length: 30 }, (_, index) => addDays(today, index - 15));

  /** Who is above on each day of the calendar; fails where two periods hold on one. */
  function dayTable(periods: readonly Period[]): (number | null | undefined)[] {
    return calendar.map((day) => {
      const inForce = periods.filter(({ first, end }) => first <= day && (end === null || day < end));
      expect(inForce.length).toBeLessThan(2);
      return inForce[0]?.upline;
    });
  }

  /** Runs of days under the same upline, cut here and there; the last one may be open. */
  const histories = fc
    .record({
      cuts: fc.uniqueArray(fc.nat({ max: calendar.length - 1 }), { maxLength: 7 }),
      uplines: fc.array(fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 3 }), { minLength: 7, maxLength: 7 }),
      isOpen: fc.boolean(),
    })
    .map(({ cuts, uplines, isOpen }) => {
      const days = cuts.toSorted((one, other) => one - other).map((index) => calendar[index] as Day);
      return days.flatMap((first, index): Period[] => {
        const end = days[index + 1] ?? null;
        const upline = uplines[index];
        return upline === undefined || (end === null && !isOpen) ? [] : [period(index + 1, upline || null, first, end)];
      });
    });

  const somePeriod = fc
    .tuple(fc.nat({ max: calendar.length - 2 }), fc.option(fc.integer({ min: 1, max: 10 })), fc.nat({ max: 8 }))
    .map(([from, length, id]) => {
      const first = calendar[from] as Day;
      return period(id, 9, first, length === null ? null : addDays(first, length));
    });

  test('a history with a period in it says what it said before, but for the days of the period and those it gave up', () => {
    const check = fc.property(histories, somePeriod, (history, { id, ...days }) => {
      const proposed = { ...days, id: history.some((one) => one.id === id) ? id : null };
      const before = dayTable(history.filter((one) => one.id === null || one.id !== proposed.id));
      const own = dayTable([proposed]);

      const planned = withPeriod(history, proposed);

      expect(dayTable(planned)).toEqual(
        before.map((upline, index) => (own[index] === undefined ? upline : own[index])),
      );
      expect(planned).toEqual(planned.toSorted((one, other) => (one.first < other.first ? -1 : 1)));
      const kept = planned.filter((one) => one.id !== null).map((one) => one.id);
      expect(new Set(kept).size).toBe(kept.length);
      for (const one of planned.filter((other) => other !== proposed && other.id !== null)) {
        const former = history.find((other) => other.id === one.id);
        expect(former).toBeDefined();
        const isSame = former?.first === one.first && former.end === one.end;
        expect([one.upline, one.version]).toEqual([former?.upline, isSame ? 1 : 2]);
      }
      const overlap = firstOverlap(history, proposed);
      const firstShared = calendar.find((_, index) => before[index] !== undefined && own[index] !== undefined);
      expect(overlap?.sharedDay).toBe(firstShared);
    });

    fc.assert(check, { numRuns: 500 });
  });

  test('a move from today changes no day before today, and puts the consultant under the new upline on the next day that it stands anywhere', () => {
    const check = fc.property(histories, (history) => {
      const before = dayTable(history);
      const first = calendar.indexOf(today);

      const after = dayTable(withPeriod(history, periodFromToday(history, 9, today)));

      expect(after.slice(0, first)).toEqual(before.slice(0, first));
      const isAllToCome = history.length > 0 && history.every((one) => one.first > today);
      const moved = isAllToCome ? calendar.indexOf(history[0]?.first as Day) : first;
      expect(after[moved]).toBe(9);
      expect(after.slice(first, moved)).toEqual(before.slice(first, moved));
      const boundary = after.findIndex((upline, index) => index >= moved && upline !== 9);
      if (boundary >= 0) expect(after.slice(boundary)).toEqual(before.slice(boundary));
    });

    fc.assert(check, { numRuns: 500 });
  });
});
