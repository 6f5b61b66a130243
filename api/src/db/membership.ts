import type { Window } from '@rede/contract/dashboard';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './client.ts';

/** Whose network, how deep, in which window of days (both included). */
export interface Network {
  consultantId: number;
  depth: 'direct' | 'total';
  window: Window;
}

/**
 * The total network of a rollup node is read from the stored rollup (migrations/0006); any other network is walked. Whether a consultant is
 * a node may change between transactions, so this is resolved in the snapshot that reads the network.
 */
export interface ResolvedNetwork extends Network {
  /** Whether it is the total network of a rollup node. */
  ofRollup: boolean;
}

export async function resolveNetwork(db: Queries, network: Network): Promise<ResolvedNetwork> {
  if (network.depth === 'direct') return { ...network, ofRollup: false };
  const { rows } = await sql`
    select from rollup_nodes where consultant_id = ${network.consultantId} and not is_building
  `.execute(db);
  return { ...network, ofRollup: rows.length > 0 };
}

export const windowDays = ({ startDate, endDate }: Window) => sql`daterange(${startDate}, ${endDate}, '[]')`;

/**
 * Common table expressions for the members of a network, the days of the window and the upline of those days: `membership`, at most one row
 * for each member and day.
 */
export function membership(network: ResolvedNetwork): RawBuilder<unknown> {
  return network.ofRollup ? storedMembership(network) : walkedMembership(network);
}

/**
 * `walk` goes down from the consultant through the upline periods, with the days of the window that all periods on the way share. On each
 * day a consultant has at most one upline, so no day reaches anybody twice. `membership` limits these days to the member's own Data de
 * Início and Data de Fim, which do not limit the members below it.
 */
function walkedMembership({ consultantId, depth, window }: Network): RawBuilder<unknown> {
  const days = windowDays(window);
  const walk =
    depth === 'total'
      ? sql`select * from downline_below(${consultantId}, ${days})`
      : sql`
      select consultant_id, upline_id, during * ${days} as during
      from upline_periods
      where upline_id = ${consultantId} and during && ${days}`;
  return sql`
    walk as (${walk}),
    membership as (
      select consultant.id, walk.upline_id, walk.during * own_days(consultant.start_date, consultant.end_date) as during
      from walk
      join consultants consultant on consultant.id = walk.consultant_id
      where walk.during && own_days(consultant.start_date, consultant.end_date)
    )`;
}

/**
 * The membership of a consultant `near` a node, in the network that contains the node by `above`: its first day in the window, and the day
 * after its last.
 */
const firstDayIn = ({ startDate }: Window) => sql`greatest(near.member_first_day, above.first_day, ${startDate}::date)`;
const endDayIn = ({ endDate }: Window) => sql`least(near.member_end_day, above.end_day, ${endDate}::date + 1)`;

export const placedIn = (window: Window) => sql<SqlBool>`${firstDayIn(window)} < ${endDayIn(window)}`;

/**
 * The same from the stored rollup; of everybody, or of the consultants with the ids `among`. `= any (array[…])` avoids the index that
 * refuses overlaps: the planner considers it as cheap as the one for walks, but it is several times slower.
 */
export function storedMembership({ consultantId, window }: Network, among?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    membership as (
      select near.consultant_id as id, period.upline_id, placed.during * period.during as during
      from rollup_closure above
      join nearest_rollups near on near.node_id = above.node_id
      cross join lateral (
        select days_between(${firstDayIn(window)}, ${endDayIn(window)}) as during
      ) placed
      join upline_periods period on period.consultant_id = any (array[near.consultant_id])
      where above.ancestor_id = ${consultantId}
        and ${placedIn(window)}
        and not isempty(placed.during * period.during)
        ${among ? sql`and near.consultant_id in (${among})` : sql``}
    )`;
}

/**
 * Common table expressions for the days of members without their uplines, which are more to read: `member_days`, with the first day and the
 * day after the last. No day of a member is in two rows.
 */
export function memberDays(network: ResolvedNetwork): RawBuilder<unknown> {
  if (network.ofRollup) return sql`member_days as (${storedDays(network)})`;
  return sql`
    ${membership(network)},
    member_days as (select id, lower(during) as first_day, upper(during) as end_day from membership)`;
}

/** Beside `member_days`, `last_day_members`: who is a member on the last day of the window. */
export function lastDayMembers(network: ResolvedNetwork): RawBuilder<unknown> {
  const { endDate } = network.window;
  if (network.ofRollup) {
    return sql`last_day_members as (${storedDays({ ...network, window: { startDate: endDate, endDate } })})`;
  }
  return sql`last_day_members as (select * from member_days where end_day > ${endDate})`;
}

const storedDays = ({ consultantId, window }: Network) => sql`
  select near.consultant_id as id, ${firstDayIn(window)} as first_day, ${endDayIn(window)} as end_day
  from rollup_closure above
  join nearest_rollups near on near.node_id = above.node_id
  where above.ancestor_id = ${consultantId} and ${placedIn(window)}`;

/** What to join an `order` with its consultant's days by. The join reads many orders at once: faster than one lookup each. */
export const orderedOnMemberDays = sql`
  "order".consultant_id = member_days.id and "order".created_at >= member_days.first_day and "order".created_at < member_days.end_day`;
