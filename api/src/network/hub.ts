import type { NetworkQuery } from '@rede/contract/network';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { fromNearerEnd, sortOf } from '../db/selection.ts';
import { type Network, windowDays } from './membership.ts';

/** How many members a network has in a window, and what they ordered in it, in cents. */
export interface HubTotals {
  total: number;
  totalCents: string;
  pendingCents: string;
  /** All consultants there are, roughly: how many are passed for each that is a member. */
  everybody: number;
}

/** What is kept of a hub's network, a few rows for each day (migration 0005 says why they add up to this); undefined of who is no hub. */
export async function findHubTotals(
  db: Queries,
  { consultantId, window: { startDate, endDate } }: Omit<Network, 'depth'>,
): Promise<HubTotals | undefined> {
  const { rows } = await sql<HubTotals>`
    select
      (
        flows.members - (
          select coalesce(sum(consultants), 0)
          from hub_returns
          where hub_id = hubs.consultant_id and returned_on > ${startDate} and returned_on <= ${endDate} and left_on > ${startDate}
        )
      )::bigint as total,
      sums.total_cents::text as "totalCents",
      sums.pending_cents::text as "pendingCents",
      (select greatest(reltuples, 1)::bigint from pg_class where oid = 'consultants'::regclass) as everybody
    from hubs
    cross join lateral (
      select coalesce(sum(arrivals), 0) - coalesce(sum(departures) filter (where day <= ${startDate}), 0) as members
      from hub_flows
      where hub_id = hubs.consultant_id and day <= ${endDate}
    ) flows
    cross join lateral (
      select coalesce(sum(total_cents), 0) as total_cents, coalesce(sum(pending_cents), 0) as pending_cents
      from hub_daily_sums
      where hub_id = hubs.consultant_id and day between ${startDate} and ${endDate}
    ) sums
    where hubs.consultant_id = ${consultantId}
  `.execute(db);
  return rows[0];
}

/** The sorts that consultants have an index for. */
const indexed = { name: sql`consultant.folded_name`, internalId: sql`consultant.folded_internal_id` };

/**
 * A query for the ids of a page of all members of a hub's network: either passes the consultants in the page's order until there are
 * enough members among them, or gathers the members and sorts them, whichever is less. Undefined where the page is filtered, or sorted by
 * what has to be worked out first.
 */
export function pageOfHub(
  network: Network,
  query: NetworkQuery,
  { total, everybody }: HubTotals,
): RawBuilder<unknown> | undefined {
  const { column, descending } = sortOf(query.sort);
  const isFiltered = [query.name, query.code, query.parentId].some((searched) => searched !== undefined);
  if (isFiltered || (column !== 'name' && column !== 'internalId')) return undefined;

  const { backwards, limit, farthest } = fromNearerEnd(query, total);
  const direction = descending === backwards ? sql`asc` : sql`desc`;
  const inOrder = sql`order by ${indexed[column]} ${direction}, consultant.id ${direction} ${limit}`;
  const passed = (farthest * everybody) / Math.max(total, 1);
  return passed < total * gatheringCost
    ? sql`select consultant.id from consultants consultant where (${membershipOf(sql`consultant.id`, network)}) ${inOrder}`
    : sql`select consultant.id from (${allMembers(network)}) member join consultants consultant using (id) ${inOrder}`;
}

/** How much longer it takes to gather and sort a member than to pass a consultant. */
const gatheringCost = 2;

/** The hubs of a network, in an array: of most who are no members their nearest hub alone tells it. */
const hubsBelow = (consultantId: number) => sql`array(select hub_id from hub_chains where above_id = ${consultantId})`;

/** Whether somebody was a member on some day: true, or null. A value and no join, so that it is looked up one by one. */
function membershipOf(id: RawBuilder<unknown>, { consultantId, window }: Network): RawBuilder<unknown> {
  return sql`
    select true
    from anchors anchor
    join hub_chains chain on chain.hub_id = anchor.hub_id and chain.above_id = ${consultantId}
    join consultants member on member.id = anchor.consultant_id
    where anchor.consultant_id = ${id}
      and anchor.hub_id = any (${hubsBelow(consultantId)})
      and not isempty(
        anchor.during * chain.during * ${windowDays(window)} * own_days(member.start_date, member.end_date)
      )
    limit 1`;
}

function allMembers({ consultantId, window }: Network): RawBuilder<unknown> {
  return sql`
    select distinct anchor.consultant_id as id
    from hub_chains chain
    join anchors anchor on anchor.hub_id = chain.hub_id
    join consultants member on member.id = anchor.consultant_id
    where chain.above_id = ${consultantId}
      and not isempty(anchor.during * chain.during * ${windowDays(window)})
      and not isempty(
        anchor.during * chain.during * ${windowDays(window)} * own_days(member.start_date, member.end_date)
      )`;
}
