import type { OrderSelection } from '@rede/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { coupon, number, uplineCode } from './matching.ts';

export type OrderColumn = Exclude<OrderSelection['sort'], `-${string}`>;

/** A list's sort: the tables of its key, and the parts of the sorted list, in ascending order, each of which an index returns in order. */
export interface SortKey {
  key: RawBuilder<unknown>;
  reads?: 'consultant' | 'upline';
  /** The parts with a key, each sorted by its own. Absent where the column is never empty. */
  filled?: (Part & { key: RawBuilder<unknown> })[];
  /** The part without a key; it comes last in both directions, sorted by id. */
  empty?: (end: End) => Part;
}

/**
 * Nested loops from upline to upline. The planner underestimates the number of orders; `offset 0` keeps it from joining and sorting all of
 * them.
 */
const ordersByUpline = sql`
  consultants upline
  cross join lateral (
    select below.id, below.consultant_id, below.upline_id, below.during
    from upline_periods below
    where below.upline_id = upline.id
    offset 0
  ) period
  cross join lateral (
    select *
    from orders
    where orders.consultant_id = period.consultant_id
      and orders.created_at >= lower(period.during) and orders.created_at < coalesce(upper(period.during), 'infinity')
    offset 0
  ) "order"`;

/** How the part without a key is read. */
interface End {
  direction: RawBuilder<unknown>;
  /** The most rows to read; null: all. */
  rows: number | null;
  /** Whether the filter asks for orders with a consultant only. */
  withConsultantOnly: boolean;
}

export interface Part {
  /** The tables; by default the orders, with their uplines where the filter or the sort needs these. */
  from?: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
}

export function sortKeys(rootUplineCode: string): Record<OrderColumn, SortKey> {
  const company = sql`normalize_text(${rootUplineCode})`;
  const code = sql`upline.normalized_internal_id`;
  const nullable = (key: RawBuilder<unknown>): SortKey => ({
    key,
    filled: [{ where: sql`${key} is not null`, key }],
    empty: () => ({ where: sql`${key} is null` }),
  });
  const ofConsultant = (key: RawBuilder<unknown>): SortKey => ({
    ...nullable(key),
    reads: 'consultant',
    empty: () => ({ where: sql`"order".consultant_id is null` }),
  });
  return {
    ecommerceId: { key: sql`${number} collate "C"` },
    createdAt: { key: sql`"order".created_at` },
    total: { key: sql`"order".total_cents` },
    paidAt: nullable(sql`"order".paid_at`),
    couponCode: nullable(sql`${coupon} collate "C"`),
    consultantEmail: ofConsultant(sql`consultant.normalized_email`),
    consultantInternalId: ofConsultant(sql`consultant.normalized_internal_id`),
    consultantParentId: {
      key: sql`${uplineCode(rootUplineCode)} collate "C"`,
      reads: 'upline',
      // The company is no consultant, so its place among the codes is a part of its own.
      filled: [
        { from: ordersByUpline, where: sql`${code} < ${company}`, key: code },
        { where: sql`period.id is not null and period.upline_id is null`, key: sql`${company} collate "C"` },
        { from: ordersByUpline, where: sql`${code} > ${company}`, key: code },
      ],
      // Two indexes in the order of ids; each is read up to the limit only.
      empty: ({ direction, rows, withConsultantOnly }) => ({
        from: sql`
          (
            (select order_id as id from orders_without_upline order by order_id ${direction} limit ${rows}::bigint)
            union all
            (
              select id from orders where consultant_id is null and not ${withConsultantOnly}
              order by id ${direction} limit ${rows}::bigint
            )
          ) bare
          join orders "order" on "order".id = bare.id`,
        where: sql`true`,
      }),
    },
  };
}
