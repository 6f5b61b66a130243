import { expect, test } from 'vitest';
import { trials } from './network-steps.ts';
import { trySequences } from './network-trial.ts';

test(
  'so it is where large networks are kept beside the history, however few make one large',
  async ({ annotate }) => {
    const nodesOfSoFew = [1, 2, 3];

    const taken = await trySequences(nodesOfSoFew);

    await annotate(`${taken} steps were taken.`);
    expect(taken).toBeGreaterThan(0);
  },
  trials.timeout,
);
