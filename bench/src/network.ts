import { connect, type Database } from '@rede/api/db/client';
import { findBranches } from '@rede/api/dashboard/branches';
import { findMonths } from '@rede/api/dashboard/months';
import { findMovements } from '@rede/api/dashboard/movements';
import { findOverview } from '@rede/api/dashboard/overview';
import { findDebtors } from '@rede/api/dashboard/debtors';
import { findNewMembers } from '@rede/api/dashboard/new-members';
import { findQuietMembers } from '@rede/api/dashboard/quiet-members';
import { findNetwork, findSummary } from '@rede/api/dashboard/queries';
import { dashboard, type Window } from '@rede/contract/dashboard';
import type { PoolClient } from 'pg';
import type { Benchmark } from './benchmark.ts';
import { computingClock, measure, medianOfFew, type Speed } from './measure.ts';
import { type Baseline, baselines, measurePace, windows, within, withClosure } from './network-baselines.ts';
import { countNetworks, findSubjects, type SizeClass, type Subject } from './network-subjects.ts';
import { measureUpkeep, untilBuilt, whileNobodyCounts } from './network-upkeep.ts';
import { measureWaits } from './network-waits.ts';
import { measureWrites } from './network-writes.ts';
import type { Product } from './product.ts';
import { figures, milliseconds, table } from './table.ts';

/** The dashboard of networks of every size beside the walk of the history and a closure table; and what changes cost. */
export const networks: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    await untilBuilt(product.database);
    await withClosure(product, say, async (client) => {
      await countNetworks(client, windows);
      const classes = await findSubjects(client);
      await measureReads(product, classes, client, say);
      await measureStaleCards(product, classes, client, say);
      await measureWrites(product, client, say);
      await measureUpkeep(product, client, say);
      await measureWaits(product, client, say);
    });
  },
};

interface Work {
  title: string;
  /** In milliseconds; undefined where none is set. */
  target: (members: number) => number | undefined;
  address: (subject: Subject, window: Window) => string;
  alone: (database: Database, subject: Subject, window: Window) => Promise<unknown>;
  baseline?: (baseline: Baseline, subject: Subject, window: Window) => Promise<unknown>;
}

const small = 10_000;

function pageWork(title: string, target: Work['target'], pageOf: (members: number) => number): Work {
  const paged = ({ inWindows }: Subject, window: Window) =>
    Math.max(0, pageOf(Math.ceil((inWindows[windows.indexOf(window)] ?? 0) / 20)));
  return {
    title,
    target,
    address: (subject, window) =>
      addressOf(dashboard.total.path, window, { pageNumber: String(paged(subject, window)) }),
    alone: (database, subject, window) =>
      findNetwork(
        database,
        { consultantId: subject.id, depth: 'total', window },
        { pageNumber: paged(subject, window), pageSize: 20, sort: 'name' },
      ),
    baseline: (baseline, subject, window) => baseline.page(subject.id, window, paged(subject, window)),
  };
}

const pageTarget = (members: number) => (members <= small ? 30 : 150);
const listTarget = (members: number) => (members <= 100_000 ? 500 : 1500);

const works: Work[] = [
  {
    title: 'cards',
    target: (members) => (members <= small ? 10 : 50),
    address: () => dashboard.summary.path,
    alone: (database, { id }, window) => findSummary(database, id, window),
    baseline: (baseline, { id }, window) => baseline.figures(id, window),
  },
  pageWork('first page', pageTarget, () => 0),
  pageWork('last page', pageTarget, (pages) => pages - 1),
  pageWork(
    'middle page',
    (members) => (members <= small ? 30 : 500),
    (pages) => Math.floor(pages / 2),
  ),
  {
    title: 'direct network',
    target: pageTarget,
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
    target: () => 150,
    address: (_, window) => addressOf(dashboard.branches.path, window),
    alone: (database, { id }, window) => findBranches(database, id, window, { path: [], pageNumber: 0, pageSize: 20 }),
  },
  {
    title: 'overview',
    target: (members) => (members <= small ? 30 : 300),
    address: () => dashboard.overview.path,
    alone: (database, { id }, { endDate }) => findOverview(database, id, endDate),
  },
  {
    title: 'movements',
    target: () => 150,
    address: (_, window) => addressOf(dashboard.movements.path, window),
    alone: (database, { id }, window) => findMovements(database, id, window),
  },
  {
    title: 'months',
    target: () => undefined,
    address: (_, window) => addressOf(dashboard.months.path, window),
    alone: (database, { id }, window) => findMonths(database, id, window),
  },
  {
    title: 'who is new',
    target: listTarget,
    address: (_, window) => addressOf(dashboard.newMembers.path, window),
    alone: (database, { id }, window) => findNewMembers(database, id, window, { pageNumber: 0, pageSize: 20 }),
  },
  {
    title: 'who owes',
    target: listTarget,
    address: (_, { endDate }) => addressOf(dashboard.debtors.path, { endDate }),
    alone: (database, { id }, { endDate }) =>
      findDebtors(database, id, endDate, { pageNumber: 0, pageSize: 20, sort: '-totalPendingValue' }),
  },
  {
    title: 'gone quiet',
    target: listTarget,
    address: (_, { endDate }) => addressOf(dashboard.quietMembers.path, { endDate }),
    alone: (database, { id }, { endDate }) => findQuietMembers(database, id, endDate, { pageNumber: 0, pageSize: 20 }),
  },
];

