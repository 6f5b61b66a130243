import { isDeepStrictEqual as isEqual } from 'node:util';
import type { Effect } from '@rede/contract/consultants';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { effectOf } from './network-figures.ts';
import { look, lookAtAll } from './network-looks.ts';
import { answeredState, decision, stateOf } from './network-state.ts';
import { firstToday, type Glance, sequences, type Step, trials } from './network-steps.ts';
import { answeredView, expectedView } from './network-views.ts';
import { NetworkWalk, type Plan } from './network-walk.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;
let walk: NetworkWalk | undefined;
let taken = 0;

beforeAll(async () => {
  api = await startApi({ today: () => walk?.model.today ?? firstToday });
});
afterAll(() => api.stop());

test(
  'whatever people do, in whatever order, every decision and every figure is the naive model’s',
  async ({ annotate }) => {
    const property = fc.asyncProperty(sequences, async ({ hubMembers, beginning, further }) => {
      walk = await NetworkWalk.begin(api, hubMembers);
      for (const step of beginning) await follow(walk, [step]);
      for (const { steps, glance } of further) {
        taken += await follow(walk, steps);
        await expectTheModelsFigures(walk, glance);
        expect(await differencesIn(api)).toEqual([]);
      }
      await expectTheModelsEverything(walk, further.at(-1)?.glance);
    });

    do await fc.assert(property, { numRuns: 10, ...trials.repeated });
    while (taken < trials.steps && !trials.repeated);

    await annotate(`${taken} steps were taken, and everybody’s figures looked at after each.`);
  },
  trials.timeout,
);

/** Takes steps, two of them at once; what comes of it must be what comes of one after the other, whichever was first. Answers how many. */
async function follow(walk: NetworkWalk, steps: Step[]): Promise<number> {
  const plans = await walk.plan(steps);
  const [plan] = plans;
  if (plan?.canBeTried && plans.length === 1) await expectTheModelsEffect(walk, plan);

  const outcomes = walk.outcomes(plans);
  const decisions = (await walk.send(plans)).map(decision);
  const decided = outcomes.filter((outcome) => isEqual(outcome.decisions, decisions));
  if (decided.length === 0) expect(outcomes.map((outcome) => outcome.decisions)).toContainEqual(decisions);

  const state = plans.length > 1 ? await answeredState(api, walk) : undefined;
  const followed = decided.find(({ model }) => !state || isEqual(stateOf(model), state));
  if (followed) walk.model = followed.model;
  else expect(decided.map(({ model }) => stateOf(model))).toContainEqual(state);
  return plans.length;
}

/** What a change would move, said before it is made. */
async function expectTheModelsEffect(walk: NetworkWalk, plan: Plan): Promise<void> {
  const [outcome] = walk.outcomes([plan]);
  const answered = await walk.try(plan);

  expect(decision(answered)).toBe(outcome?.decisions[0]);
  if (answered.status >= 300 || !outcome) return;
  const { networks } = answered.body as Effect;
  expect(new Set(networks)).toEqual(new Set(effectOf(walk.model, outcome.model)));
}

async function expectTheModelsFigures(walk: NetworkWalk, glance: Glance): Promise<void> {
  expect(await answeredView(api, walk)).toEqual(expectedView(walk));
  const { answered, expected } = await look(walk, glance);
  expect(answered).toEqual(expected);
}

async function expectTheModelsEverything(walk: NetworkWalk, glance: Glance | undefined): Promise<void> {
  expect(await answeredState(api, walk)).toEqual(stateOf(walk.model));
  if (!glance) return;
  const { answered, expected } = await lookAtAll(walk, glance);
  expect(answered).toEqual(expected);
}
