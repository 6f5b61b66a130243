import { type attention, mostRows, type StrayOrder } from '@rede/contract/attention';
import { addDays, type Day } from '@rede/contract/days';
import type { Answer } from '@rede/contract/endpoint';
import { fromCents } from '@rede/contract/money';
import { sql } from 'kysely';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { WriteCache } from '../db/write-cache.ts';

type StrayOrders = Answer<typeof attention.strayOrders>;
type Debts = Answer<typeof attention.debts>;
type Sales = Pick<Answer<typeof attention.today>, 'sales' | 'lastWeek'>;

const debts = new WriteCache<Debts>('orders');

/** Orders of nobody, the most recent first, with who they may belong to. */
export function findStrayOrders(database: Database, today: Day): Promise<StrayOrders> {
  return inSnapshot(database, async (db) => ({
    total: await countStrayOrders(db),
    rows: await findLatestStrayOrders(db, today),
  }));
}

async function countStrayOrders(db: Queries): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0)::bigint as total from order_counts where not with_consultant
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** How many of a coupon's last orders say who has it. */
const tellingOrders = 1000;

/**
 * Proposes the consultant whose code the coupon is, else whose email stands in the coupon or the number, else who alone had the coupon, of
 * its last orders within a year.
 */
async function findLatestStrayOrders(db: Queries, today: Day): Promise<StrayOrder[]> {
  const { rows } = await sql<StrayRow>`
    select
      stray.id, stray.ecommerce_id as "ecommerceId", stray.created_at as "createdAt", stray.total_cents as "totalCents",
      stray.coupon_code as "couponCode", stray.version,
      case when consultant.id is not null then jsonb_build_object(
        'id', consultant.id, 'internalId', consultant.internal_id, 'name', consultant.name, 'reason', proposed.reason
      ) end as proposal
    from (
      select * from orders where consultant_id is null order by created_at desc, id desc limit ${mostRows}
    ) stray
    left join lateral (
      (select id, 'coupon' as reason from consultants where normalized_internal_id = normalize_text(stray.coupon_code))
      union all
      (
        select id, 'email' from consultants
        where lower(email) = lower(substring(concat_ws(' ', stray.coupon_code, stray.ecommerce_id) from '[[:alnum:]._%+-]+@[[:alnum:].-]+[.][[:alnum:]]+'))
      )
      union all
      (
        select min(had.consultant_id), 'coupon'
        from (
          select consultant_id, created_at
          from orders
          where normalize_text(coupon_code) collate "C" = normalize_text(stray.coupon_code) and consultant_id is not null
          order by normalize_text(coupon_code) collate "C" desc, id desc
          limit ${tellingOrders}
        ) had
        where had.created_at > ${addDays(today, -365)}::date
        having count(distinct had.consultant_id) = 1
      )
      limit 1
    ) proposed on true
    left join consultants consultant on consultant.id = proposed.id
    order by stray.created_at desc, stray.id desc
  `.execute(db);
  return rows.map(wire);
}

type StrayRow = Omit<StrayOrder, 'total'> & { totalCents: number };

function wire({ totalCents, ...order }: StrayRow): StrayOrder {
  return { ...order, total: fromCents(totalCents) };
}

/** Who has most to pay of their own orders, and what all have together. */
export function findDebts(database: Database): Promise<Debts> {
  return inSnapshot(database, (db) =>
    debts.find(database, db, {}, async () => {
      const { rows } = await sql<
        Omit<Debts['rows'][0], 'totalPendingValue'> & { pending: string; total: number; allPending: string }
      >`
        select
          consultant.id, consultant.internal_id as "internalId", consultant.name,
          debtor.pending::text as pending, debtor.orders, debtor."oldestAt", debtor.total, debtor."allPending"::text as "allPending"
        from (
          select
            consultant_id, sum(pending_cents) as pending, count(*) as orders, min(created_at) as "oldestAt",
            count(*) over () as total, sum(sum(pending_cents)) over () as "allPending"
          from orders
          where pending_cents > 0 and consultant_id is not null
          group by consultant_id
          order by pending desc, consultant_id
          limit ${mostRows}
        ) debtor
        join consultants consultant on consultant.id = debtor.consultant_id
        order by debtor.pending desc, consultant.id
      `.execute(db);
      return {
        total: rows[0]?.total ?? 0,
        totalPendingValue: fromCents(rows[0]?.allPending ?? 0),
        rows: rows.map(({ id, internalId, name, orders, oldestAt, pending }) => ({
          id,
          internalId,
          name,
          orders,
          oldestAt,
          totalPendingValue: fromCents(pending),
        })),
      };
    }),
  );
}

/** What was ordered on a day, and on the same day of the week before. */
export async function findSales(db: Queries, day: Day): Promise<Sales> {
  const before = addDays(day, -7);
  const { rows } = await sql<{ day: Day; orders: number; total: string }>`
    select created_at as day, sum(orders)::bigint as orders, sum(total_cents)::text as total
    from order_counts
    where created_at in (${day}::date, ${before}::date)
    group by created_at
  `.execute(db);
  const on = (day: Day) => {
    const sold = rows.find((row) => row.day === day);
    return { day, orders: sold?.orders ?? 0, totalOrdersValue: fromCents(sold?.total ?? 0) };
  };
  return { sales: on(day), lastWeek: on(before) };
}
