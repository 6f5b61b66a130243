import { fromCents } from '@rede/contract/money';
import type { CountedOrder, CountedOrders, CountedOrdersQuery, Window } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { limitTo, orderBy, page } from '../db/selection.ts';
import { Problem } from '../http/problem.ts';
import type { Network } from './membership.ts';

/** An order as the database returns it, in cents; sums come as text. */
interface OrderRow {
  ecommerceId: string;
  createdAt: string;
  totalCents: number;
  paidCents: number;
  pendingCents: number;
  uplines: CountedOrder['uplines'];
}

/**
 * The days of the window on which the member was in the network, each with the uplines from it up to the network's consultant. Walks up
 * from the member, so the cost does not depend on the network's size.
 */
function countedDays(memberId: number, { consultantId, depth, window }: Network): RawBuilder<unknown> {
  return sql`
    counted_days as (
      select above.during * own.days as during, above.path as uplines
      from uplines_above(${memberId}, daterange(${window.startDate}, ${window.endDate}, '[]')) above
      join consultants member on member.id = ${memberId}
      cross join lateral (select daterange(member.start_date, member.end_date, '[]') as days) own
      where above.upline_id = ${consultantId} and above.during && own.days
        ${depth === 'direct' ? sql`and cardinality(above.path) = 1` : sql``}
    )`;
}

/**
 * The orders behind a member's figures in somebody's network, with the uplines in between; they add up to these figures. Problem 404 for a
 * consultant who is no member in the window, whether it exists or not.
 */
export async function findMemberOrders(
  db: Queries,
  memberId: number,
  network: Network,
  query: CountedOrdersQuery,
): Promise<CountedOrders> {
  const found = await findCounted(db, memberId, countedDays(memberId, network), query);
  if (!found) throw new Problem('not_found', 'Este colaborador não está na sua rede nestas datas.');
  return found;
}

/** The consultant's own orders in the window; they add up to its card. */
export async function findOwnOrders(
  db: Queries,
  consultantId: number,
  window: Window,
  query: CountedOrdersQuery,
): Promise<CountedOrders> {
  const days = sql`
    counted_days as (
      select daterange(${window.startDate}, ${window.endDate}, '[]') as during, array[]::bigint[] as uplines
    )`;
  const found = await findCounted(db, consultantId, days, query);
  if (!found) throw new Error('a window has at least one day');
  return found;
}

/** A page of a consultant's orders on the counted days, and the sums over all of them; undefined when there is no such day. */
async function findCounted(
  db: Queries,
  consultantId: number,
  days: RawBuilder<unknown>,
  query: CountedOrdersQuery,
): Promise<CountedOrders | undefined> {
  const { rows } = await sql<{
    isMember: boolean;
    total: number;
    totalCents: string;
    pendingCents: string;
    results: OrderRow[];
  }>`
    with ${days},
    counted as materialized (
      select "order".id, ecommerce_id, created_at, total_cents, pending_cents, total_payment_cents, paid_at, uplines
      from counted_days
      join orders "order"
        on "order".consultant_id = ${consultantId}
        and "order".created_at >= lower(counted_days.during)
        and "order".created_at < upper(counted_days.during)
    )
    select
      exists (select from counted_days) as "isMember",
      count(*) as total,
      coalesce(sum(total_cents), 0)::text as "totalCents",
      coalesce(sum(pending_cents), 0)::text as "pendingCents",
      coalesce(
        (
          select jsonb_agg(to_jsonb(page))
          from (
            select
              ecommerce_id as "ecommerceId",
              created_at as "createdAt",
              total_cents as "totalCents",
              coalesce(total_payment_cents, case when paid_at is null then 0 else total_cents end) as "paidCents",
              pending_cents as "pendingCents",
              (
                select coalesce(
                  jsonb_agg(jsonb_build_object('internalId', upline.internal_id, 'name', upline.name) order by place),
                  '[]'
                )
                from unnest(uplines) with ordinality as link (id, place)
                join consultants upline on upline.id = link.id
              ) as uplines
            from counted
            order by ${inOrder(query.sort)}
            ${limitTo(query)}
          ) page
        ),
        '[]'
      ) as results
    from counted
  `.execute(db);
  const [found] = rows;
  if (!found?.isMember) return undefined;
  return {
    orders: page(found.results.map(wire), found.total, query),
    totals: { totalOrdersValue: fromCents(found.totalCents), totalPendingValue: fromCents(found.pendingCents) },
  };
}

function inOrder(sort: CountedOrdersQuery['sort']): RawBuilder<unknown> {
  return orderBy(
    sort,
    {
      createdAt: sql`created_at`,
      ecommerceId: sql`normalize_text(ecommerce_id)`,
      total: sql`total_cents`,
      pending: sql`pending_cents`,
    },
    sql`counted.id`,
  );
}

function wire({ totalCents, paidCents, pendingCents, ...order }: OrderRow): CountedOrder {
  return {
    ...order,
    total: fromCents(totalCents),
    paid: fromCents(paidCents),
    pending: fromCents(pendingCents),
  };
}
