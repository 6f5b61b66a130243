import { fromCents } from '@rede/contract/money';
import type { Member, NetworkData, NetworkQuery, NetworkSelection, Summary, Window } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { all, normalizedContains, limitTo, orderBy, page, when } from '../db/selection.ts';
import { storedMembership, membership, type Network, type ResolvedNetwork } from '../db/membership.ts';
import {
  findRollupTotals,
  indexedOrder,
  isFiltered,
  type NetworkTotals,
  pageOfRollup,
  type RollupTotals,
} from './rollup.ts';

/** Adds `member` to a `membership`: one row for each member, with its upline on its last day and the sums of its orders on its days. */
function membersOf(membership: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${membership},
    figures as (
      select
        id,
        (array_agg(upline_id order by upper(during) desc))[1] as upline_id,
        coalesce(sum(ordered.total_cents), 0) as total_cents,
        coalesce(sum(ordered.pending_cents), 0) as pending_cents
      from membership
      -- One lookup each: the planner expects many rows, and a join would compare each with each.
      cross join lateral (
        select sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
        from orders
        where consultant_id = membership.id and created_at >= lower(membership.during) and created_at < upper(membership.during)
      ) ordered
      group by id
    ),
    member as (
      select
        consultant.id,
        consultant.name,
        consultant.internal_id,
        upline.internal_id as parent_id,
        consultant.normalized_name,
        consultant.normalized_internal_id,
        upline.normalized_internal_id as normalized_parent_id,
        figures.total_cents,
        figures.pending_cents
      from figures
      join consultants consultant on consultant.id = figures.id
      join consultants upline on upline.id = figures.upline_id
    )`;
}

/** The members of a network. Of a rollup node's, only those that an index finds when the filter has a name or a code. */
function members(network: ResolvedNetwork, filter: NetworkSelection): RawBuilder<unknown> {
  const { name, code } = filter;
  if (!network.ofRollup || (name === undefined && code === undefined)) return membersOf(membership(network));
  return membersOf(
    storedMembership(network, sql`select id from consultants where ${matching({ ...filter, parentId: undefined })}`),
  );
}

function matching(filter: Pick<NetworkSelection, 'name' | 'code' | 'parentId'>) {
  return all([
    when(filter.name, (name) => normalizedContains(sql`normalized_name`, name)),
    when(filter.code, (code) => normalizedContains(sql`normalized_internal_id`, code)),
    when(filter.parentId, (code) => normalizedContains(sql`normalized_parent_id`, code)),
  ]);
}

function inOrder(sort: NetworkSelection['sort']): RawBuilder<unknown> {
  return orderBy(
    sort,
    {
      name: sql`normalized_name`,
      internalId: sql`normalized_internal_id`,
      parentId: sql`normalized_parent_id`,
      totalOrdersValue: sql`total_cents`,
      totalPendingValue: sql`pending_cents`,
    },
    sql`id`,
  );
}

/** A member as the database returns it: sums in cents, as text, because they may exceed a number's range. */
interface MemberRow {
  id: number;
  name: string;
  internalId: string;
  parentId: string;
  totalCents: string;
  pendingCents: string;
}

const memberColumns = sql`
  id, name, internal_id as "internalId", parent_id as "parentId", total_cents::text as "totalCents", pending_cents::text as "pendingCents"`;

function wire({ totalCents, pendingCents, ...member }: MemberRow): Member {
  return { ...member, totalOrdersValue: fromCents(totalCents), totalPendingValue: fromCents(pendingCents) };
}

/** A page of a network's members, with the sums over all that match, from one snapshot. */
export function findNetwork(database: Database, network: Network, query: NetworkQuery): Promise<NetworkData> {
  // A single statement is a snapshot of its own.
  if (network.depth === 'direct') return findMatching(database, { ...network, ofRollup: false }, query);
  return inSnapshot(database, async (db) => {
    const totals = await findRollupTotals(db, network);
    const inNetwork = { ...network, ofRollup: totals !== undefined };
    const shown = totals && pageOfRollup(network, query, totals);
    return totals && shown ? findShown(db, network, query, shown, totals) : findMatching(db, inNetwork, query);
  });
}

/** The count and the sums of all that match, with a page of them. */
async function findMatching(db: Queries, network: ResolvedNetwork, query: NetworkQuery): Promise<NetworkData> {
  const statement = sql<{ total: number; totalCents: string; pendingCents: string; results: MemberRow[] }>`
    with ${members(network, query)}, matching as materialized (
      select * from member where ${matching(query)}
    )
    select
      count(*) as total,
      coalesce(sum(total_cents), 0)::text as "totalCents",
      coalesce(sum(pending_cents), 0)::text as "pendingCents",
      coalesce(
        (
          select jsonb_agg(to_jsonb(page))
          from (select ${memberColumns} from matching order by ${inOrder(query.sort)} ${limitTo(query)}) page
        ),
        '[]'
      ) as results
    from matching
  `;
  // The best plan for a rollup node's network depends on its size; a walked one is small.
  const isWalkedWhole = !network.ofRollup && !isFiltered(query);
  const rows = isWalkedWhole ? await executePrepared(db, statement.compile(db)) : (await statement.execute(db)).rows;
  const [found] = rows;
  if (!found) throw new Error('an aggregate has one row');
  return networkData(found.results, found, query);
}

/** The members that `shown` selects; their number and sums are stored. */
async function findShown(
  db: Queries,
  network: Network,
  query: NetworkQuery,
  shown: RawBuilder<unknown>,
  totals: RollupTotals,
): Promise<NetworkData> {
  const { rows } = await sql<MemberRow>`
    with shown as materialized (${shown}), ${membersOf(storedMembership(network, sql`select id from shown`))}
    select ${memberColumns} from member order by ${inOrder(query.sort)}
  `.execute(db);
  return networkData(rows, totals, query);
}

function networkData(
  rows: MemberRow[],
  { total, totalCents, pendingCents }: NetworkTotals,
  query: NetworkQuery,
): NetworkData {
  return {
    members: page(rows.map(wire), total, query),
    totals: { totalOrdersValue: fromCents(totalCents), totalPendingValue: fromCents(pendingCents) },
  };
}

/** All matching members, in chunks. */
export async function* streamNetwork(
  database: Database,
  network: Network,
  filter: NetworkSelection,
): AsyncGenerator<Member[]> {
  const parts = streamRows(database, async (db) => {
    const totals = network.depth === 'total' ? await findRollupTotals(db, network) : undefined;
    const scanned = totals && scannedMembers(network, filter, totals);
    return (
      scanned ??
      sql<MemberRow>`
        with ${members({ ...network, ofRollup: totals !== undefined }, filter)}
        select ${memberColumns} from member where ${matching(filter)} order by ${inOrder(filter.sort)}`
    );
  });
  for await (const rows of parts) yield rows.map(wire);
}

/**
 * All members of a rollup node's network, by scanning all consultants in the sort's order: the first rows come at once, without a sort.
 * Undefined when no index has that order, or when too few consultants are members.
 */
function scannedMembers(
  network: Network,
  filter: NetworkSelection,
  { total, consultants }: RollupTotals,
): RawBuilder<MemberRow> | undefined {
  const order = isFiltered(filter) ? undefined : indexedOrder(filter.sort);
  if (!order || total * maxScannedPerMember < consultants) return undefined;
  return sql<MemberRow>`
    select member.*
    from consultants scanned
    cross join lateral (
      with ${membersOf(storedMembership(network, sql`scanned.id`))} select ${memberColumns} from member
    ) member
    order by scanned.${order.column} ${order.direction}, scanned.id ${order.direction}`;
}

/** The most consultants to scan for each member. */
const maxScannedPerMember = 4;

/**
 * The summary cards: the number of members of both networks in the window, and the consultant's own orders in it. One statement, to save
 * round trips.
 */
export async function findSummary(database: Database, consultantId: number, window: Window): Promise<Summary> {
  const { startDate, endDate } = window;
  const network = { consultantId, window, ofRollup: false };
  const statement = sql<{ direct: number; total: number; cents: string }>`
    select
      ${count({ ...network, depth: 'direct' })} as direct,
      case when kept is null then ${count({ ...network, depth: 'total' })} else kept end as total,
      (
        select coalesce(sum(total_cents), 0)::text
        from orders
        where consultant_id = ${consultantId} and created_at between ${startDate} and ${endDate}
      ) as cents
    from (select rollup_members(${consultantId}, ${startDate}::date, ${endDate}::date) as kept offset 0) rollup
  `;
  const [found] = await executePrepared(database, statement.compile(database));
  if (!found) throw new Error('a value has one row');
  return {
    totalDirectConsultants: found.direct,
    totalTreeConsultants: found.total,
    totalOrders: fromCents(found.cents),
  };
}

const count = (network: ResolvedNetwork) =>
  sql`(with ${membership(network)} select count(distinct id) from membership)`;
