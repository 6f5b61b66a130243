import { connect, type Database } from '@rede/api/db/client';
import { findBranches } from '@rede/api/dashboard/branches';
import { findMonths } from '@rede/api/dashboard/months';
import { findAlerts } from '@rede/api/dashboard/alerts';
import { findNetwork, findSummary } from '@rede/api/dashboard/queries';
import { dashboard, type Window } from '@rede/contract/dashboard';
import type { PoolClient } from 'pg';
import type { Benchmark } from './benchmark.ts';
import { type Clock, computingClock, measure, type Speed } from './measure.ts';
import { type Rival, rivals, windows, withClosure } from './network-rivals.ts';
import { countNetworks, findSubjects, type SizeClass, type Subject } from './network-subjects.ts';
import { measureWrites } from './network-writes.ts';
import type { Product } from './product.ts';
import { figures, milliseconds, table, atMost } from './table.ts';

/** The dashboard of networks of every size beside the walk of the history and a closure table; and what changes cost. */
export const networks: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    await withClosure(product, say, async (client) => {
      await countNetworks(client, windows);
      await measureReads(product, await findSubjects(client, 'most'), client, say);
      await measureWrites(product, await findSubjects(client, 'today'), client, rivals(client).recursive, say);
    });
  },
};

interface Work {
  title: string;
  /** In milliseconds; undefined where none is set. */
  bar: (members: number) => number | undefined;
  address: (subject: Subject, window: Window) => string;
  alone: (database: Database, subject: Subject, window: Window) => Promise<unknown>;
  rival?: (rival: Rival, subject: Subject, window: Window) => Promise<unknown>;
}

const small = 10_000;

function pageWork(title: string, bar: Work['bar'], pageOf: (members: number) => number): Work {
  const paged = ({ inWindows }: Subject, window: Window) =>
    Math.max(0, pageOf(Math.ceil((inWindows[windows.indexOf(window)] ?? 0) / 20)));
  return {
    title,
    bar,
    address: (subject, window) =>
      addressOf(dashboard.total.path, window, { pageNumber: String(paged(subject, window)) }),
    alone: (database, subject, window) =>
      findNetwork(
        database,
        { consultantId: subject.id, depth: 'total', window },
        { pageNumber: paged(subject, window), pageSize: 20, sort: 'name' },
      ),
    rival: (rival, subject, window) => rival.page(subject.id, window, paged(subject, window)),
  };
}

const pageBar = (members: number) => (members <= small ? 30 : 150);

const works: Work[] = [
  {
    title: 'cards',
    bar: (members) => (members <= small ? 10 : 50),
    address: () => dashboard.summary.path,
    alone: (database, { id }, window) => findSummary(database, id, window),
    rival: (rival, { id }, window) => rival.figures(id, window),
  },
  pageWork('first page', pageBar, () => 0),
  pageWork('last page', pageBar, (pages) => pages - 1),
  pageWork(
    'middle page',
    (members) => (members <= small ? 30 : 500),
    (pages) => Math.floor(pages / 2),
  ),
  {
    title: 'direct network',
    bar: pageBar,
    address: (_, window) => addressOf(dashboard.direct.path, window),
    alone: (database, { id }, window) =>
      findNetwork(
        database,
        { consultantId: id, depth: 'direct', window },
        { pageNumber: 0, pageSize: 20, sort: 'name' },
      ),
  },
  {
    title: 'branches',
    bar: () => 150,
    address: (_, window) => addressOf(dashboard.branches.path, window),
    alone: (database, { id }, window) => findBranches(database, id, window, { path: [], pageNumber: 0, pageSize: 20 }),
  },
  {
    title: 'months',
    bar: () => undefined,
    address: (_, window) => addressOf(dashboard.months.path, window),
    alone: (database, { id }, window) => findMonths(database, id, window),
  },
  {
    title: 'gone quiet',
    bar: () => undefined,
    address: (_, window) => addressOf(dashboard.alerts.path, window, { kind: 'quiet' }),
    alone: (database, { id }, window) =>
      findAlerts(database, id, window, { kind: 'quiet', pageNumber: 0, pageSize: 20 }),
  },
];

