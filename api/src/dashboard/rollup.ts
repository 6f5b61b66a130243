import type { NetworkQuery } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { pageBounds, sortOf } from '../db/selection.ts';
import { type Network, placedIn } from '../db/membership.ts';

/** The number of a network's members in a window, and the sums of their orders in cents. */
export interface NetworkTotals {
  total: number;
  totalCents: string;
  pendingCents: string;
}

/** The same for a rollup node, with what decides how to read its pages. */
export interface RollupTotals extends NetworkTotals {
  /** How many nodes are in the network, itself included. */
  nodes: number;
  /** About how many consultants there are in total. */
  consultants: number;
}

/** The stored totals of a rollup node's network, from a few rows for each day; undefined for any other consultant. */
export async function findRollupTotals(
  db: Queries,
  { consultantId, window: { startDate, endDate } }: Omit<Network, 'depth'>,
): Promise<RollupTotals | undefined> {
  const statement = sql<RollupTotals>`
    select
      rollup_members(node.consultant_id, ${startDate}::date, ${endDate}::date) as total,
      totals.total_cents::text as "totalCents",
      totals.pending_cents::text as "pendingCents",
      (select count(*) from rollup_closure where ancestor_id = node.consultant_id) as nodes,
      (select greatest(reltuples, 1)::bigint from pg_class where oid = 'consultants'::regclass) as consultants
    from rollup_nodes node
    cross join lateral (${rollupSums(sql`node.consultant_id`, sql`${startDate}::date`, sql`${endDate}::date`)}) totals
    where node.consultant_id = ${consultantId} and not node.is_building
  `;
  const [found] = await executePrepared(db, statement.compile(db));
  return found;
}

/** The sums of a rollup node's network from a first day to a last one. */
export function rollupSums(
  nodeId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select coalesce(sum(total_cents), 0) as total_cents, coalesce(sum(pending_cents), 0) as pending_cents
    from daily_totals
    where node_id = ${nodeId} and day between ${first} and ${last}`;
}

/** The sorts with an index on consultants, and one by node on nearest_rollups. */
const indexed = { name: sql.ref('normalized_name'), internalId: sql.ref('normalized_internal_id') };

interface Order {
  column: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
}

/** The order of an indexed sort, reversed where `backwards`; undefined for any other. */
export function indexedOrder(sort: NetworkQuery['sort'], backwards = false): Order | undefined {
  const { column, descending } = sortOf(sort);
  if (column !== 'name' && column !== 'internalId') return undefined;
  return { column: indexed[column], direction: descending === backwards ? sql`asc` : sql`desc` };
}

export function isFiltered({ name, code, parentId }: Pick<NetworkQuery, 'name' | 'code' | 'parentId'>): boolean {
  return [name, code, parentId].some((searched) => searched !== undefined);
}

/**
 * A query for the ids of a page of a rollup node's members. Either merges the first members of each node in its network, or scans all
 * consultants in the sort's order until there are enough members, whichever reads less. Undefined for a filtered page, and for a sort by
 * figures.
 */
export function pageOfRollup(
  network: Network,
  query: NetworkQuery,
  { total, nodes, consultants }: RollupTotals,
): RawBuilder<unknown> | undefined {
  const page = pageBounds(query, total);
  const order = isFiltered(query) ? undefined : indexedOrder(query.sort, page.backwards);
  if (!order) return undefined;
  if (page.rows === 0) return sql`select null::bigint as id where false`;
  const merged = Math.min(nodes * page.depth, total);
  const scanned = (page.depth * consultants) / total;
  return merged < scanned * scanCost ? mergedPage(network, order, page) : scanPage(network, order, page.limit);
}

/** How much more it costs to scan and check a consultant than to read one from a node's order. */
const scanCost = 4;

/** A consultant below two nodes of the network, or twice below one, is one member. */
function mergedPage(
  { consultantId, window }: Network,
  { column, direction }: Order,
  { depth, limit }: { depth: number; limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select consultant_id as id
    from (
      select distinct member.${column}, member.consultant_id
      from rollup_closure above
      cross join lateral (
        select distinct ${column}, consultant_id
        from nearest_rollups near
        where near.node_id = above.node_id and ${placedIn(window)}
        order by ${column} ${direction}, consultant_id ${direction}
        limit ${depth}
      ) member
      where above.ancestor_id = ${consultantId}
    ) member
    order by ${column} ${direction}, consultant_id ${direction}
    ${limit}`;
}

/**
 * The subquery is a value, not a join, so that it runs for one consultant at a time; for most who are no members the nearest node alone
 * decides it.
 */
function scanPage(
  { consultantId, window }: Network,
  { column, direction }: Order,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select id
    from consultants
    where (
      select true
      from nearest_rollups near
      join rollup_closure above on above.node_id = near.node_id and above.ancestor_id = ${consultantId}
      where near.consultant_id = consultants.id
        and near.node_id = any (array(select node_id from rollup_closure where ancestor_id = ${consultantId}))
        and ${placedIn(window)}
      limit 1
    )
    order by ${column} ${direction}, id ${direction}
    ${limit}`;
}
