import { startWorker } from '@rede/api/background/worker';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { startApi } from './start-api.ts';

test('a server keeps up what is derived while it runs: nodes are made, counts are merged, and the list goes with the day', async () => {
  const api = await startApi({ upkeep: true, today: '2026-06-15' });
  try {
    await sql`update rollup_settings set min_members = 2`.execute(api.database);
    await api.consultant({ internalId: 'TOP' });
    for (const code of ['A', 'B', 'C']) await api.consultant({ internalId: code, parentId: 'TOP' });
    await api.order({ ecommerceId: '1', by: 'A' });

    const left = async () => {
      const { rows } = await sql`
        select
          (select count(*) from rollup_nodes where not is_building) as nodes,
          (select count(*) from order_counts where delta > 0) as deltas,
          (select day from current_upline_day) as day
      `.execute(api.database);
      return rows[0];
    };

    await expect.poll(left).toEqual({ nodes: 1, deltas: 0, day: '2026-06-15' });
    expect((await api.admin.get<Page<unknown>>('/api/v1/consultants?parentId=top')).body.totalResults).toBe(3);
    expect(await differencesIn(api)).toEqual([]);
  } finally {
    await api.stop();
  }
});

test('a job that fails says so once, goes on, and says so again when it fails anew', async () => {
  const logged: string[] = [];
  const outcomes = ['fails', 'fails', 'works', 'fails'];
  let steps = 0;
  const worker = startWorker(
    () => [
      {
        name: 'a job',
        idle: 1,
        step: async () => {
          steps += 1;
          if (outcomes[steps - 1] === 'fails') throw new Error('away');
          return false;
        },
      },
    ],
    { warn: (_: unknown, message?: string) => logged.push(message ?? ''), info: () => undefined },
  );

  await expect.poll(() => steps).toBeGreaterThan(5);
  await worker.stop();
  const stopped = steps;

  expect(logged).toEqual(['a job waits', 'a job waits']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(steps).toBe(stopped);
});
