import { addDays, type Day } from '@rede/contract/days';
import * as fc from 'fast-check';

/** The day the sequences begin on. */
export const firstToday: Day = '2026-06-15';

/** Days that everything dated lies between, the server's default windows included. */
export const calendar = { startDate: addDays(firstToday, -130), endDate: addDays(firstToday, 70) };

export const mostConsultants = 8;

/** The number-th of the consultants there are, counted around; or somebody who cannot be an upline. */
export type Someone = number | 'company' | 'unknown' | 'itself';

export interface PeriodDays {
  first: Day;
  last: Day | null;
}

export interface OrderStep {
  by: number | null | 'unknown';
  createdAt: Day;
  paidAt: Day | null;
  total: number;
  payment: number | null;
}

/**
 * What people do, as data. `who`, `which` and `by` count around whatever there is at that time, so that any part of a
 * sequence is a sequence too and a failing one shrinks.
 */
export type Step =
  | { does: 'create'; under: Someone; createdAt: Day; startDate: Day | null; endDate: Day | null }
  | { does: 'move'; who: number; under: Someone }
  | { does: 'edit own days'; who: number; startDate: Day | null; endDate: Day | null }
  | { does: 'recode'; who: number; suffix: string }
  | { does: 'add period'; who: number; under: Someone; days: PeriodDays }
  | { does: 'correct period'; who: number; which: number; under: Someone; days: PeriodDays }
  | { does: 'end period'; who: number; which: number; last: Day }
  | { does: 'delete period'; who: number; which: number }
  | { does: 'delete consultant'; who: number }
  | { does: 'order'; order: OrderStep }
  | { does: 'order a taken number'; which: number }
  | { does: 'edit order'; which: number; order: OrderStep }
  | { does: 'delete order'; which: number }
  | { does: 'wait'; days: number };

/** A choice where some come up more often than others. */
function oftenest<Value>(...choices: [weight: number, fc.Arbitrary<Value>][]): fc.Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

type Doing<Does extends Step['does']> = Extract<Step, { does: Does }>;

/** A step of one kind, with what it needs to be given. */
function doing<const Does extends Step['does']>(
  does: Does,
  given: { [Key in Exclude<keyof Doing<Does>, 'does'>]: fc.Arbitrary<Doing<Does>[Key]> },
): fc.Arbitrary<Step> {
  // The compiler cannot see that `does` and `given` together are one of the union's members; the parameters' types say so.
  return fc.record({ does: fc.constant(does), ...given }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>;
}

const index = fc.nat({ max: mostConsultants - 1 });

/** Around today, and now and then where the default window begins or well outside it. */
const day = oftenest([14, fc.integer({ min: -20, max: 20 })], [1, fc.constantFrom(-120, -93, -92, -91, -45, 40)]).map(
  (offset) => addDays(firstToday, offset),
);

/** Null half of the time. */
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

const someone = oftenest<Someone>([18, index], [2, fc.constant('company')], [1, fc.constantFrom('unknown', 'itself')]);

/** Mostly in order; where they are not, the step is one to be refused. */
const periodDays = oftenest<PeriodDays>(
  [15, fc.tuple(day, perhaps(day)).map(([one, other]) => inOrder(one, other))],
  [1, fc.record({ first: day, last: day })],
);

function inOrder(one: Day, other: Day | null): PeriodDays {
  return other !== null && other < one ? { first: other, last: one } : { first: one, last: other };
}

/** Paid some days after it was ordered; where that is before, the order is one to be refused. */
const order = fc
  .record({
    by: oftenest<OrderStep['by']>([20, index], [1, fc.constantFrom(null, 'unknown')]),
    createdAt: day,
    paidAfter: perhaps(fc.integer({ min: -1, max: 10 })),
    total: oftenest([12, fc.nat({ max: 99_999 })], [1, fc.constant(99_999_999_999)]),
    payment: perhaps(fc.nat({ max: 99_999 })),
  })
  .map(({ by, createdAt, paidAfter, total, payment }): OrderStep => {
    return { by, createdAt, paidAt: paidAfter === null ? null : addDays(createdAt, paidAfter), total, payment };
  });

/** Both ends far from each other, mostly: a consultant whose days are over before they began is refused. */
const ownDays = {
  startDate: perhaps(oftenest([5, day.filter((start) => start < firstToday)], [1, day])),
  endDate: perhaps(oftenest([5, day.filter((end) => end >= firstToday)], [1, day])),
};

const create = doing('create', { under: someone, createdAt: day, ...ownDays });
const step = oftenest<Step>(
  [2, create],
  [6, doing('move', { who: index, under: someone })],
  [4, doing('edit own days', { who: index, ...ownDays })],
  [1, doing('recode', { who: index, suffix: fc.constantFrom('A', 'é') })],
  [6, doing('add period', { who: index, under: someone, days: periodDays })],
  [6, doing('correct period', { who: index, which: index, under: someone, days: periodDays })],
  [6, doing('end period', { who: index, which: index, last: day })],
  [2, doing('delete period', { who: index, which: index })],
  [1, doing('delete consultant', { who: index })],
  [12, doing('order', { order })],
  [1, doing('order a taken number', { which: index })],
  [2, doing('edit order', { which: index, order })],
  [1, doing('delete order', { which: index })],
  [1, doing('wait', { days: fc.integer({ min: 1, max: 3 }) })],
);

const window = oftenest(
  [2, fc.tuple(day, day).map(([one, other]) => inOrder(one, other))],
  [1, fc.constant({ first: calendar.startDate, last: calendar.endDate })],
).map(({ first, last }) => ({ startDate: first, endDate: last ?? first }));

/** Makes a network and some history, to begin with. */
const beginning = fc
  .tuple(
    fc.array(create, { minLength: 3, maxLength: mostConsultants, size: 'max' }),
    fc.array(step, { maxLength: 40, size: 'max' }),
  )
  .map((parts): Step[] => parts.flat());

/** A beginning, then anything; after each step everything is looked at, through its window too. */
export const sequences = fc.record({
  beginning,
  further: fc.array(fc.record({ step, window }), { minLength: 1, maxLength: 20, size: 'max' }),
});

export const filters = fc.record({
  name: fc.constantFrom('', 'ARVORE', 'joão', 'r 1'),
  code: fc.constantFrom('', 'k', '2', 'IK3'),
  parentId: fc.constantFrom('', '1', 'ik', 'É'),
});
