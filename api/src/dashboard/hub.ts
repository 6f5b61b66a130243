import type { NetworkQuery } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { fromNearerEnd, sortOf } from '../db/selection.ts';
import { type Network, windowDays } from './membership.ts';

/** How many members a network has in a window, and what they ordered in it, in cents. */
export interface HubTotals {
  total: number;
  totalCents: string;
  pendingCents: string;
  /** How many hubs stand in it, itself included. */
  hubs: number;
  /** All consultants there are, roughly: how many are passed for each that is a member. */
  everybody: number;
}

/** What is kept of a hub's network, a few rows for each day (migration 0005 says why they add up to this); undefined of who is no hub. */
export async function findHubTotals(
  db: Queries,
  { consultantId, window: { startDate, endDate } }: Omit<Network, 'depth'>,
): Promise<HubTotals | undefined> {
  const statement = sql<HubTotals>`
    select
      members as total,
      total_cents::text as "totalCents",
      pending_cents::text as "pendingCents",
      (select count(*) from hub_chains where above_id = hubs.consultant_id) as hubs,
      (select greatest(reltuples, 1)::bigint from pg_class where oid = 'consultants'::regclass) as everybody
    from hubs
    cross join lateral (${keptTotals(sql`hubs.consultant_id`, sql`${startDate}::date`, sql`${endDate}::date`)}) kept
    where hubs.consultant_id = ${consultantId}
  `;
  const [found] = await executePrepared(db, statement.compile(db));
  return found;
}

/** How many members a hub's network has from a first day to a last. */
export function keptMembers(
  hubId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    ((
      select coalesce(sum(arrivals), 0) - coalesce(sum(departures) filter (where day <= ${first}), 0)
      from hub_flows
      where hub_id = ${hubId} and day <= ${last}
    ) - (
      select coalesce(sum(consultants), 0)
      from hub_returns
      where hub_id = ${hubId} and returned_on > ${first} and returned_on <= ${last} and left_on > ${first}
    ))::bigint`;
}

/** The members and sums of a hub's network from a first day to a last. */
export function keptTotals(
  hubId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select
      ${keptMembers(hubId, first, last)} as members,
      coalesce(sum(total_cents), 0) as total_cents,
      coalesce(sum(pending_cents), 0) as pending_cents
    from hub_daily_sums
    where hub_id = ${hubId} and day between ${first} and ${last}`;
}

/** The sorts that consultants have an index for, and anchors one for each hub. */
const indexed = { name: sql.ref('normalized_name'), internalId: sql.ref('normalized_internal_id') };

interface Order {
  column: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
}

/** The order of such a sort, read from its end where `backwards`; undefined of any other. */
export function indexedOrder(sort: NetworkQuery['sort'], backwards = false): Order | undefined {
  const { column, descending } = sortOf(sort);
  if (column !== 'name' && column !== 'internalId') return undefined;
  return { column: indexed[column], direction: descending === backwards ? sql`asc` : sql`desc` };
}

export function isFiltered({ name, code, parentId }: Pick<NetworkQuery, 'name' | 'code' | 'parentId'>): boolean {
  return [name, code, parentId].some((searched) => searched !== undefined);
}

/**
 * A query for the ids of a page of all members of a hub's network: either takes from each hub below the first of its own and merges them, or passes
 * all consultants in the page's order until there are enough members among them, whichever is less. Undefined where the page is filtered, or sorted
 * by what has to be worked out first.
 */
export function pageOfHub(
  network: Network,
  query: NetworkQuery,
  { total, hubs, everybody }: HubTotals,
): RawBuilder<unknown> | undefined {
  const page = fromNearerEnd(query, total);
  const order = isFiltered(query) ? undefined : indexedOrder(query.sort, page.backwards);
  if (!order) return undefined;
  if (page.rows === 0) return sql`select null::bigint as id where false`;
  const merged = Math.min(hubs * page.farthest, total);
  const passed = (page.farthest * everybody) / total;
  return merged < passed * passingCost ? mergedPage(network, order, page) : passingPage(network, order, page.limit);
}

/** How much longer it takes to pass a consultant, who has to be looked up, than to take one from a hub's order. */
const passingCost = 4;

/** Whoever was anchored at two hubs of the network, or twice at one, is still one member. */
function mergedPage(
  { consultantId, window }: Network,
  { column, direction }: Order,
  { farthest, limit }: { farthest: number; limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select consultant_id as id
    from (
      select distinct member.${column}, member.consultant_id
      from hub_chains chain
      cross join lateral (
        select distinct ${column}, consultant_id
        from anchors
        where hub_id = chain.hub_id and not isempty(member_during * chain.during * ${windowDays(window)})
        order by ${column} ${direction}, consultant_id ${direction}
        limit ${farthest}
      ) member
      where chain.above_id = ${consultantId}
    ) member
    order by ${column} ${direction}, consultant_id ${direction}
    ${limit}`;
}

/** Whether somebody was a member is a value and no join, so that it is looked up one by one; of most who are none their nearest hub alone tells it. */
function passingPage(
  { consultantId, window }: Network,
  { column, direction }: Order,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select id
    from consultants
    where (
      select true
      from anchors anchor
      join hub_chains chain on chain.hub_id = anchor.hub_id and chain.above_id = ${consultantId}
      where anchor.consultant_id = consultants.id
        and anchor.hub_id = any (array(select hub_id from hub_chains where above_id = ${consultantId}))
        and not isempty(anchor.member_during * chain.during * ${windowDays(window)})
      limit 1
    )
    order by ${column} ${direction}, id ${direction}
    ${limit}`;
}