function addressOf(path: string, days: Partial<Window>, more: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ ...days, ...more })}`;
}

async function measureReads(
  product: Product,
  classes: readonly SizeClass[],
  client: PoolClient,
  say: (text: string) => void,
): Promise<void> {
  const { recursive, closure } = baselines(client);
  const baselineClock = await computingClock(client);
  const pace = await measurePace(client, say);
  // Of one connection, whose process is measured; one that has long been idle is another's.
  const single = connect(product.url, { poolSize: 1 });
  say(
    'Over HTTP; then, of the same calls without it, how long the database computed, and in SQL alone two baselines by the same measure: the\n' +
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
      { title: 'p99 over HTTP', width: 34 },
    ],
    say,
  );
  for (const { subjects } of classes) {
    const asks = await Promise.all(subjects.map(({ email }) => product.askAs(email)));
    const { largest, about } = membersOf(subjects);
    for (const { title, target, address, alone, baseline } of works) {
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
      const singleClock = await computingClock(single.pool);
      const own = await unlessGivenUp(() =>
        measure((turn) => {
          const { subject, window } = inTurn(turn);
          return alone(single, subject, window);
        }, singleClock),
      );
      const against = async (other: Baseline): Promise<number | undefined> => {
        if (!baseline) return undefined;
        return medianOfFew((turn) => {
          const { subject, window } = inTurn(turn);
          return baseline(other, subject, window);
        }, baselineClock);
      };
      const [walk, table] = [await against(recursive), await against(closure)];
      const targetMs = target(largest);
      row([
        about,
        title,
        ...(http ? figures(http) : ['', 'none', 'none']),
        ...(own ? figures(own).slice(1) : ['none', 'none']),
        walk === undefined ? '' : milliseconds(walk),
        table === undefined ? '' : milliseconds(table),
        walk === undefined || !own ? '' : `${(walk / own.p50).toFixed(1)} ×`,
        targetMs === undefined || !http ? '' : within(http.p99, targetMs, pace),
      ]);
    }
  }
  await single.destroy();
}

function membersOf(subjects: readonly Subject[]): { largest: number; about: string } {
  const most = subjects.map(({ inWindows }) => Math.max(...inWindows));
  const largest = Math.max(...most);
  const smallest = Math.min(...most);
  return { largest, about: smallest === largest ? String(largest) : `${smallest}–${largest}` };
}

/** The cards after a change of so many members that they are counted later, until they are. */
async function measureStaleCards(
  product: Product,
  classes: readonly SizeClass[],
  client: PoolClient,
  say: (text: string) => void,
): Promise<void> {
  const pace = await measurePace(client, say);
  say('Cards over HTTP while members are yet to be counted again, of all networks.\n');
  const { row } = table(
    [
      { title: 'members', width: 15 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'p99', width: 34 },
    ],
    say,
  );
  await whileNobodyCounts(product.database, async () => {
    await client.query('update rollup_nodes set membership_version = membership_version + 1');
    for (const { subjects } of classes) {
      const { largest, about } = membersOf(subjects);
      const asks = await Promise.all(subjects.map(({ email }) => product.askAs(email)));
      const speed = await measure(async (turn) => asks[turn % asks.length]?.(dashboard.summary.path));
      row([about, ...figures(speed), within(speed.p99, largest <= 100_000 ? 300 : 1500, pace)]);
    }
  });
  await untilBuilt(product.database);
}

/** Undefined where there was no answer: the database gives up after a minute. */
function unlessGivenUp(measured: () => Promise<Speed>): Promise<Speed | undefined> {
  return measured().catch((error: unknown) => {
    if (/statement timeout|answered 50[03]/.test(String(error))) return undefined;
    throw error;
  });
}
