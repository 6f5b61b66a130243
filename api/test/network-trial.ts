import { isDeepStrictEqual as isEqual } from 'node:util';
import type { ImpactPreview } from '@rede/contract/history';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { differencesIn } from './differences.ts';
import { effectOf } from './network-figures.ts';
import { look, lookAtAll } from './network-looks.ts';
import { answeredState, decision, stateOf } from './network-state.ts';
import { firstToday, type Glance, type Sequence, sequences, type Step, trials } from './network-steps.ts';
import { answeredView, expectedView } from './network-views.ts';
import { NetworkWalk, type Plan } from './network-walk.ts';
import { type Api, startApi } from './start-api.ts';

/**
 * Takes sequences of steps on a server and on the model. After each step the decision, the lists, everything derived and the figures of two
 * consultants in turn are held to the model's; every tenth step and at the end of a sequence everybody's are. From one of so many members on
 * a network is a rollup node's. Answers how many steps were taken.
 */
export async function trySequences(nodeMembers: number[]): Promise<number> {
  let walk: NetworkWalk | undefined;
  let taken = 0;
  // Of few connections, for each plans its statements for itself; two steps at once still meet.
  const api = await startApi({ today: () => walk?.model.today ?? firstToday, poolSize: 3 });

  const attempt = async (members: number, { beginning, further }: Sequence) => {
    walk = await NetworkWalk.begin(api, members);
    for (const step of beginning) await follow(api, walk, [step]);
    for (const [place, { steps, glance }] of further.entries()) {
      taken += await follow(api, walk, steps);
      await walk.upkeep(glance.upkeep);
      await expectTheModelsFigures(api, walk, viewersAt(walk, place), glance);
    }
    await expectTheModelsEverything(api, walk, further.at(-1)?.glance);
  };
  let shrinkUntil = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(fc.constantFrom(...nodeMembers), sequences, async (members, sequence) => {
    // To fast-check, which has no such limit of its own but abandons what is under way, nothing shorter fails any more.
    if (performance.now() > shrinkUntil) return;
    try {
      await attempt(members, sequence);
    } catch (error) {
      shrinkUntil = Math.min(shrinkUntil, performance.now() + shrinkingTime);
      throw error;
    }
  });

  try {
    do await fc.assert(property, { numRuns: 2, reporter, ...trials.repeated });
    while (taken < trials.steps && !trials.repeated);
  } finally {
    await api.stop();
  }
  return taken;
}

/** For so long a failure is made shorter, in milliseconds. */
const shrinkingTime = 240_000;

/** Says a failure as the steps that lead to it, and how to see it again. */
function reporter(details: fc.RunDetails<[number, Sequence]>): void {
  if (!details.failed || !details.counterexample) return;
  const [members, { beginning, further }] = details.counterexample;
  const lines = [
    `MODEL_SEED=${details.seed} MODEL_PATH=${details.counterexamplePath}: fails after these steps, a network of ${members} being a rollup node’s.`,
    ...[...beginning.map((step) => [step]), ...further.map(({ steps }) => steps)].map((steps) => JSON.stringify(steps)),
    `Seen with ${JSON.stringify(further.at(-1)?.glance)}`,
  ];
  throw new Error(lines.join('\n'), { cause: details.errorInstance });
}

/** Takes steps, two of them at once; what comes of it must be what comes of one after the other, whichever was first. Answers how many. */
async function follow(api: Api, walk: NetworkWalk, steps: Step[]): Promise<number> {
  const plans = await walk.plan(steps);
  const [plan] = plans;
  if (plan?.canBeTried && plans.length === 1) await expectTheModelsEffect(walk, plan);

  const outcomes = walk.outcomes(plans);
  const decisions = (await walk.send(plans)).map(decision);
  const decided = outcomes.filter((outcome) => isEqual(outcome.decisions, decisions));
  if (decided.length === 0) expect(outcomes.map((outcome) => outcome.decisions)).toContainEqual(decisions);

  const state = plans.length > 1 ? await answeredState(api, walk) : undefined;
  const followed = decided.find(({ model }) => !state || isEqual(stateOf(model, walk), state));
  if (followed) await walk.followed(followed.model, plans.length === 1);
  else expect(decided.map(({ model }) => stateOf(model, walk))).toContainEqual(state);
  return plans.length;
}

/** What a change would move, said before it is made. */
async function expectTheModelsEffect(walk: NetworkWalk, plan: Plan): Promise<void> {
  const [outcome] = walk.outcomes([plan]);
  const answered = await walk.try(plan);

  expect(decision(answered)).toBe(outcome?.decisions[0]);
  if (answered.status >= 300 || !outcome) return;
  const { networks } = answered.body as ImpactPreview;
  expect(new Set(networks)).toEqual(new Set(effectOf(walk.model, outcome.model)));
}

/** Whose figures are looked at after the step in this place of its sequence: two in turn; after every tenth everybody's. */
function viewersAt({ keys }: NetworkWalk, place: number): number[] {
  if (place % 10 === 9 || keys.length <= 2) return keys;
  return [2 * place, 2 * place + 1].map((turn) => keys[turn % keys.length] ?? 0);
}

async function expectTheModelsFigures(api: Api, walk: NetworkWalk, viewers: number[], glance: Glance): Promise<void> {
  const [view, { answered, expected }] = await Promise.all([answeredView(api, walk, viewers), look(walk, glance)]);
  expect(view).toEqual(expectedView(walk, viewers));
  expect(answered).toEqual(expected);
  expect(await differencesIn(api)).toEqual([]);
}

async function expectTheModelsEverything(api: Api, walk: NetworkWalk, glance: Glance | undefined): Promise<void> {
  expect(await answeredState(api, walk)).toEqual(stateOf(walk.model, walk));
  expect(await answeredView(api, walk, walk.keys)).toEqual(expectedView(walk, walk.keys));
  if (!glance) return;
  const { answered, expected } = await lookAtAll(walk, glance);
  expect(answered).toEqual(expected);
}
