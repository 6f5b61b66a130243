import type { Order, OrderQuery, OrderSelection } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { CountCache } from '../db/count-cache.ts';
import {
  fewEnoughToSort,
  fromNearerEnd,
  inDirection,
  mostToSort,
  page,
  passedBeforeGathering,
  sortOf,
} from '../db/selection.ts';
import { countOrders, filtersDaysOnly, filtersNothing } from './counts.ts';
import {
  coupon,
  couponsWith,
  filtersConsultants,
  gathered,
  matchesInPassing,
  number,
  readConsultant,
  readUpline,
  uplineCode,
  withinDays,
  withinDaysMade,
  withinDaysPaid,
} from './matching.ts';
import { columns, type OrderRow, source, wire } from './queries.ts';

type OrderColumn = Exclude<OrderSelection['sort'], `-${string}`>;

/** A list's sort: in which tables its key is, and the parts of the order, in ascending order, that an index each can be read for. */
interface SortKey {
  key: RawBuilder<unknown>;
  reads?: 'consultant' | 'upline';
  /** Each sorted by its own key. None where the column is never empty. */
  filled?: (Part & { key: RawBuilder<unknown> })[];
  /** Who has no key; these come last in both directions, in the order of their ids. */
  empty?: (end: End) => Part;
}

/** From upline to upline: `offset 0` keeps the planner, who expects hardly any orders here, from joining and sorting them all. */
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

/** The end of an order that what has no key stands at. */
interface End {
  direction: RawBuilder<unknown>;
  /** So many are read at most; null: all. */
  rows: number | null;
  /** Whether only orders that have a consultant are asked for. */
  isSomebodys: boolean;
}

