import type { Order, OrderQuery, OrderSelection } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inOneMoment, type Queries, streamRows } from '../db/client.ts';
import { RememberedCounts } from '../db/remembered-counts.ts';
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
  filled?: { where: RawBuilder<SqlBool>; key: RawBuilder<unknown> }[];
  /** Who has no key; these come last in both directions, in the order of their ids. */
  empty?: (end: End) => Empty;
}

/** The end of an order that what has no key stands at. */
interface End {
  direction: RawBuilder<unknown>;
  /** So many are read at most; null: all. */
  rows: number | null;
  /** Whether only orders that have a consultant are asked for. */
  isSomebodys: boolean;
}

interface Empty {
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
}

function sortKeys(rootUplineCode: string): Record<OrderColumn, SortKey> {
  const company = sql`fold(${rootUplineCode})`;
  const code = sql`upline.folded_internal_id`;
  const nullable = (key: RawBuilder<unknown>): SortKey => ({
    key,
    filled: [{ where: sql`${key} is not null`, key }],
    empty: () => ({ from: sql`orders "order"`, where: sql`${key} is null` }),
  });
  const ofConsultant = (key: RawBuilder<unknown>): SortKey => ({
    ...nullable(key),
    reads: 'consultant',
    empty: () => ({ from: sql`orders "order"`, where: sql`"order".consultant_id is null` }),
  });
  return {
    ecommerceId: { key: sql`${number} collate "C"` },
    createdAt: { key: sql`"order".created_at` },
    total: { key: sql`"order".total_cents` },
    paidAt: nullable(sql`"order".paid_at`),
    couponCode: nullable(sql`${coupon} collate "C"`),
    consultantEmail: ofConsultant(sql`consultant.folded_email`),
    consultantInternalId: ofConsultant(sql`consultant.folded_internal_id`),
    consultantParentId: {
      key: sql`${uplineCode(rootUplineCode)} collate "C"`,
      reads: 'upline',
      // The company is no consultant: its place among the codes is a part by itself.
      filled: [
        { where: sql`${code} < ${company}`, key: code },
        { where: sql`period.id is not null and period.upline_id is null`, key: sql`${company} collate "C"` },
        { where: sql`${code} > ${company}`, key: code },
      ],
      // Two indexes in the order of ids; together not more than are read of it.
      empty: ({ direction, rows, isSomebodys }) => ({
        from: sql`
          (
            (select order_id as id from orders_under_nobody order by order_id ${direction} limit ${rows}::bigint)
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

const counts = new RememberedCounts('orders');

/** A page of the list; page and number of results are those of one moment. */
export function findOrders(database: Database, query: OrderQuery, rootUplineCode: string): Promise<Page<Order>> {
  return inOneMoment(database, async (db) => {
    const count = () => countOrders(db, query, rootUplineCode);
    const asked = { ...query, sort: undefined, pageNumber: undefined, pageSize: undefined, rootUplineCode };
    const total = filtersDaysOnly(query) ? await count() : await counts.find(database, db, asked, count);
    const isPastTheEnd = query.pageNumber * query.pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, total, rootUplineCode), total, query);
  });
}

/** Every order of a selection, one by one; the list is never held in memory. */
export async function* streamOrders(
  db: Queries,
  filter: OrderSelection,
  rootUplineCode: string,
): AsyncGenerator<Order> {
  const { column, descending } = sortOf(filter.sort);
  const { key } = sortKeys(rootUplineCode)[column];
  const rows = streamRows(
    db,
    sql<OrderRow>`
      select ${columns(rootUplineCode)}
      from ${source}
      where ${matchesInPassing(filter, rootUplineCode)}
      order by ${inDirection(key, sql`"order".id`, descending)}`,
  );
  for await (const row of rows) yield wire(row);
}

/**
 * The filter with the days between which its orders were made, where it asks for days of payment or for a campaign's coupon: a walk by the
 * day they were made would pass nearly all orders before it came upon one.
 */
async function withDaysMade(db: Queries, filter: OrderSelection): Promise<OrderSelection> {
  const { paidAtStart, paidAtEnd, couponCode } = filter;
  const coupons = couponCode === undefined ? undefined : await fewCoupons(db, couponCode);
  if ((paidAtStart ?? paidAtEnd ?? coupons) === undefined) return filter;
  const tallies = coupons
    ? sql`(select created_at, paid_at from coupon_tallies where coupon = any(${coupons}::text[])) "order"`
    : sql`all_order_tallies "order"`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(created_at) as first, max(created_at) as last from ${tallies} where ${withinDays(filter)}`.execute(db);
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
    const rows = await show(walked(filter, column, { descending, backwards, farthest, passes }, rootUplineCode));
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
}

/** What matches, in the sort's order: part after part, each from an index that has this order. */
function walked(filter: OrderSelection, column: OrderColumn, way: Way, rootUplineCode: string): RawBuilder<unknown> {
  const { descending, backwards, farthest, passes } = way;
  const sortKey = sortKeys(rootUplineCode)[column];
  const ascends = descending === backwards;
  const direction = ascends ? sql`asc` : sql`desc`;
  const readsUpline = sortKey.reads === 'upline' || filter.consultantParentId !== undefined;
  const readsConsultants = sortKey.reads === 'consultant' || filtersConsultants(filter);
  const matches = matchesInPassing(filter, rootUplineCode);
  const atMost = passes ?? farthest;
  const part = ({ from, where }: Empty, key: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select "order".id, ${key} as key, ${passes === undefined ? sql`true` : matches} as matches
    from ${from} ${readsConsultants ? readConsultant : sql``} ${readsUpline ? readUpline : sql``}
    where ${where} and ${passes === undefined ? matches : withinOwnDays(column, filter)}
    order by ${order}
    limit ${atMost}
  )`;
  const filled = (sortKey.filled ?? [{ where: sql<SqlBool>`true`, key: sortKey.key }]).map(({ where, key }) =>
    part({ from: sql`orders "order"`, where }, key, sql`${key} ${direction}, "order".id ${direction}`),
  );
  const parts = ascends ? filled : filled.toReversed();
  const isSomebodys = filtersConsultants(filter) || filter.consultantParentId !== undefined;
  const haveKey =
    sortKey.reads === 'upline'
      ? filter.consultantParentId !== undefined
      : sortKey.reads === 'consultant' && isSomebodys;
  const rows = passes === undefined && !filtersNothing(filter) ? null : atMost;
  const empty =
    sortKey.empty && !haveKey
      ? [part(sortKey.empty({ direction, rows, isSomebodys }), sql`null`, sql`"order".id ${direction}`)]
      : [];
  const inOrder = backwards ? [...empty, ...parts] : [...parts, ...empty];
  // One is begun only where those before it did not suffice: each has a limit of its own, which also keeps them from running side by side.
  return sql`
    select id, key
    from (select * from (${sql.join(inOrder, sql` union all `)}) parts limit ${passes ?? null}::bigint) walked
    where matches`;
}

/** Where the days are the sort's own key, they are a part of its index. */
function withinOwnDays(column: OrderColumn, filter: OrderSelection): RawBuilder<SqlBool> {
  if (column === 'createdAt') return withinDaysMade(filter);
  return column === 'paidAt' ? withinDaysPaid(filter) : sql`true`;
}
