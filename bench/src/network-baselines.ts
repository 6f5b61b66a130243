import { loadavg } from 'node:os';
import { findNetwork } from '@rede/api/dashboard/queries';
import { addDays, todayInLisbon } from '@rede/contract/days';
import { toCents } from '@rede/contract/money';
import { type NetworkData, type Window, windowOf } from '@rede/contract/dashboard';
import type { PoolClient } from 'pg';
import { computingClock, medianOfFew, speedOf, timed } from './measure.ts';
import type { Product } from './product.ts';
import { atMost, milliseconds } from './table.ts';

const today = todayInLisbon();

/** The default one, one of long ago, and one as long as there are orders. */
export const windows: Window[] = [
  windowOf({}, today),
  windowOf({ endDate: addDays(today, -540) }, today),
  { startDate: addDays(today, -730), endDate: today },
];

/** What a network's cards and footer say: how many members, and what they ordered, in cents. */
export interface Figures {
  members: number;
  totalCents: string;
  pendingCents: string;
}

/** The same figures and pages computed another way, in one statement each. */
export interface Baseline {
  figures: (consultantId: number, window: Window) => Promise<Figures>;
  /** Twenty members by name with their sums, and the figures of all. */
  page: (consultantId: number, window: Window, pageNumber: number) => Promise<Figures>;
}

/** The walk down the dated history, on each question. */
const recursiveMembers = `
  recursive downline (consultant_id, during) as (
    select consultant_id, during * daterange($2, $3, '[]')
    from upline_periods
    where upline_id = $1 and during && daterange($2, $3, '[]')
    union all
    select below.consultant_id, below.during * downline.during
    from downline
    join upline_periods below on below.upline_id = downline.consultant_id and below.during && downline.during
  )`;

/** Everybody above everybody, on their days, looked up by who is above. */
const closureMembers = `
  downline as (
    select consultant_id, during * daterange($2, $3, '[]') as during
    from bench_closure
    where above_id = $1 and during && daterange($2, $3, '[]')
  )`;

const ordersOfMembers = `
  member as (
    select consultant.id, normalized_name, name, internal_id, during * own_days(start_date, end_date) as during
    from downline
    join consultants consultant on consultant.id = consultant_id
    where during && own_days(start_date, end_date)
  ),
  figures as (
    select
      member.id,
      min(normalized_name) as normalized_name,
      min(name) as name,
      min(internal_id) as internal_id,
      coalesce(sum(total_cents), 0) as total_cents,
      coalesce(sum(pending_cents), 0) as pending_cents
    from member
    left join orders
      on orders.consultant_id = member.id and created_at >= lower(member.during) and created_at < upper(member.during)
    group by member.id
  )`;

const sumsOfAll = `
  select
    count(*)::integer as members,
    coalesce(sum(total_cents), 0)::text as "totalCents",
    coalesce(sum(pending_cents), 0)::text as "pendingCents"
  from figures`;

const pageOfAll = `
  select
    id, name, internal_id, total_cents, pending_cents,
    (count(*) over ())::integer as members,
    (sum(total_cents) over ())::text as "totalCents",
    (sum(pending_cents) over ())::text as "pendingCents"
  from figures
  order by normalized_name, id
  limit 20 offset $4`;

/** The closure table must have been built. */
export function baselines(client: PoolClient): Record<'recursive' | 'closure', Baseline> {
  const baseline = (members: string): Baseline => {
    const ask = async (select: string, ...values: unknown[]) => {
      const { rows } = await client.query<Figures>(`with ${members}, ${ordersOfMembers} ${select}`, values);
      return rows[0] ?? { members: 0, totalCents: '0', pendingCents: '0' };
    };
    return {
      figures: (id, { startDate, endDate }) => ask(sumsOfAll, id, startDate, endDate),
      page: (id, { startDate, endDate }, pageNumber) => ask(pageOfAll, id, startDate, endDate, pageNumber * 20),
    };
  };
  return { recursive: baseline(recursiveMembers), closure: baseline(closureMembers) };
}

/** On the machine that targets are meant for, the walk of the root takes this long for each member: 9 s for a million. */
const targetMachineMs = 0.009;

