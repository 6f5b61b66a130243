import { fromCents } from '@rede/contract/money';
import type { CountedOrder, CountedOrders, CountedOrdersQuery } from '@rede/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { limitTo, orderBy, page } from '../db/selection.ts';
import { Problem } from '../http/problem.ts';
import { type Network, windowDays } from '../db/membership.ts';

/** An order as the database returns it, in cents; sums come as text. */
interface OrderRow {
  ecommerceId: string;
  createdAt: string;
  totalCents: number;
  paidCents: number;
  pendingCents: number;
  uplines: CountedOrder['uplines'];
}

/** Whose figure is opened: a member of `network`, by its id, in the network of a head by its code; without one, in the caller's own. */
interface Opened {
  network: Network;
  headCode: string | undefined;
}

/** The network's consultant, or whom the code names. */
const headOf = ({ network, headCode }: Opened) => sql`
  head as (
    select id, internal_id, name, own_days(start_date, end_date) as own_days
    from consultants
    where ${headCode === undefined ? sql`id = ${network.consultantId}` : sql`lower(internal_id) = lower(${headCode})`}
  )`;

/**
 * The orders behind a member's figures in the head's network, on the days on which the head itself was in the caller's network or is the
 * caller; they add up to these figures. Walks up from the member to the caller, by way of the head, so the cost does not depend on the
 * network's size. Problem 404 where there is no such day, whoever exists.
 */
export function findMemberOrders(
  db: Queries,
  memberId: number,
  opened: Opened,
  query: CountedOrdersQuery,
): Promise<CountedOrders> {
  const { consultantId, depth, window } = opened.network;
  const days = sql`
    ${headOf(opened)},
    member as (
      select id, internal_id, name, own_days(start_date, end_date) as own_days from consultants where id = ${memberId}
    ),
    counted_days as (
      select above.during * member.own_days as during, above.path[:array_position(above.path, head.id)] as uplines
      from head
      cross join member
      join uplines_above(${memberId}, ${windowDays(window)}) above
        on above.upline_id = ${consultantId} and above.during && member.own_days
        and head.id = ${depth === 'direct' ? sql`above.path[1]` : sql`any (above.path)`}
    )`;
  return findCounted(db, days, query);
}

/** The head's own orders in the window, on the days on which it was a member of the caller's network; the caller's add up to its card. */
export function findOwnOrders(db: Queries, opened: Opened, query: CountedOrdersQuery): Promise<CountedOrders> {
  const { consultantId, window } = opened.network;
  const days = sql`
    ${headOf(opened)},
    member as (select * from head),
    counted_days as (
      select ${windowDays(window)} as during, array[]::bigint[] as uplines from head where id = ${consultantId}
      union all
      select above.during * head.own_days, '{}'
      from head
      cross join uplines_above(head.id, ${windowDays(window)}) above
      where above.upline_id = ${consultantId} and above.during && head.own_days
    )`;
  return findCounted(db, days, query);
}

/** A page of the member's orders on the counted days, and the sums over all of them. */
async function findCounted(db: Queries, days: RawBuilder<unknown>, query: CountedOrdersQuery): Promise<CountedOrders> {
  const { rows } = await sql<{
    /** Null where no day counts. */
    people: Pick<CountedOrders, 'member' | 'head'> | null;
    total: number;
    totalCents: string;
    pendingCents: string;
    results: OrderRow[];
  }>`
    with ${days},
    counted as materialized (
      select "order".id, ecommerce_id, created_at, total_cents, pending_cents, total_payment_cents, paid_at, uplines
      from counted_days
      cross join member
      join orders "order"
        on "order".consultant_id = member.id
        and "order".created_at >= lower(counted_days.during)
        and "order".created_at < upper(counted_days.during)
    )
    select
      (
        select jsonb_build_object(
          'member', jsonb_build_object('internalId', member.internal_id, 'name', member.name),
          'head', jsonb_build_object('internalId', head.internal_id, 'name', head.name)
        )
        from member
        cross join head
        where exists (select from counted_days)
      ) as people,
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
              paid_cents(total_cents, total_payment_cents, paid_at) as "paidCents",
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
  if (!found?.people) throw new Problem('not_found', 'Este colaborador não está na sua rede nestas datas.');
  return {
    ...found.people,
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