function addressOf(path: string, window: Window, more: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ ...window, ...more })}`;
}

async function measureReads(
  product: Product,
  classes: readonly SizeClass[],
  client: PoolClient,
  say: (text: string) => void,
): Promise<void> {
  const { recursive, closure } = rivals(client);
  const rivalClock = computingClock(await processOf(client));
  // Of one connection, whose process is measured; one that has long been idle is another's.
  const single = connect(product.url, { poolSize: 1 });
  say(
    'Over HTTP; then, of the same calls without it, how long the database computed, and in SQL alone two rivals by the same measure: the\n' +
      'walk of the history, and a closure table. Other work on the machine stretches the first and not the second.\n',
  );
  const { row } = table(
    [
      { title: 'members', width: 15 },
      { title: 'asked for', width: 14 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'CPU p50', width: 7, right: true },
      { title: 'CPU p99', width: 7, right: true },
      { title: 'walk', width: 6, right: true },
      { title: 'closure', width: 7, right: true },
      { title: 'walk / ours', width: 11, right: true },
      { title: 'p99 over HTTP', width: 22 },
    ],
    say,
  );
  for (const { subjects } of classes) {
    const asks = await Promise.all(subjects.map(({ email }) => product.askAs(email)));
    const most = subjects.map(({ inWindows }) => Math.max(...inWindows));
    const largest = Math.max(...most);
    const smallest = Math.min(...most);
    for (const { title, bar, address, alone, rival } of works) {
      const inTurn = (turn: number) => {
        const index = turn % subjects.length;
        const subject = subjects[index];
        const window = windows[Math.floor(turn / subjects.length) % windows.length];
        const ask = asks[index];
        if (!subject || !window || !ask) throw new Error('a class has a subject');
        return { subject, window, ask };
      };
      const http = await unlessGivenUp(() =>
        measure((turn) => {
          const { subject, window, ask } = inTurn(turn);
          return ask(address(subject, window));
        }),
      );
      const singleClock = computingClock(await processOf(single.pool));
      const own = await unlessGivenUp(() =>
        measure((turn) => {
          const { subject, window } = inTurn(turn);
          return alone(single, subject, window);
        }, singleClock),
      );
      const against = async (other: Rival): Promise<number | undefined> => {
        if (!rival) return undefined;
        return medianOfFew((turn) => {
          const { subject, window } = inTurn(turn);
          return rival(other, subject, window);
        }, rivalClock);
      };
      const [walk, table] = [await against(recursive), await against(closure)];
      const barMs = bar(largest);
      row([
        smallest === largest ? String(largest) : `${smallest}–${largest}`,
        title,
        ...(http ? figures(http) : ['', 'none', 'none']),
        ...(own ? figures(own).slice(1) : ['none', 'none']),
        walk === undefined ? '' : milliseconds(walk),
        table === undefined ? '' : milliseconds(table),
        walk === undefined || !own ? '' : `${(walk / own.p50).toFixed(1)} ×`,
        barMs === undefined || !http ? '' : `≤ ${barMs}: ${atMost(http.p99, barMs)}`,
      ]);
    }
  }
  await single.destroy();
}

/** Undefined where there was no answer: the database gives up after a minute. */
function unlessGivenUp(measured: () => Promise<Speed>): Promise<Speed | undefined> {
  return measured().catch((error: unknown) => {
    if (/statement timeout|answered 50[03]/.test(String(error))) return undefined;
    throw error;
  });
}

async function processOf(connection: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const patienceMs = 5000;

/** Of as many as fit the patience, one at least, and nine at most: rivals may take half a minute. */
async function medianOfFew(work: (turn: number) => Promise<unknown>, clock: Clock): Promise<number> {
  const times: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < 9 && performance.now() - began < patienceMs; turn += 1) {
    const start = clock();
    await work(turn);
    times.push(clock() - start);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}
