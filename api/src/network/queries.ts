import { fromCents } from '@rede/contract/money';
import type { Member, NetworkData, NetworkQuery, NetworkSelection, Summary, Window } from '@rede/contract/network';
import { type RawBuilder, sql } from 'kysely';
import { type Queries, streamRows } from '../db/client.ts';
import { all, contains, limitTo, orderBy, page, when } from '../db/selection.ts';

/** Whose network, how deep, in which window of days (both included). */
export interface Network {
  consultantId: number;
  depth: 'direct' | 'total';
  window: Window;
}

/**
 * The common table expressions that say who was a member of a network on which days of the window.
 *
 * `standing` walks down from the consultant through the upline periods, keeping of each the days of the window that its whole chain shares: on each
 * day a consultant has at most one upline, so no day reaches anybody twice. `membership` bounds these days by the member's own Data de Início and
 * Data de Fim, which end its membership but not the chain below it.
 */
export function membership({ consultantId, depth, window }: Network): RawBuilder<unknown> {
  const days = sql`daterange(${window.startDate}, ${window.endDate}, '[]')`;
  const deeper = sql`
      union all
      select below.consultant_id, below.upline_id, below.during * standing.during
      from standing
      join upline_periods below on below.upline_id = standing.consultant_id and below.during && standing.during`;
  return sql`
    recursive standing (consultant_id, upline_id, during) as (
      select consultant_id, upline_id, during * ${days}
      from upline_periods
      where upline_id = ${consultantId} and during && ${days}
      ${depth === 'total' ? deeper : sql``}
    ),
    membership as (
      select consultant.id, standing.upline_id, standing.during * own.days as during
      from standing
      join consultants consultant on consultant.id = standing.consultant_id
      cross join lateral (select daterange(consultant.start_date, consultant.end_date, '[]') as days) own
      where standing.during && own.days
    )`;
}

/** Beside `membership`, `member`: one row each, with its upline on its last day there, and the sums of the orders dated on its days. */
function members(network: Network): RawBuilder<unknown> {
  return sql`
    ${membership(network)},
    figures as (
      select membership.id, sum("order".total_cents) as total_cents, sum("order".pending_cents) as pending_cents
      from membership
      join orders "order"
        on "order".consultant_id = membership.id
        and "order".created_at >= lower(membership.during)
        and "order".created_at < upper(membership.during)
      group by membership.id
    ),
    last_day as (
      select distinct on (id) id, upline_id from membership order by id, upper(during) desc
    ),
    member as (
      select
        consultant.id,
        consultant.name,
        consultant.internal_id,
        upline.internal_id as parent_id,
        coalesce(figures.total_cents, 0) as total_cents,
        coalesce(figures.pending_cents, 0) as pending_cents
      from last_day
      join consultants consultant on consultant.id = last_day.id
      join consultants upline on upline.id = last_day.upline_id
      left join figures on figures.id = last_day.id
    )`;
}

function matching(filter: NetworkSelection) {
  return all([
    when(filter.name, (name) => contains(sql`name`, name)),
    when(filter.code, (code) => contains(sql`internal_id`, code)),
    when(filter.parentId, (code) => contains(sql`parent_id`, code)),
  ]);
}

function inOrder(sort: NetworkSelection['sort']): RawBuilder<unknown> {
  return orderBy(
    sort,
    {
      name: sql`fold(name)`,
      internalId: sql`fold(internal_id)`,
      parentId: sql`fold(parent_id)`,
      totalOrdersValue: sql`total_cents`,
      totalPendingValue: sql`pending_cents`,
    },
    sql`id`,
  );
}

/** A member as the database answers it: sums in cents, as text, for they may be larger than a number holds. */
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

/** A page of a network's members, and the sums over all that match. One statement, so that they cannot disagree. */
export async function findNetwork(db: Queries, network: Network, query: NetworkQuery): Promise<NetworkData> {
  const { rows } = await sql<{ total: number; totalCents: string; pendingCents: string; results: MemberRow[] }>`
    with ${members(network)}, matching as materialized (
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
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('an aggregate has one row');
  return {
    members: page(found.results.map(wire), found.total, query),
    totals: { totalOrdersValue: fromCents(found.totalCents), totalPendingValue: fromCents(found.pendingCents) },
  };
}

/** Every member that matches, one by one. */
export async function* streamNetwork(db: Queries, network: Network, filter: NetworkSelection): AsyncGenerator<Member> {
  const query = sql<MemberRow>`
    with ${members(network)}
    select ${memberColumns} from member where ${matching(filter)} order by ${inOrder(filter.sort)}`;
  for await (const row of streamRows(db, query)) yield wire(row);
}

/** The cards: how many members both networks have in the window, and what the consultant itself ordered in it. */
export async function findSummary(db: Queries, consultantId: number, window: Window): Promise<Summary> {
  const count = async (depth: Network['depth']) => {
    const { rows } = await sql<{ total: number }>`
      with ${members({ consultantId, depth, window })}
      select count(*) as total from last_day
    `.execute(db);
    return rows[0]?.total ?? 0;
  };
  const [totalDirectConsultants, totalTreeConsultants, own] = await Promise.all([
    count('direct'),
    count('total'),
    sql<{ cents: string }>`
      select coalesce(sum(total_cents), 0)::text as cents
      from orders
      where consultant_id = ${consultantId} and created_at between ${window.startDate} and ${window.endDate}
    `.execute(db),
  ]);
  return { totalDirectConsultants, totalTreeConsultants, totalOrders: fromCents(own.rows[0]?.cents ?? 0) };
}
