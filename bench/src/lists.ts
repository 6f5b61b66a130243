import { findConsultants } from '@rede/api/consultants/list';
import type { Database } from '@rede/api/db/client';
import { findOrders } from '@rede/api/orders/list';
import { consultants } from '@rede/contract/consultants';
import { todayInLisbon } from '@rede/contract/days';
import { orders } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import type { Benchmark } from './benchmark.ts';
import { consultantCases } from './consultant-cases.ts';
import type { Case } from './list-case.ts';
import { measure } from './measure.ts';
import { orderCases } from './order-cases.ts';
import { sampleHeads, samplePeople } from './people.ts';
import type { Product } from './product.ts';
import { figures, table, atMost } from './table.ts';

const targetMs = 50;
const asOf = { rootUplineCode: 'IK0', today: todayInLisbon() };

interface List {
  path: string;
  cases: Case[];
  /** Where the sums of a filter are. */
  totals?: string;
  /** A page without the API. */
  find: (database: Database, query: Record<string, string>) => Promise<unknown>;
}

/** The lists of consultants and of orders: every filter, selective and broad, every sort, first and last page. */
export const lists: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    const people = await samplePeople(product.database);
    await measureList(product, say, {
      path: consultants.list.path,
      cases: consultantCases(people),
      find: (database, query) => findConsultants(database, consultants.list.query.parse(query), asOf),
    });
    await measureList(product, say, {
      path: orders.list.path,
      cases: orderCases(people, await sampleHeads(product.database)),
      totals: orders.totals.path,
      find: (database, query) => findOrders(database, orders.list.query.parse(query), asOf.rootUplineCode),
    });
  },
};

async function measureList(
  { ask, database }: Product,
  say: (text: string) => void,
  { path, cases, totals, find }: List,
) {
  say(
    `\nGET ${path}. SQL: the same queries without the API. Again: asked once more before anything is written.` +
      (totals ? ` Sums: GET ${totals}.\n` : '\n'),
  );
  const { row } = table(
    [
      { title: 'asked for', width: 26 },
      { title: 'found', width: 8, right: true },
      { title: 'page', width: 5 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'again p50', width: 9, right: true },
      { title: 'again p99', width: 9, right: true },
      { title: 'SQL p50', width: 7, right: true },
      { title: 'SQL p99', width: 7, right: true },
      ...(totals ? ['sums p50', 'sums p99'] : []).map((title) => ({ title, width: 8, right: true })),
      { title: `p99 ≤ ${targetMs} ms`, width: 15 },
    ],
    say,
  );
  const forget = () => forgetCounts(database);
  const addressOf = (query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

  for (const { title, asked } of cases) {
    const sizes: Pick<Page<unknown>, 'totalPages' | 'totalResults'>[] = [];
    for (const filter of asked) sizes.push(JSON.parse(await ask(addressOf(filter))) as Page<unknown>);
    const found = Math.round(sizes.reduce((sum, { totalResults }) => sum + totalResults, 0) / sizes.length);
    const ends = sizes.some(({ totalPages }) => totalPages > 1) ? ['first', 'last'] : ['only'];
    for (const end of ends) {
      const inTurn = (turn: number): Record<string, string> => {
        const index = turn % asked.length;
        const last = Math.max((sizes[index]?.totalPages ?? 0) - 1, 0);
        return { ...asked[index], pageNumber: String(end === 'last' ? last : 0) };
      };
      const http = (turn: number) => ask(addressOf(inTurn(turn)));
      const anew = await measure(http, undefined, forget);
      const again = await measure(http);
      const alone = await measure((turn) => find(database, inTurn(turn)), undefined, forget);
      const speeds = [...figures(anew), ...figures(again).slice(1), ...figures(alone).slice(1)];
      const sums = totals
        ? figures(await measure((turn) => ask(`${totals}?${unsorted(asked[turn % asked.length])}`), undefined, forget))
        : [];
      row([title, String(found), end, ...speeds, ...sums.slice(1), atMost(anew.p99, targetMs)]);
    }
  }
}

function unsorted(asked: Record<string, string> = {}): URLSearchParams {
  const filter = new URLSearchParams(asked);
  filter.delete('sort');
  return filter;
}

/** As if something had been written: what is remembered counts no more. */
async function forgetCounts(database: Database): Promise<void> {
  await sql`insert into list_writes (source) values ('consultants')`.execute(database);
}
