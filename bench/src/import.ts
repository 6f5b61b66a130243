import type { Database } from '@rede/api/db/client';
import { copyInto } from '@rede/api/orders-import/copy';
import { ordersImport } from '@rede/contract/orders-import';
import { ExplainedError } from '@rede/local/explained-error';
import type { Benchmark } from './benchmark.ts';
import { copiedColumns, filesOfOrders, type OrdersFiles } from './import-files.ts';
import { watchMemory } from './measure.ts';
import type { Product } from './product.ts';
import { atLeast, atMost, table } from './table.ts';

const rounds = 5;

/** Times of its rivals and of the good file, and megabytes, to be held to. */
const bars = { speed: 1, spoiled: 1.2, memory: 150 };

/** Orders from a CSV file over HTTP, beside COPY of the same orders. */
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
        'COPY: the same orders from a client, with consultants by id; into the table as it is, and into one with the same columns, keys and\n' +
        'indexes and without the triggers that keep the totals of networks.\n',
    );
    await measureImports(product, files, say);
  },
};

async function measureImports({ send, database, pid }: Product, files: OrdersFiles, say: (text: string) => void) {
  await createTwin(database);
  const upload = (file: string) => send('POST', ordersImport.load.path, file);
  const memory = watchMemory(pid);
  const [copied, copiedToTwin, spoiled, good] = await inTurn(
    [
      () => copy(database, 'orders', files),
      () => copy(database, twin, files),
      () => upload(files.spoiled),
      // Last, so that all orders are there for what is measured next.
      () => upload(files.good),
    ],
    () => database.pool.query(`truncate orders, ${twin}`),
  );
  const grown = memory.growth();
  await database.pool.query(`drop table ${twin}`);

  const { row } = table(
    [
      { title: 'work', width: 20 },
      { title: 'seconds', width: 7, right: true },
      { title: 'records/s', width: 9, right: true },
      { title: 'beside', width: 17 },
      { title: 'ratio', width: 5, right: true },
      { title: 'bar', width: 16 },
    ],
    say,
  );
  const figures = (times: readonly number[]) => {
    const ms = median(times);
    return [(ms / 1000).toFixed(1), String(Math.round((files.records / ms) * 1000))];
  };
  const besideGood = (rival: string, times: readonly number[]) => {
    const ratio = medianRatio(times, good);
    return [rival, ratio.toFixed(2), atLeast(ratio, bars.speed)];
  };
  row(['COPY', ...figures(copied)]);
  row(['COPY, no triggers', ...figures(copiedToTwin)]);
  row(['import', ...figures(good), ...besideGood('COPY', copied)]);
  row(['import', ...figures(good), ...besideGood('COPY, no triggers', copiedToTwin)]);
  const cost = medianRatio(spoiled, good);
  row(['import, a tenth bad', ...figures(spoiled), 'import', cost.toFixed(2), atMost(cost, bars.spoiled)]);
  if (grown !== undefined)
    say(`\nMemory of the process: ${grown} MB more at most; ≤ ${bars.memory} MB: ${atMost(grown, bars.memory)}.`);
}

/** The times of each work, in milliseconds, round by round. */
async function inTurn<Works extends readonly (() => Promise<unknown>)[]>(
  works: readonly [...Works],
  before: () => Promise<unknown>,
): Promise<{ [work in keyof Works]: number[] }> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      await before();
      const began = performance.now();
      await work();
      times[index]?.push(performance.now() - began);
    }
  }
  return times as { [work in keyof Works]: number[] };
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Of each round by itself: a machine that is slower for some minutes is so for both. */
function medianRatio(times: readonly number[], others: readonly number[]): number {
  return median(times.map((ms, round) => ms / (others[round] ?? Number.NaN)));
}

/** What bulk loads are compared with: the table's columns, keys and indexes, and nothing else. */
const twin = 'orders_twin';

async function createTwin(database: Database): Promise<void> {
  await database.pool.query(`
    create table ${twin} (like orders including all);
    alter table ${twin} add foreign key (consultant_id) references consultants (id);
  `);
}

async function copy({ pool }: Database, into: string, { copy }: OrdersFiles): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await copyInto(client, `${into} (${copiedColumns})`, copy);
  } finally {
    client.release(true);
  }
}