/** How much longer this machine, with whatever else it does, takes for a walk than the one that targets are meant for. */
export interface Pace {
  factor: number;
}

/** Walks the network of the root, and says how long that takes. */
export async function measurePace(client: PoolClient, say: (text: string) => void): Promise<Pace> {
  const { rows } = await client.query<{ id: number }>('select id::integer from bench_size order by today desc limit 1');
  const root = rows[0]?.id ?? 0;
  const [window] = windows;
  if (!window) throw new Error('there is a window');
  let members = 0;
  const processor = await computingClock(client);
  const computed: number[] = [];
  const ms = await medianOfFew(() =>
    timed(
      computed,
      async () => {
        ({ members } = await baselines(client).recursive.figures(root, window));
      },
      processor,
    ),
  );
  const factor = ms / (members * targetMachineMs);
  say(
    `\nWalk of the root: ${members} members in ${milliseconds(ms)} ms (${milliseconds(speedOf(computed).p50)} ms of computing), ${factor.toFixed(1)} times as long as where\n` +
      `a million take 9 s; load ${loadavg()[0]?.toFixed(1)}. "Here" is a target times that.\n`,
  );
  return { factor };
}

/** Whether a time is within its target, here and on the machine that targets are meant for. */
export function within(ms: number, targetMs: number, { factor }: Pace): string {
  const here = targetMs * factor;
  return `≤ ${targetMs}: ${atMost(ms, targetMs)}; here ≤ ${milliseconds(here)}: ${atMost(ms, here)}`;
}

/** Builds the closure table, which is dropped again by `work`'s end, and says what it costs. */
export async function withClosure(
  { database }: Product,
  say: (text: string) => void,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await database.pool.connect();
  try {
    // For what takes minutes, and for hashes of a million.
    await client.query("set statement_timeout = 0; set work_mem = '256MB'");
    const began = performance.now();
    await client.query(`
      drop table if exists bench_closure;
      create unlogged table bench_closure as
      with recursive above (above_id, consultant_id, during) as (
        select upline_id, consultant_id, during from upline_periods where upline_id is not null
        union all
        select period.upline_id, above.consultant_id, period.during * above.during
        from above
        join upline_periods period
          on period.consultant_id = above.above_id and period.upline_id is not null and period.during && above.during
      )
      select * from above;
      create index on bench_closure (above_id) include (consultant_id, during)`);
    await client.query('vacuum (analyze) bench_closure');
    // Each on one core, as the product's own queries are.
    await client.query('reset work_mem; set max_parallel_workers_per_gather = 0');
    const { rows } = await client.query<{ size: string }>(
      `select pg_size_pretty(pg_total_relation_size('bench_closure')) as size`,
    );
    say(`Closure table built in ${Math.round((performance.now() - began) / 1000)} s: ${rows[0]?.size}.`);
    await work(client);
  } finally {
    await client.query('drop table if exists bench_closure').catch(() => undefined);
    // Its settings are no other's.
    client.release(true);
  }
}

/** The figures that differ between the product and a baseline, in words; each network in each window. */
export async function disagreements(
  { database }: Product,
  baseline: Baseline,
  ids: readonly number[],
): Promise<{ compared: number; differing: string[] }> {
  const differing: string[] = [];
  let compared = 0;
  for (const consultantId of ids) {
    for (const window of windows) {
      const [ours, theirs] = await Promise.all([
        findNetwork(database, { consultantId, depth: 'total', window }, { pageNumber: 0, pageSize: 1, sort: 'name' }),
        baseline.figures(consultantId, window),
      ]);
      compared += 1;
      const found = sums(ours);
      if (JSON.stringify(found) !== JSON.stringify(theirs)) {
        differing.push(`${consultantId} ${window.startDate}: ${JSON.stringify(found)}, not ${JSON.stringify(theirs)}`);
      }
    }
  }
  return { compared, differing };
}

function sums({ members, totals }: NetworkData): Figures {
  return {
    members: members.totalResults,
    totalCents: String(toCents(totals.totalOrdersValue)),
    pendingCents: String(toCents(totals.totalPendingValue)),
  };
}
