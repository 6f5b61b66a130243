import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@rede/api/db/client';
import { verify } from '@rede/api/verify';
import { todayInLisbon } from '@rede/contract/days';
import type { PoolClient } from 'pg';
import { baselines, windows } from './network-baselines.ts';
import type { Product } from './product.ts';
import { table } from './table.ts';

/** Waits until the API's worker has made all rollup nodes there ought to be and counted their members. */
export async function untilBuilt(database: Database): Promise<void> {
  for (;;) {
    await until(
      database,
      'not exists (select from rollup_nodes where is_building or counted_version <> membership_version)',
    );
    const { rows } = await database.pool.query<{ missing: number }>(
      'select count(*) as missing from rollup_candidates($1)',
      [todayInLisbon()],
    );
    if (rows[0]?.missing === 0) return;
    await delay(1000);
  }
}

/** Waits until a condition holds in the database. */
export async function until({ pool }: Database, condition: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ holds: boolean }>(`select ${condition} as holds`);
    if (rows[0]?.holds) return;
    await delay(100);
  }
}

/** Keeps the worker from counting members meanwhile. */
export async function whileNobodyCounts({ pool }: Database, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('count members'))");
    await work();
  } finally {
    // Which gives the lock back.
    client.release(true);
  }
}

const keptTables = ['rollup_nodes', 'nearest_rollups', 'rollup_closure', 'daily_totals', 'member_counts'];

/** How large is what is kept of networks, and how long `verify` takes. */
export async function measureUpkeep(
  { database }: Product,
  client: PoolClient,
  say: (text: string) => void,
): Promise<void> {
  say('\nWhat is kept of networks.\n');
  const sizes = table(
    [
      { title: 'table', width: 15 },
      { title: 'rows', width: 9, right: true },
      { title: 'MB', width: 7, right: true },
      { title: 'bytes a consultant', width: 18, right: true },
    ],
    say,
  );
  for (const name of keptTables) {
    const { rows } = await client.query<{ count: number; bytes: number; everybody: number }>(
      `select count(*), pg_total_relation_size('${name}') as bytes, (select count(*) from consultants) as everybody from ${name}`,
    );
    const { count, bytes, everybody } = rows[0] ?? { count: 0, bytes: 0, everybody: 0 };
    sizes.row([name, String(count), (bytes / 1e6).toFixed(1), String(Math.round(bytes / everybody))]);
  }

  const { rows } = await client.query<{ id: number }>('select id::integer from bench_size order by today desc limit 1');
  const { recursive } = baselines(client);
  const longest = windows.at(-1);
  if (!longest) throw new Error('there is a window');
  const walk = await secondsOf(() => recursive.figures(rows[0]?.id ?? 0, longest));
  const said: string[] = [];
  let differences = 0;
  const verified = await secondsOf(async () => {
    differences = await verify(database, (text) => said.push(text));
  });
  say(
    '\nThe walk of the root with the orders of two years, which visits everybody once, and `verify`, which works out all that is kept.\n',
  );
  const verifying = table(
    [
      { title: 'walk s', width: 7, right: true },
      { title: 'verify s', width: 8, right: true },
      { title: 'verify / walk', width: 13, right: true },
      { title: 'differences', width: 11, right: true },
    ],
    say,
  );
  verifying.row([walk.toFixed(1), verified.toFixed(1), (verified / walk).toFixed(1), String(differences)]);
  say(`\n${said.slice(0, 10).join('\n')}`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
