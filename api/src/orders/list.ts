import type { Order, OrderQuery, OrderSelection } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { CountCache } from '../db/count-cache.ts';
import { sortLimit, pageBounds, inDirection, fallbackSortLimit, page, scanLimit, sortOf } from '../db/selection.ts';
import { countOrders, filtersDaysOnly, filtersNothing } from './counts.ts';
import {
  coupon,
  couponsContaining,
  filtersConsultants,
  matchingOrders,
  rowMatches,
  number,
  readConsultant,
  readUpline,
  uplineCode,
  withinDays,
  createdWithin,
  paidWithin,
} from './matching.ts';
import { columns, type OrderRow, source, wire } from './queries.ts';

type OrderColumn = Exclude<OrderSelection['sort'], `-${string}`>;

/** A list's sort: the tables of its key, and the parts of the sorted list, in ascending order, each of which an index returns in order. */
interface SortKey {
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

interface Part {
  /** The tables; by default the orders, with their uplines where the filter or the sort needs these. */
  from?: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
}

function sortKeys(rootUplineCode: string): Record<OrderColumn, SortKey> {
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

const counts = new CountCache('orders');

/** A page of the list; page and count come from one snapshot. */
export function findOrders(database: Database, query: OrderQuery, rootUplineCode: string): Promise<Page<Order>> {
  return inSnapshot(database, async (db) => {
    const count = () => countOrders(db, query, rootUplineCode);
    const key = { ...query, sort: undefined, pageNumber: undefined, pageSize: undefined, rootUplineCode };
    const total = filtersDaysOnly(query) ? await count() : await counts.find(database, db, key, count);
    const isPastTheEnd = query.pageNumber * query.pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, total, rootUplineCode), total, query);
  });
}

const orderId = sql`"order".id`;

/** All orders of a selection in chunks; the list is never held in memory. */
export async function* streamOrders(
  database: Database,
  filter: OrderSelection,
  rootUplineCode: string,
): AsyncGenerator<Order[]> {
  const { column, descending } = sortOf(filter.sort);
  const { key, empty } = sortKeys(rootUplineCode)[column];
  // A key that is never empty needs no `nulls last`: without it, one index serves both directions.
  const order = empty ? inDirection(key, orderId, descending) : inDirection(key, orderId, false, descending);
  const parts = streamRows(
    database,
    () => sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from ${source}
      where ${rowMatches(filter, rootUplineCode)}
      order by ${order}`,
  );
  for await (const rows of parts) yield rows.map(wire);
}

/**
 * Adds bounds of the creation days to a filter by payment days or by few coupons. Otherwise a scan by creation day would pass nearly all
 * orders before the first match.
 */
async function withCreationBounds(db: Queries, filter: OrderSelection): Promise<OrderSelection> {
  const { paidAtStart, paidAtEnd, couponCode } = filter;
  const coupons = couponCode === undefined ? undefined : await fewCoupons(db, couponCode);
  if ((paidAtStart ?? paidAtEnd ?? coupons) === undefined) return filter;
  const days = coupons
    ? sql`(select created_at, paid_at from coupon_counts where coupon = any(${coupons}::text[])) "order"`
    : sql`order_counts "order"`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(created_at) as first, max(created_at) as last from ${days} where ${withinDays(filter)}`.execute(db);
  const { first, last } = rows[0] ?? {};
  return { ...filter, createdAtStart: first ?? filter.createdAtStart, createdAtEnd: last ?? filter.createdAtEnd };
}

/** The coupons that contain a text; undefined when there are many, because these spread over all days. */
async function fewCoupons(db: Queries, searched: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ coupon: string }>`${couponsContaining(searched)} limit ${fewCouponsLimit + 1}`.execute(
    db,
  );
  return rows.length > fewCouponsLimit ? undefined : rows.map(({ coupon }) => coupon);
}

const fewCouponsLimit = 100;

