import type { Window } from '@rede/contract/dashboard';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';

/** Whose network, how deep, in which window of days (both included). */
export interface Network {
  consultantId: number;
  depth: 'direct' | 'total';
  window: Window;
}

/**
 * A rollup node's total network is read from what is kept beside the history (migrations/0006); any other is walked. Whether a consultant is a
 * node may change between two transactions, so it is asked in the snapshot that its network is then read in.
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

const windowDays = ({ startDate, endDate }: Window) => sql`daterange(${startDate}, ${endDate}, '[]')`;

/**
 * The common table expressions that say who was a member of a network on which days of the window, under which upline: `membership`, with
 * one row for each day somebody was one at most.
 */
export function membership(network: ResolvedNetwork): RawBuilder<unknown> {
  return network.ofRollup ? keptMembership(network) : walkedMembership(network);
}

/**
 * `walk` goes down from the consultant through the upline periods, keeping of each the days of the window that its whole chain shares: on each
 * day a consultant has at most one upline, so no day reaches anybody twice. `membership` bounds these days by the member's own Data de Início and
 * Data de Fim, which end its membership but not the chain below it.
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

/** The first day of the window on which somebody `near` a node is a member of the network that the node is in by `above`, and the day after the last. */
export const firstDayIn = ({ startDate }: Window) =>
  sql`greatest(near.member_first_day, above.first_day, ${startDate}::date)`;
export const endDayIn = ({ endDate }: Window) => sql`least(near.member_end_day, above.end_day, ${endDate}::date + 1)`;

export const placedIn = (window: Window) => sql<SqlBool>`${firstDayIn(window)} < ${endDayIn(window)}`;

/**
 * The same, looked up; of everybody, or of the consultants whose ids `among` names. Periods are asked for by an array of one, which the
 * index that refuses overlaps cannot answer: the planner takes it for as cheap as the one for walks, and it is several times slower.
 */
export function keptMembership({ consultantId, window }: Network, among?: RawBuilder<unknown>): RawBuilder<unknown> {
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
