import { consultants } from '@rede/contract/consultants';
import { monthsBefore, todayInLisbon } from '@rede/contract/days';
import { dashboard } from '@rede/contract/dashboard';
import { orders } from '@rede/contract/orders';
import type { Benchmark } from './benchmark.ts';
import { watchMemory } from './measure.ts';
import type { Product } from './product.ts';
import { atLeast, atMost, table } from './table.ts';

/** Rows a second, milliseconds until the first byte, and megabytes that the process may grow by. */
const targets = { speed: 100_000, firstByte: 300, memory: 64 };

/** What is large as spreadsheets: all consultants, the orders of three months, and the network of the first consultant. */
export const spreadsheets: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    say('Whole lists, once each after a first time that is not measured; read to the end as fast as they come.\n');
    const { row } = table(
      [
        { title: 'spreadsheet', width: 22 },
        { title: 'rows', width: 8, right: true },
        { title: 'MB', width: 5, right: true },
        { title: 'seconds', width: 7, right: true },
        { title: 'rows/s', width: 7, right: true },
        { title: `≥ ${targets.speed}`, width: 16 },
        { title: 'first byte ms', width: 13, right: true },
        { title: `≤ ${targets.firstByte}`, width: 16 },
        { title: 'memory MB', width: 9, right: true },
        { title: `≤ ${targets.memory}`, width: 16 },
      ],
      say,
    );
    for (const { title, path, email, rows } of await findSheets(product)) {
      // The first of a kind compiles what the others run.
      await product.download(path, email);
      const memory = watchMemory(product.pid);
      const { bytes, firstByte, whole } = await product.download(path, email);
      const grown = memory.growth();
      const speed = (rows / whole) * 1000;
      row([
        title,
        String(rows),
        (bytes / 1e6).toFixed(1),
        (whole / 1000).toFixed(1),
        String(Math.round(speed)),
        atLeast(speed, targets.speed),
        String(Math.round(firstByte)),
        atMost(firstByte, targets.firstByte),
        grown === undefined ? '' : String(grown),
        grown === undefined ? '' : atMost(grown, targets.memory),
      ]);
    }
  },
};

interface Sheet {
  title: string;
  path: string;
  /** Whose network it is; an administrator's list where there is none. */
  email?: string;
  rows: number;
}

const lately = `createdAtStart=${monthsBefore(todayInLisbon(), 3)}`;

async function findSheets({ ask, askAs, database }: Product): Promise<Sheet[]> {
  const { rows: found } = await database.pool.query<{ email: string }>(
    'select email from consultants order by id limit 1',
  );
  const [first] = found;
  if (!first) return [];
  const countOf = async (as: Product['ask'], path: string) => {
    const answered = JSON.parse(await as(path)) as { totalResults: number } | { members: { totalResults: number } };
    return 'members' in answered ? answered.members.totalResults : answered.totalResults;
  };
  const asFirst = await askAs(first.email);
  return [
    { title: 'consultants', path: consultants.spreadsheet.path, rows: await countOf(ask, consultants.list.path) },
    {
      title: 'orders of three months',
      path: `${orders.spreadsheet.path}?${lately}`,
      rows: await countOf(ask, `${orders.list.path}?${lately}`),
    },
    {
      title: 'network of the first',
      path: dashboard.totalSpreadsheet.path,
      email: first.email,
      rows: await countOf(asFirst, dashboard.total.path),
    },
  ];
}