/** Finds the ids of the page first, from indexes alone where possible, and then the rows. */
async function findPage(db: Queries, query: OrderQuery, total: number, rootUplineCode: string): Promise<Order[]> {
  const { column, descending } = sortOf(query.sort);
  const { rows: wanted, backwards, limit, depth } = pageBounds(query, total);
  const show = async (found: RawBuilder<unknown>): Promise<Order[]> => {
    const { rows } = await sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from (${found} ${limit}) found
      join orders "order" on "order".id = found.id
      ${readConsultant} ${readUpline}
      order by ${inDirection(sql`found.key`, sql`found.id`, descending)}
    `.execute(db);
    return rows.map(wire);
  };

  if (total > sortLimit) {
    const isBounded = !filtersNothing(query) && total <= fallbackSortLimit;
    const maxScanned = isBounded ? scanLimit(depth) : undefined;
    const filter = await withCreationBounds(db, query);
    const within = await keyBounds(db, column, filter);
    const options = { descending, backwards, depth, maxScanned, within };
    const rows = await show(scanInOrder(filter, column, options, rootUplineCode));
    if (!isBounded || rows.length === wanted) return rows;
  }
  const { key, reads } = sortKeys(rootUplineCode)[column];
  return show(sql`
    with matching as materialized (select "order".id, ${key} as key from ${matchingOrders(query, rootUplineCode, reads)})
    select id, key from matching order by ${inDirection(sql`key`, sql`id`, descending, backwards)}`);
}

interface ScanOptions {
  descending: boolean;
  backwards: boolean;
  /** How many matching rows to read. */
  depth: number;
  /** How many rows to scan for them; undefined: no limit. */
  maxScanned: number | undefined;
  /** The part of the filter that bounds the sort's own index. */
  within: RawBuilder<SqlBool>;
}

/** The matching orders in the sort's order: one part after the other, each from an index in this order. */
function scanInOrder(
  filter: OrderSelection,
  column: OrderColumn,
  options: ScanOptions,
  rootUplineCode: string,
): RawBuilder<unknown> {
  const { descending, backwards, depth, maxScanned, within } = options;
  const sortKey = sortKeys(rootUplineCode)[column];
  const ascends = descending === backwards;
  const direction = ascends ? sql`asc` : sql`desc`;
  const readsUpline = sortKey.reads === 'upline' || filter.consultantParentId !== undefined;
  const readsConsultants = sortKey.reads === 'consultant' || filtersConsultants(filter);
  const matches = rowMatches(filter, rootUplineCode);
  const partLimit = maxScanned ?? depth;
  const part = ({ from, where }: Part, key: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select "order".id, ${key} as key, ${maxScanned === undefined ? sql`true` : matches} as matches
    from ${from ?? sql`orders "order" ${readsUpline ? readUpline : sql``}`} ${readsConsultants ? readConsultant : sql``}
    where ${where} and ${within} and ${maxScanned === undefined ? matches : sql`true`}
    order by ${order}
    limit ${partLimit}
  )`;
  const filled = (sortKey.filled ?? [{ where: sql<SqlBool>`true`, key: sortKey.key }]).map(({ key, ...filledPart }) =>
    part(filledPart, key, sql`${key} ${direction}, "order".id ${direction}`),
  );
  const parts = ascends ? filled : filled.toReversed();
  const withConsultantOnly = filtersConsultants(filter) || filter.consultantParentId !== undefined;
  const rows = maxScanned === undefined && !filtersNothing(filter) ? null : partLimit;
  const empty =
    sortKey.empty && !allHaveKey(column, filter)
      ? [part(sortKey.empty({ direction, rows, withConsultantOnly }), sql`null`, sql`"order".id ${direction}`)]
      : [];
  const inOrder = backwards ? [...empty, ...parts] : [...parts, ...empty];
  // PostgreSQL starts a part only when those before it were not enough: each has its own limit, which also prevents a parallel append.
  return sql`
    select id, key
    from (select * from (${sql.join(inOrder, sql` union all `)}) parts limit ${maxScanned ?? null}::bigint) scanned
    where matches`;
}

/** Whether the filter excludes all rows without a key. */
function allHaveKey(column: OrderColumn, filter: OrderSelection): boolean {
  const { paidAtStart, paidAtEnd, couponCode, consultantParentId } = filter;
  if (column === 'paidAt') return (paidAtStart ?? paidAtEnd) !== undefined;
  if (column === 'couponCode') return couponCode !== undefined;
  return consultantParentId !== undefined || (column !== 'consultantParentId' && filtersConsultants(filter));
}

/** The filter's bounds on the sort's own column: days, or the first and the last matching coupon. */
async function keyBounds(db: Queries, column: OrderColumn, filter: OrderSelection): Promise<RawBuilder<SqlBool>> {
  if (column === 'createdAt') return createdWithin(filter);
  if (column === 'paidAt') return paidWithin(filter);
  if (column !== 'couponCode' || filter.couponCode === undefined) return sql`true`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(coupon) as first, max(coupon) as last from ${couponsContaining(filter.couponCode)} found`.execute(db);
  return sql`${coupon} collate "C" between ${rows[0]?.first} and ${rows[0]?.last}`;
}
