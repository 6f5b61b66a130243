import type { Window } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';

/** Whose network, how deep, in which window of days (both included). */
export interface Network {
  consultantId: number;
  depth: 'direct' | 'total';
  window: Window;
}

/**
 * A hub's total network is kept beside the history (migration 0005) and looked up; any other is walked. Whether a consultant is a hub may
 * change between two transactions, so it is asked in the snapshot that its network is then read in.
 */
export interface ResolvedNetwork extends Network {
  /** Whether it is the total network of a hub. */
  ofHub: boolean;
}

export async function place(db: Queries, network: Network): Promise<ResolvedNetwork> {
  if (network.depth === 'direct') return { ...network, ofHub: false };
  const { rows } = await sql`select from hubs where consultant_id = ${network.consultantId}`.execute(db);
  return { ...network, ofHub: rows.length > 0 };
}

export const windowDays = ({ startDate, endDate }: Window) => sql`daterange(${startDate}, ${endDate}, '[]')`;

/**
 * The common table expressions that say who was a member of a network on which days of the window, under which upline: `membership`, with
 * one row for each day somebody was one at most.
 */
export function membership(network: ResolvedNetwork): RawBuilder<unknown> {
  return network.ofHub ? keptMembership(network) : walkedMembership(network);
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

/**
 * The same, looked up; of everybody, or of the consultants whose ids `among` names. Days that have none in common are told by their being
 * empty: of `&&` the planner expects next to no rows, and would join the many there are one by one. Periods are asked for by an array of one, which the
 * index that refuses overlaps cannot answer: the planner takes it for as cheap as the one for walks, and it is several times slower.
 */
export function keptMembership({ consultantId, window }: Network, among?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    membership as (
      select anchor.consultant_id as id, period.upline_id, own.during * period.during as during
      from hub_chains chain
      join anchors anchor on anchor.hub_id = chain.hub_id
      cross join lateral (select anchor.member_during * chain.during * ${windowDays(window)} as during) own
      join upline_periods period on period.consultant_id = any (array[anchor.consultant_id])
      where chain.above_id = ${consultantId}
        and not isempty(own.during * period.during)
        ${among ? sql`and anchor.consultant_id in (${among})` : sql``}
    )`;
}
