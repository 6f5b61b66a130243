import { expect, test } from 'vitest';
import { trials } from './network-steps.ts';
import { trySequences } from './network-trial.ts';

test(
  'whatever people do, in whatever order, every decision and every figure is the naive model’s',
  async ({ annotate }) => {
    const anyNetworkIsWalked = [1_000_000];

    const taken = await trySequences(anyNetworkIsWalked);

    await annotate(`${taken} steps were taken.`);
    expect(taken).toBeGreaterThan(0);
  },
  trials.timeout,
);
