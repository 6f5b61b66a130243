import { setTimeout as delay } from 'node:timers/promises';
import { repair } from '@rede/api/verify/repair';
import { type Consultant, consultants } from '@rede/contract/consultants';
import { todayInLisbon } from '@rede/contract/days';
import { type HistoryEntry, history } from '@rede/contract/history';
import { orders } from '@rede/contract/orders';
import type { PoolClient } from 'pg';
import { speedOf } from './measure.ts';
import { measurePace, type Pace, within } from './network-baselines.ts';
import { until, untilBuilt } from './network-upkeep.ts';
import { findMoves, moveYearAgo, pathOf, yearAgo } from './network-writes.ts';
import type { Administrator, Product } from './product.ts';
import { milliseconds, table } from './table.ts';

/** How much longer than without maintenance the longest write may take, in milliseconds. */
const targetMs = 200;
const quietMs = 10_000;
const pauseMs = 20;

interface Maintenance {
  title: string;
  /** What is not measured and goes before. */
  prepare?: () => Promise<unknown>;
  work: () => Promise<unknown>;
}

/** How long writers take over HTTP, alone and beside everything that keeps up what is kept of networks. */
export async function measureWaits(product: Product, client: PoolClient, say: (text: string) => void): Promise<void> {
  const pace = await measurePace(client, say);
  say(
    'Writers over HTTP, four at once, each with a pause of 20 ms after each write: two that create orders, one that creates consultants and edits them,\n' +
      'one that moves leaves. Beside each maintenance, after as many seconds without.\n',
  );
  const { row } = table(
    [
      { title: 'beside', width: 34 },
      { title: 'seconds', width: 7, right: true },
      { title: 'writer', width: 11 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'p99 ms', width: 6, right: true },
      { title: 'longest', width: 7, right: true },
      { title: 'longer than without', width: 36 },
    ],
    say,
  );
  const people = await samplePlaces(client);
  const holds: string[] = [];
  try {
    for (const { title, prepare, work } of await maintenances(product, client)) {
      const alone = await whileWriting(product, people, () => delay(quietMs));
      tellWriters(row, 'nothing', alone);
      await prepare?.();
      const watched = watchHistoryLock(product);
      const beside = await whileWriting(product, people, work);
      const held = await watched.stop();
      tellWriters(row, title, beside, { alone, pace });
      holds.push(...held.map((hold) => `${title}: ${hold}`));
    }
  } finally {
    await cleanUp(product, people);
  }
  say(`\nWhat held the history's lock longest, seen every 20 ms:\n${holds.join('\n')}`);
}

type Told = ReturnType<typeof table>['row'];

function tellWriters(row: Told, title: string, { seconds, writes }: Written, besides?: { alone: Written; pace: Pace }) {
  for (const [writer, times] of writes) {
    const { p50, p99 } = speedOf(times);
    const longest = Math.max(...times);
    const more = besides && longest - Math.max(...(besides.alone.writes.get(writer) ?? []));
    row([
      title,
      seconds.toFixed(1),
      writer,
      String(times.length),
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(longest),
      besides && more !== undefined ? `${Math.round(more)} ms: ${within(more, targetMs, besides.pace)}` : '',
    ]);
  }
}

async function maintenances(product: Product, client: PoolClient): Promise<Maintenance[]> {
  const { database } = product;
  const mover = product.anotherAdministrator();
  const moves = await findMoves(product, client, 30_000);
  const lastDelta = async (name: string) => {
    const { rows } = await client.query<{ last: number }>(`select coalesce(max(delta), 0) as last from ${name}`);
    return rows[0]?.last ?? 0;
  };
  return [
    {
      title: 'a backlog of counts merged',
      work: async () => {
        await database.pool.query(`
          insert into daily_totals
            (node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents)
          select node_id, day, 0, 0, 0, 0, 0, 0 from daily_totals, generate_series(1, 3) where delta = 0 limit 300000`);
        await database.pool.query(`
          insert into coupon_counts (coupon, created_at, paid_at, orders)
          select coupon, created_at, paid_at, 0 from coupon_counts where delta = 0 limit 100000`);
        for (const name of ['daily_totals', 'coupon_counts']) {
          await until(database, `not exists (select from ${name} where delta between 1 and ${await lastDelta(name)})`);
        }
      },
    },
    ...(moves.length === 0
      ? []
      : [
          {
            title: `moves of ${moves.map(({ moved }) => moved.today).join(', ')}`,
            work: async () => {
              for (const move of moves) {
                const undo = await moveYearAgo(mover, move);
                await undo();
              }
              await untilCounted(product);
            },
          },
        ]),
    {
      title: 'repair of damaged rows',
      prepare: () =>
        database.pool.query(`
          delete from nearest_rollups where ctid in (select ctid from nearest_rollups order by hashint8(consultant_id) limit 200);
          delete from rollup_closure where ctid in (select ctid from rollup_closure where node_id <> ancestor_id order by hashint8(node_id) limit 50);
          update current_uplines set normalized_code = 'wrong' where consultant_id in (select consultant_id from current_uplines order by hashint8(consultant_id) limit 200);
          update daily_totals set orders = orders + 1 where ctid in (select ctid from daily_totals where delta = 0 limit 200)`),
      work: () => repair(database),
    },
    {
      title: 'all rollup nodes made anew',
      prepare: async () => {
        await database.pool.query(`
          begin;
          select lock_history();
          truncate rollup_nodes, nearest_rollups, rollup_closure, daily_totals, member_counts;
          insert into list_writes (source) values ('history');
          commit`);
        await until(database, 'exists (select from rollup_nodes)');
      },
      work: () => untilBuilt(database),
    },
  ];
}

