import process from 'node:process';
import { addDays, type Day } from '@rede/contract/days';
import * as fc from 'fast-check';
import type { Days, PeriodDays } from './network-model.ts';

/** The day the sequences begin on. */
export const firstToday: Day = '2026-06-15';

/** Days that everything dated lies between, the server's default windows included. */
export const calendar = Array.from({ length: 200 }, (_, index) => addDays(firstToday, index - 130));

const wholeCalendar = { first: addDays(firstToday, -130), last: addDays(firstToday, 69) };

export const mostConsultants = 6;

/** The number-th of the consultants there are, counted around; or somebody who cannot be an upline. */
export type Someone = number | 'company' | 'unknown' | 'itself';

export interface OrderStep {
  /** Order numbers are few, so that many are taken. */
  number: number;
  by: number | null | 'unknown';
  createdAt: Day;
  paidAt: Day | null;
  total: number;
  payment: number | null;
}

/** A line of a file: an order, unless something is wrong with how it is written. */
export interface LineStep {
  order: OrderStep;
  flaw: 'no such day' | 'negative' | 'a field too many' | null;
}

/** What is done with a file: `load` loads it, `update` loads it with newer payments, `try` and `try to update` only say what these would do. */
export type Loading = 'load' | 'update' | 'try' | 'try to update';

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
  | { does: 'edit order'; which: number; order: OrderStep }
  | { does: 'delete order'; which: number }
  | { does: 'change orders'; days: Days; how: 'pay' | 'assign' | 'delete'; by: number; paidAt: Day }
  | { does: 'load file'; how: Loading; isPortuguese: boolean; lines: LineStep[] }
  | { does: 'undo load'; which: number }
  | { does: 'undo the last change' }
  | { does: 'wait'; days: number };

/** The nth of some, counted around. */
export function nth<Value>(values: readonly Value[], index: number): Value | undefined {
  return values.length === 0 ? undefined : values[index % values.length];
}

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

/** Around today, and now and then where the default window begins, where the same days of last month begin and end, or well outside. */
const day = oftenest(
  [14, fc.integer({ min: -20, max: 20 })],
  [2, fc.constantFrom(-120, -93, -92, -91, -46, -45, -31, -30, 40)],
).map((offset) => addDays(firstToday, offset));

/** Null half of the time. */
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

const someone = (who: fc.Arbitrary<number>) =>
  oftenest<Someone>([18, who], [2, fc.constant('company')], [1, fc.constantFrom('unknown', 'itself')]);

/** Mostly in order; where they are not, the step is one to be refused. */
const periodDays = fc
  .tuple(
    oftenest<Omit<PeriodDays, 'takes'>>(
      [15, fc.tuple(day, perhaps(day)).map(([one, other]) => inOrder(one, other))],
      [1, fc.record({ first: day, last: day })],
    ),
    fc.boolean(),
  )
  .map(([days, takes]): PeriodDays => Object.assign({ takes }, days));

function inOrder(one: Day, other: Day | null): Omit<PeriodDays, 'takes'> {
  return other !== null && other < one ? { first: other, last: one } : { first: one, last: other };
}

/** Paid some days after it was ordered; where that is before, the order is one to be refused. */
function orderBy(who: fc.Arbitrary<number>): fc.Arbitrary<OrderStep> {
  return fc
    .record({
      number: fc.nat({ max: 20 }),
      by: oftenest<OrderStep['by']>([20, who], [1, fc.constantFrom(null, 'unknown')]),
      createdAt: day,
      paidAfter: perhaps(fc.integer({ min: -1, max: 10 })),
      total: oftenest([12, fc.nat({ max: 99_999 })], [1, fc.constant(99_999_999_999)]),
      payment: perhaps(fc.nat({ max: 99_999 })),
    })
    .map(({ paidAfter, ...order }) =>
      Object.assign(order, { paidAt: paidAfter === null ? null : addDays(order.createdAt, paidAfter) }),
    );
}

/** Both ends far from each other, mostly: a consultant whose days are over before they began is refused. */
const ownDays = {
  startDate: perhaps(oftenest([5, day.filter((start) => start < firstToday)], [1, day])),
  endDate: perhaps(oftenest([5, day.filter((end) => end >= firstToday)], [1, day])),
};

const create = doing('create', { under: someone(index), createdAt: day, ...ownDays });

/** A change of the network by somebody of these. */
function changeBy(who: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  const under = someone(who);
  return oftenest(
    [6, doing('move', { who, under })],
    [4, doing('edit own days', { who, ...ownDays })],
    [1, doing('recode', { who, suffix: fc.constantFrom('A', 'é') })],
    [6, doing('add period', { who, under, days: periodDays })],
    [6, doing('correct period', { who, which: who, under, days: periodDays })],
    [6, doing('end period', { who, which: who, last: day })],
    [2, doing('delete period', { who, which: who })],
  );
}