interface Part {
  /** Where not the orders, with their uplines if these are asked for. */
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
      // The company is no consultant: its place among the codes is a part by itself.
      filled: [
        { from: ordersByUpline, where: sql`${code} < ${company}`, key: code },
        { where: sql`period.id is not null and period.upline_id is null`, key: sql`${company} collate "C"` },
        { from: ordersByUpline, where: sql`${code} > ${company}`, key: code },
      ],
      // Two indexes in the order of ids; together not more than are read of it.
      empty: ({ direction, rows, isSomebodys }) => ({
        from: sql`
          (
            (select order_id as id from orders_without_upline order by order_id ${direction} limit ${rows}::bigint)
            union all
            (
              select id from orders where consultant_id is null and not ${isSomebodys}
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

/** A page of the list; page and number of results are those of one moment. */
export function findOrders(database: Database, query: OrderQuery, rootUplineCode: string): Promise<Page<Order>> {
  return inSnapshot(database, async (db) => {
    const count = () => countOrders(db, query, rootUplineCode);
    const asked = { ...query, sort: undefined, pageNumber: undefined, pageSize: undefined, rootUplineCode };
    const total = filtersDaysOnly(query) ? await count() : await counts.find(database, db, asked, count);
    const isPastTheEnd = query.pageNumber * query.pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, total, rootUplineCode), total, query);
  });
}

const orderId = sql`"order".id`;

/** Every order of a selection, some at a time; the list is never held in memory. */
export async function* streamOrders(
  database: Database,
  filter: OrderSelection,
  rootUplineCode: string,
): AsyncGenerator<Order[]> {
  const { column, descending } = sortOf(filter.sort);
  const { key, empty } = sortKeys(rootUplineCode)[column];
  // A key that nobody lacks: an index read backwards has its order too, but says that what lacks it would come first.
  const order = empty ? inDirection(key, orderId, descending) : inDirection(key, orderId, false, descending);
  const parts = streamRows(
    database,
    () => sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from ${source}
      where ${matchesInPassing(filter, rootUplineCode)}
      order by ${order}`,
  );
  for await (const rows of parts) yield rows.map(wire);
}

/**
 * The filter with the days between which its orders were made, where it asks for days of payment or for a campaign's coupon: a walk by the
 * day they were made would pass nearly all orders before it came upon one.
 */
async function withDaysMade(db: Queries, filter: OrderSelection): Promise<OrderSelection> {
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

/** The coupons that a text is found in; undefined where they are many, for these are spread over all the days. */
async function fewCoupons(db: Queries, searched: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ coupon: string }>`${couponsWith(searched)} limit ${mostFewCoupons + 1}`.execute(db);
  return rows.length > mostFewCoupons ? undefined : rows.map(({ coupon }) => coupon);
}

const mostFewCoupons = 100;

/** Finds the page's ids first, from indexes alone where these have the key, and only then the rows. */
async function findPage(db: Queries, query: OrderQuery, total: number, rootUplineCode: string): Promise<Order[]> {
  const { column, descending } = sortOf(query.sort);
  const { rows: wanted, backwards, limit, farthest } = fromNearerEnd(query, total);
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

  if (total > fewEnoughToSort) {
    const isBounded = !filtersNothing(query) && total <= mostToSort;
    const passes = isBounded ? passedBeforeGathering(farthest) : undefined;
    const filter = await withDaysMade(db, query);
    const within = await withinOwnKey(db, column, filter);
    const way = { descending, backwards, farthest, passes, within };
    const rows = await show(walked(filter, column, way, rootUplineCode));
    if (!isBounded || rows.length === wanted) return rows;
  }
  const { key, reads } = sortKeys(rootUplineCode)[column];
  return show(sql`
    with matching as materialized (select "order".id, ${key} as key from ${gathered(query, rootUplineCode, reads)})
    select id, key from matching order by ${inDirection(sql`key`, sql`id`, descending, backwards)}`);
}

interface Way {
  descending: boolean;
  backwards: boolean;
  /** So many rows of it are read. */
  farthest: number;
  /** How many rows are passed in search of them; undefined: as many as it takes. */
  passes: number | undefined;
  /** The part of the filter that is a part of the sort's own index. */
  within: RawBuilder<SqlBool>;
}

/** What matches, in the sort's order: part after part, each from an index that has this order. */
function walked(filter: OrderSelection, column: OrderColumn, way: Way, rootUplineCode: string): RawBuilder<unknown> {
  const { descending, backwards, farthest, passes, within } = way;
  const sortKey = sortKeys(rootUplineCode)[column];
  const ascends = descending === backwards;
  const direction = ascends ? sql`asc` : sql`desc`;
  const readsUpline = sortKey.reads === 'upline' || filter.consultantParentId !== undefined;
  const readsConsultants = sortKey.reads === 'consultant' || filtersConsultants(filter);
  const matches = matchesInPassing(filter, rootUplineCode);
  const atMost = passes ?? farthest;
  const part = ({ from, where }: Part, key: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select "order".id, ${key} as key, ${passes === undefined ? sql`true` : matches} as matches
    from ${from ?? sql`orders "order" ${readsUpline ? readUpline : sql``}`} ${readsConsultants ? readConsultant : sql``}
    where ${where} and ${within} and ${passes === undefined ? matches : sql`true`}
    order by ${order}
    limit ${atMost}
  )`;
  const filled = (sortKey.filled ?? [{ where: sql<SqlBool>`true`, key: sortKey.key }]).map(({ key, ...filledPart }) =>
    part(filledPart, key, sql`${key} ${direction}, "order".id ${direction}`),
  );
  const parts = ascends ? filled : filled.toReversed();
  const isSomebodys = filtersConsultants(filter) || filter.consultantParentId !== undefined;
  const rows = passes === undefined && !filtersNothing(filter) ? null : atMost;
  const empty =
    sortKey.empty && !haveKey(column, filter)
      ? [part(sortKey.empty({ direction, rows, isSomebodys }), sql`null`, sql`"order".id ${direction}`)]
      : [];
  const inOrder = backwards ? [...empty, ...parts] : [...parts, ...empty];
  // One is begun only where those before it did not suffice: each has a limit of its own, which also keeps them from running side by side.
  return sql`
    select id, key
    from (select * from (${sql.join(inOrder, sql` union all `)}) parts limit ${passes ?? null}::bigint) walked
    where matches`;
}

/** Whether nothing that matches comes last for want of a key. */
function haveKey(column: OrderColumn, filter: OrderSelection): boolean {
  const { paidAtStart, paidAtEnd, couponCode, consultantParentId } = filter;
  if (column === 'paidAt') return (paidAtStart ?? paidAtEnd) !== undefined;
  if (column === 'couponCode') return couponCode !== undefined;
  return consultantParentId !== undefined || (column !== 'consultantParentId' && filtersConsultants(filter));
}

/** The days that a sort by them begins and ends with, and the first and the last coupon of those that match. */
async function withinOwnKey(db: Queries, column: OrderColumn, filter: OrderSelection): Promise<RawBuilder<SqlBool>> {
  if (column === 'createdAt') return withinDaysMade(filter);
  if (column === 'paidAt') return withinDaysPaid(filter);
  if (column !== 'couponCode' || filter.couponCode === undefined) return sql`true`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(coupon) as first, max(coupon) as last from ${couponsWith(filter.couponCode)} found`.execute(db);
  return sql`${coupon} collate "C" between ${rows[0]?.first} and ${rows[0]?.last}`;
}