const untilCounted = ({ database }: Product) =>
  until(database, 'not exists (select from rollup_nodes where counted_version <> membership_version)');

/** Codes of those who order, and of two uplines; and leaves who move from one to the other. */
interface Places {
  buyers: string[];
  uplines: string[];
  leaves: { id: number; period: HistoryEntry }[];
}

const mostLeaves = 20;

async function samplePlaces(client: PoolClient): Promise<Places> {
  const { rows: buyers } = await client.query<{ code: string }>(
    'select internal_id as code from consultants order by hashint8(id) limit 500',
  );
  const { rows: uplines } = await client.query<{ code: string }>(
    'select internal_id as code from bench_size join consultants using (id) where today < 5000 order by today desc, id limit 2',
  );
  const { rows: leaves } = await client.query<{ id: number; period: HistoryEntry }>(
    `select period.consultant_id as id, jsonb_build_object('id', period.id, 'parentId', upline.internal_id, 'startDate', lower(during)) as period
     from upline_periods period
     join consultants upline on upline.id = upline_id
     where upper_inf(during) and lower(during) < $1 and not exists (select from bench_closure where above_id = period.consultant_id)
     order by hashint8(period.id + 1)
     limit $2`,
    [yearAgo, mostLeaves],
  );
  return { buyers: buyers.map(({ code }) => code), uplines: uplines.map(({ code }) => code), leaves };
}

interface Written {
  seconds: number;
  /** How long each write took, by writer, in milliseconds. */
  writes: Map<string, number[]>;
}

let writersSoFar = 0;

/** Has the writers write until the work is done. */
async function whileWriting(product: Product, places: Places, work: () => Promise<unknown>): Promise<Written> {
  const began = performance.now();
  const writes = new Map<string, number[]>();
  const over = new AbortController();
  const keepWriting = async (title: string, writer: Writer) => {
    const times = writes.get(title) ?? [];
    writes.set(title, times);
    const number = (writersSoFar += 1);
    const administrator = product.anotherAdministrator();
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const start = performance.now();
      await writer(administrator, places, { turn, name: `bench-${number}-${turn}` });
      times.push(performance.now() - start);
      await delay(pauseMs);
    }
  };
  await Promise.all([
    keepWriting('orders', createOrder),
    keepWriting('orders', createOrder),
    keepWriting('consultants', createAndEditConsultant()),
    keepWriting('leaves', moveLeaf),
    work().finally(() => over.abort()),
  ]);
  return { seconds: (performance.now() - began) / 1000, writes };
}

type Writer = (administrator: Administrator, places: Places, write: { turn: number; name: string }) => Promise<unknown>;

const today = todayInLisbon();

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('there is at least one');
  return found;
};

const createOrder: Writer = ({ send }, { buyers }, { turn, name }) =>
  send('POST', orders.create.path, {
    ecommerceId: name,
    createdAt: today,
    total: '12.50',
    consultant: { internalId: at(buyers, turn) },
  });

/** Each new consultant is edited once. */
function createAndEditConsultant(): Writer {
  let created: Consultant | undefined;
  return async ({ send }, { uplines }, { name }) => {
    const body = { name: `Maria ${name}`, status: 'ACTIVE', createdAt: today, parentId: at(uplines, 0) };
    if (created) {
      const { id, email, taxId, internalId } = created;
      created = undefined;
      await send('PUT', pathOf(consultants.update.path, id), { ...body, email, taxId, internalId, startDate: today });
    } else {
      const codes = { email: `${name}@exemplo.pt`, taxId: name, internalId: name };
      created = JSON.parse(await send('POST', consultants.create.path, { ...body, ...codes })) as Consultant;
    }
  };
}

const moveLeaf: Writer = ({ send }, { leaves, uplines }, { turn }) =>
  send('POST', `${pathOf(history.create.path, at(leaves, turn).id)}?takeDays=true`, {
    parentId: at(uplines, Math.floor(turn / leaves.length)),
    startDate: today,
  });

async function cleanUp({ send, database }: Product, { leaves }: Places): Promise<void> {
  for (const { id, period } of leaves) {
    const { parentId, startDate } = period;
    await send('PUT', `${pathOf(history.update.path, id, period.id)}?takeDays=true`, { parentId, startDate });
  }
  await database.pool.query("delete from orders where ecommerce_id like 'bench-%'");
  await database.pool.query("delete from consultants where internal_id ilike 'bench-%'");
}

const shown = 3;

/** Watches who holds the lock of the history's writers, and tells the longest. */
function watchHistoryLock({ database }: Product): { stop: () => Promise<string[]> } {
  const held = new Map<string, { since: number; ms: number; statement: string }>();
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      const { rows } = await database.pool.query<{ holder: string; statement: string }>(
        `select concat_ws(' ', pid, xact_start) as holder, regexp_replace(left(query, 80), '\\s+', ' ', 'g') as statement
         from pg_locks
         join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and mode = 'ExclusiveLock'
           and objid = (hashtext('history')::bigint & 4294967295)::oid and pid <> pg_backend_pid()`,
      );
      const now = performance.now();
      for (const { holder, statement } of rows) {
        const known = held.get(holder) ?? { since: now, ms: 0, statement };
        held.set(holder, { ...known, ms: now - known.since, statement });
      }
      await delay(20);
    }
  };
  const watching = watch();
  return {
    async stop() {
      over.abort();
      await watching;
      const longest = [...held.values()].toSorted((one, other) => other.ms - one.ms).slice(0, shown);
      return longest.map(({ ms, statement }) => `${Math.round(ms)} ms, ${statement}`);
    },
  };
}
