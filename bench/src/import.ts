import { readFileSync } from 'node:fs';
import type { Database } from '@rede/api/db/client';
import { copyInto } from '@rede/api/orders-import/copy';
import { ordersImport } from '@rede/contract/orders-import';
import { ExplainedError } from '@rede/local/explained-error';
import { sql } from 'kysely';
import type { Benchmark } from './benchmark.ts';
import { copiedColumns, filesOfOrders, type OrdersFiles } from './import-files.ts';
import { watchMemory } from './measure.ts';
import type { Product } from './product.ts';
import { atLeast, atMost, table } from './table.ts';

const rounds = 5;

/** How many times the baseline's speed, how many times the good file's time, and megabytes. */
const targets = { speed: 1, badLines: 1.2, memory: 150 };

/** Orders from a CSV file over HTTP, beside COPY of the same orders into the same table. */
export const imports: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    if (process.env.DATABASE_URL !== undefined) {
      throw new ExplainedError(
        'The import empties the table of orders before each round: it is measured on a network that is generated.',
      );
    }
    const files = await filesOfOrders(product.database);
    say(
      `POST ${ordersImport.load.path}: ${files.records} records, ${Math.round(files.good.length / 1e6)} MB; medians of ${rounds} rounds, one of each in turn; ratios of each round.\n` +
        'COPY, the baseline: the same orders from a client, with consultants by id, into the very same table with its keys, indexes, foreign key and triggers.\n' +
        'COPY, few indexes: into a table with its keys, its foreign key and the indexes by day and by consultant only; for information.\n' +
        'database: what its processes computed, which tells more than seconds where the machine has other work.\n',
    );
    await measureImports(product, files, say);
  },
};

async function measureImports({ send, database, pid }: Product, files: OrdersFiles, say: (text: string) => void) {
  await createPlainTable(database);
  const upload = (file: string) => send('POST', ordersImport.load.path, file);
  const memory = watchMemory(pid);
  const [copied, copiedToPlain, withBadLines, good] = await inTurn(
    database,
    [
      () => copy(database, 'orders', files),
      () => copy(database, plainTable, files),
      () => upload(files.withBadLines),
      // Last, so that all orders are there for what is measured next.
      () => upload(files.good),
    ],
    // The background worker reads orders under the history's lock: who takes it first waits for it, and not both for each other.
    () => database.pool.query(`begin; select lock_history(); truncate orders, ${plainTable}; commit`),
  );
  const grown = memory.growth();
  await database.pool.query(`drop table ${plainTable}`);

  const { row } = table(
    [
      { title: 'work', width: 20 },
      { title: 'seconds', width: 7, right: true },
      { title: 'records/s', width: 9, right: true },
      { title: 'database', width: 8, right: true },
      { title: 'beside', width: 17 },
      { title: 'ratio', width: 5, right: true },
      { title: 'of database', width: 11, right: true },
      { title: 'target', width: 16 },
    ],
    say,
  );
  const figures = ({ times, computed }: Measured) => {
    const ms = median(times);
    return [
      (ms / 1000).toFixed(1),
      String(Math.round((files.records / ms) * 1000)),
      (median(computed) / 1000).toFixed(1),
    ];
  };
  const ratios = (one: Measured, other: Measured) => ({
    ratio: medianRatio(one.times, other.times),
    ofDatabase: medianRatio(one.computed, other.computed).toFixed(2),
  });
  const besideGood = (name: string, other: Measured) => {
    const { ratio, ofDatabase } = ratios(other, good);
    return [name, ratio.toFixed(2), ofDatabase, name === 'COPY' ? atLeast(ratio, targets.speed) : ''];
  };
  row(['COPY', ...figures(copied)]);
  row(['COPY, few indexes', ...figures(copiedToPlain)]);
  row(['import', ...figures(good), ...besideGood('COPY', copied)]);
  row(['import', ...figures(good), ...besideGood('COPY, few indexes', copiedToPlain)]);
  const { ratio: cost, ofDatabase } = ratios(withBadLines, good);
  const besideImport = ['import', cost.toFixed(2), ofDatabase, atMost(cost, targets.badLines)];
  row(['import, a tenth bad', ...figures(withBadLines), ...besideImport]);
  if (grown !== undefined)
    say(`\nMemory of the process: ${grown} MB more at most; ≤ ${targets.memory} MB: ${atMost(grown, targets.memory)}.`);
}

/** Of one work round by round, in milliseconds. */
interface Measured {
  times: number[];
  /** By the database's processes. */
  computed: number[];
}

async function inTurn<Works extends readonly (() => Promise<unknown>)[]>(
  database: Database,
  works: readonly [...Works],
  before: () => Promise<unknown>,
): Promise<{ [work in keyof Works]: Measured }> {
  const measured = works.map((): Measured => ({ times: [], computed: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      await before();
      const computedBefore = await computedByDatabase(database);
      const began = performance.now();
      await work();
      measured[index]?.times.push(performance.now() - began);
      const computed = await computedByDatabase(database);
      const more = [...computed].map(([pid, ms]) => ms - (computedBefore.get(pid) ?? 0));
      measured[index]?.computed.push(more.reduce((sum, ms) => sum + ms, 0));
    }
  }
  return measured as { [work in keyof Works]: Measured };
}

/** What each of the database's connections computed so far, in milliseconds; nothing where the system does not tell. */
async function computedByDatabase(database: Database): Promise<Map<number, number>> {
  if (process.platform !== 'linux') return new Map();
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  `.execute(database);
  return new Map(
    rows.map(({ pid }) => [pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6]),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Of each round by itself: a machine that is slower for some minutes is so for both. */
function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/** The table's columns and keys, and two of its indexes. */
const plainTable = 'orders_plain';

async function createPlainTable(database: Database): Promise<void> {
  await database.pool.query(`
    create table ${plainTable} (like orders including all excluding indexes);
    alter table ${plainTable}
      add primary key (id),
      add unique (ecommerce_id),
      add foreign key (consultant_id) references consultants (id);
    create index on ${plainTable} (consultant_id, created_at) include (total_cents, pending_cents);
    create index on ${plainTable} (created_at, id);
  `);
}

async function copy({ pool }: Database, into: string, { copy }: OrdersFiles): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    // The activity log notes what a load creates no more than it.
    await client.query("set local rede.file = 'on'");
    await copyInto(client, `${into} (${copiedColumns})`, copy);
    await client.query('commit');
  } finally {
    client.release();
  }
}