/** Files bring most of the orders, a few at a time. */
function loadBy(who: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  const flaws: LineStep['flaw'][] = ['no such day', 'negative', 'a field too many'];
  const line = fc.record({
    order: orderBy(who),
    flaw: oftenest<LineStep['flaw']>([9, fc.constant(null)], [1, fc.constantFrom(...flaws)]),
  });
  return doing('load file', {
    how: oftenest<Loading>(
      [2, fc.constant('load')],
      [3, fc.constant('update')],
      [1, fc.constantFrom('try', 'try to update')],
    ),
    isPortuguese: fc.boolean(),
    lines: fc.array(line, { minLength: 1, maxLength: 6, size: 'max' }),
  });
}

/** Somebody stays under somebody else from now on and orders at regular intervals, as who may go quiet does. */
const habit = fc
  .record({
    who: index,
    under: index,
    first: fc.integer({ min: -20, max: 0 }),
    interval: fc.integer({ min: 1, max: 8 }),
    times: fc.integer({ min: 3, max: 5 }),
    number: fc.constantFrom(21, 26),
  })
  .map(({ who, under, first, interval, times, number }): Step[] => {
    const since = addDays(firstToday, first);
    const lines = Array.from({ length: times }, (_, time): LineStep => {
      const createdAt = addDays(since, time * interval);
      return {
        order: { number: number + time, by: who, createdAt, paidAt: null, total: 1000, payment: null },
        flaw: null,
      };
    });
    return [
      { does: 'edit own days', who, startDate: null, endDate: null },
      { does: 'add period', who, under, days: { first: since, last: null, takes: true } },
      { does: 'load file', how: 'load', isPortuguese: false, lines },
    ];
  });

const window = oftenest(
  [2, fc.tuple(day, day).map(([one, other]) => inOrder(one, other))],
  [1, fc.constant(wholeCalendar)],
).map(({ first, last }) => ({ startDate: first, endDate: last ?? first }));

/** All orders of some days; for most of the time not deleted, so that some are left. */
function changeOrdersFor(who: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  const how = oftenest<'pay' | 'assign' | 'delete'>([6, fc.constantFrom('pay', 'assign')], [1, fc.constant('delete')]);
  return doing('change orders', { days: window, how, by: who, paidAt: day });
}

function stepBy(who: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  return oftenest(
    [2, create],
    [31, changeBy(who)],
    [1, doing('delete consultant', { who })],
    [5, doing('order', { order: orderBy(who) })],
    [3, doing('edit order', { which: who, order: orderBy(who) })],
    [1, doing('delete order', { which: who })],
    [2, changeOrdersFor(who)],
    [10, loadBy(who)],
    [3, doing('undo load', { which: who })],
  );
}

const step = oftenest(
  [51, stepBy(index)],
  [5, fc.constant<Step>({ does: 'undo the last change' })],
  [1, doing('wait', { days: fc.integer({ min: 1, max: 3 }) })],
);

/** Two steps for the same few people and things, so that they get into each other's way. */
const pair = fc.tuple(stepBy(fc.nat({ max: 2 })), stepBy(fc.nat({ max: 2 })));

/** Makes a network with some history and orders, to begin with. */
const beginning = fc
  .tuple(
    fc.array(create, { minLength: 3, maxLength: mostConsultants, size: 'max' }),
    fc.array(loadBy(index), { maxLength: 2, size: 'max' }),
    fc.array(changeBy(index), { maxLength: 16, size: 'max' }),
    fc.array(habit, { maxLength: 2, size: 'max' }),
  )
  .map((parts): Step[] => parts.flat(2));

/** Which of the looks is taken at whom, and how. */
export interface Glance {
  look: number;
  /** How many steps the background worker takes before. */
  upkeep: number;
  who: number;
  /** In whose network figures are opened, beside the own. */
  head: number;
  window: Days;
  sort: string;
  filter: { name: string; code: string; parentId: string };
}

const glance: fc.Arbitrary<Glance> = fc.record({
  look: fc.nat({ max: 100 }),
  upkeep: fc.nat({ max: 6 }),
  who: index,
  head: index,
  window,
  sort: fc.constantFrom('name', '-internalId', 'parentId', '-totalOrdersValue', 'totalPendingValue'),
  filter: fc.record({
    name: fc.constantFrom('', 'ARVORE', 'joão', 'r 1', 'árvore JOAO'),
    code: fc.constantFrom('', 'k', '2', 'IK3'),
    parentId: fc.constantFrom('', '1', 'ik', 'É'),
  }),
});

export interface Sequence {
  beginning: Step[];
  /** What is done, some of it at once, and how the figures are then looked at. */
  further: { steps: Step[]; glance: Glance }[];
}

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  beginning,
  further: fc.array(fc.record({ steps: oftenest<Step[]>([3, step.map((one) => [one])], [1, pair]), glance }), {
    minLength: 1,
    maxLength: 60,
    size: 'max',
  }),
});

const steps = Number(process.env.MODEL_STEPS ?? 1000);

/**
 * How much is tried: a number of steps, whatever time they take, which is only bounded. CONTRIBUTING.md says how to try more, and how to see
 * a failure again.
 */
export const trials = {
  steps,
  timeout: 600_000 + steps * 2000,
  repeated: process.env.MODEL_SEED && {
    seed: Number(process.env.MODEL_SEED),
    ...(process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {}),
  },
};
