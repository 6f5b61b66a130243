import { findBranches } from '@rede/api/network/branches';
import { findMonths } from '@rede/api/network/months';
import { findNotable } from '@rede/api/network/notable';
import { findNetwork, findSummary } from '@rede/api/network/queries';
import { network, type Window } from '@rede/contract/network';
import type { Benchmark } from './benchmark.ts';
import { measure } from './measure.ts';
import { type Rival, rivals, windows, withClosure } from './network-rivals.ts';
import { findSubjects, type SizeClass, type Subject } from './network-subjects.ts';
import { measureWrites } from './network-writes.ts';
import type { Product } from './product.ts';
import { figures, milliseconds, table, verdict } from './table.ts';

/** The dashboard of networks of every size beside the walk of the history and a closure table; and what changes cost. */
export const networks: Benchmark = {
  ordersPerConsultant: 10,
  run: async (product, say) => {
    await withClosure(product, say, async (client) => {
      const classes = await findSubjects(client);
      const { recursive, closure } = rivals(client);
      await measureReads(product, classes, { recursive, closure }, say);
      await measureWrites(product, classes, client, recursive, say);
    });
  },
};

interface Work {
  title: string;
  /** In milliseconds; undefined where none is set. */
  bar: (members: number) => number | undefined;
  address: (subject: Subject, window: Window) => string;
  alone: (product: Product, subject: Subject, window: Window) => Promise<unknown>;
  rival?: (rival: Rival, subject: Subject, window: Window) => Promise<unknown>;
}

const small = 10_000;

function pageWork(title: string, bar: Work['bar'], pageOf: (members: number) => number): Work {
  const paged = ({ members }: Subject) => Math.max(0, pageOf(Math.ceil(members / 20)));
  return {
    title,
    bar,
    address: (subject, window) => addressOf(network.total.path, window, { pageNumber: String(paged(subject)) }),
    alone: ({ database }, subject, window) =>
      findNetwork(
        database,
        { consultantId: subject.id, depth: 'total', window },
        { pageNumber: paged(subject), pageSize: 20, sort: 'name' },
      ),
    rival: (rival, subject, window) => rival.page(subject.id, window, paged(subject)),
  };
}

const pageBar = (members: number) => (members <= small ? 30 : 150);

const works: Work[] = [
  {
    title: 'cards',
    bar: (members) => (members <= small ? 10 : 50),
    address: () => network.summary.path,
    alone: ({ database }, { id }, window) => findSummary(database, id, window),
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
    address: (_, window) => addressOf(network.direct.path, window),
    alone: ({ database }, { id }, window) =>
      findNetwork(
        database,
        { consultantId: id, depth: 'direct', window },
        { pageNumber: 0, pageSize: 20, sort: 'name' },
      ),
  },
  {
    title: 'branches',
    bar: () => 150,
    address: (_, window) => addressOf(network.branches.path, window),
    alone: ({ database }, { id }, window) =>
      findBranches(database, id, window, { path: [], pageNumber: 0, pageSize: 20 }),
  },
  {
    title: 'months',
    bar: () => undefined,
    address: (_, window) => addressOf(network.months.path, window),
    alone: ({ database }, { id }, window) => findMonths(database, id, window),
  },
  {
    title: 'gone quiet',
    bar: () => undefined,
    address: (_, window) => addressOf(network.notable.path, window, { occasion: 'quiet' }),
    alone: ({ database }, { id }, window) =>
      findNotable(database, id, window, { occasion: 'quiet', pageNumber: 0, pageSize: 20 }),
  },
];

function addressOf(path: string, window: Window, more: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ ...window, ...more })}`;
}

async function measureReads(
  product: Product,
  classes: readonly SizeClass[],
  { recursive, closure }: Record<'recursive' | 'closure', Rival>,
  say: (text: string) => void,
): Promise<void> {
  say(
    'Over HTTP, the same calls without it, and in SQL alone two rivals: the walk of the history, and a closure table.\n',
  );
  const { row } = table(
    [
      { title: 'members', width: 15 },
      { title: 'asked for', width: 14 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'no HTTP', width: 7, right: true },
      { title: 'p99', width: 6, right: true },
      { title: 'walk', width: 6, right: true },
      { title: 'closure', width: 7, right: true },
      { title: 'walk / ours', width: 11, right: true },
      { title: 'p99 over HTTP', width: 22 },
    ],
    say,
  );
  for (const { subjects } of classes) {
    const asks = await Promise.all(subjects.map(({ email }) => product.askAs(email)));
    const largest = Math.max(...subjects.map(({ members }) => members));
    const smallest = Math.min(...subjects.map(({ members }) => members));
    for (const { title, bar, address, alone, rival } of works) {
      const inTurn = (turn: number) => {
        const index = turn % subjects.length;
        const subject = subjects[index];
        const window = windows[Math.floor(turn / subjects.length) % windows.length];
        const ask = asks[index];
        if (!subject || !window || !ask) throw new Error('a class has a subject');
        return { subject, window, ask };
      };
      const http = await measure((turn) => {
        const { subject, window, ask } = inTurn(turn);
        return ask(address(subject, window));
      });
      const own = await measure((turn) => {
        const { subject, window } = inTurn(turn);
        return alone(product, subject, window);
      });
      const against = async (other: Rival): Promise<number | undefined> => {
        if (!rival) return undefined;
        return medianOfFew((turn) => {
          const { subject, window } = inTurn(turn);
          return rival(other, subject, window);
        });
      };
      const [walk, table] = [await against(recursive), await against(closure)];
      const barMs = bar(largest);
      row([
        smallest === largest ? String(largest) : `${smallest}–${largest}`,
        title,
        ...figures(http),
        ...figures(own).slice(1),
        walk === undefined ? '' : milliseconds(walk),
        table === undefined ? '' : milliseconds(table),
        walk === undefined ? '' : `${(walk / own.p50).toFixed(1)} ×`,
        barMs === undefined ? '' : `≤ ${barMs}: ${verdict(http.p99, barMs)}`,
      ]);
    }
  }
}

const patienceMs = 5000;

/** Of as many as fit the patience, one at least, and nine at most: rivals may take half a minute. */
async function medianOfFew(work: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let spent = 0;
  for (let turn = 0; turn < 9 && spent < patienceMs; turn += 1) {
    const start = performance.now();
    await work(turn);
    const time = performance.now() - start;
    times.push(time);
    spent += time;
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}
