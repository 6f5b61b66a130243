import type { Order, OrderQuery, OrderSelection } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, type Queries, streamRows } from '../db/client.ts';
import { all, foldedContains, fromNearerEnd, inDirection, page, sortOf, when } from '../db/selection.ts';
import { columns, type OrderRow, source, wire } from './queries.ts';

/** Up to so many rows that match are gathered and sorted; among more, the sort's own index soon comes upon a page of them. */
const fewEnoughToSort = 15_000;

/** Text looked for in rows that are passed anyway: cheaper than a pattern, and nothing that an index could be asked. */
const containsInPassing: typeof foldedContains = (column, searched) => sql`strpos(${column}, fold(${searched})) > 0`;

const number = sql`fold("order".ecommerce_id)`;
const coupon = sql`fold("order".coupon_code)`;

/** The folded code of the upline in force on the order's own day; null where there is none. */
const uplineCode = (rootUplineCode: string) =>
  sql`case when period.id is null then null when period.upline_id is null then fold(${rootUplineCode}) else upline.folded_internal_id end`;

/** The days are the tallies' columns as well as the orders'. */
function withinDays(filter: OrderSelection): RawBuilder<SqlBool> {
  return all([
    when(filter.createdAtStart, (day) => sql`"order".created_at >= ${day}`),
    when(filter.createdAtEnd, (day) => sql`"order".created_at <= ${day}`),
    when(filter.paidAtStart, (day) => sql`"order".paid_at >= ${day}`),
    when(filter.paidAtEnd, (day) => sql`"order".paid_at <= ${day}`),
  ]);
}

function withText(filter: OrderSelection, contains = foldedContains): RawBuilder<SqlBool> {
  return all([
    when(filter.ecommerceId, (searched) => contains(number, searched)),
    when(filter.couponCode, (searched) => contains(coupon, searched)),
    when(filter.consultantEmail, (searched) => contains(sql`consultant.folded_email`, searched)),
    when(filter.consultantInternalId, (searched) => contains(sql`consultant.folded_internal_id`, searched)),
  ]);
}

const filtersConsultants = ({ consultantEmail, consultantInternalId }: OrderSelection) =>
  consultantEmail !== undefined || consultantInternalId !== undefined;

const filtersText = (filter: OrderSelection) =>
  filtersConsultants(filter) ||
  [filter.ecommerceId, filter.couponCode, filter.consultantParentId].some((searched) => searched !== undefined);

type OrderColumn = Exclude<OrderSelection['sort'], `-${string}`>;

/** A list's sort: in which tables its key is, and the parts of the order, in ascending order, that an index each can be read for. */
interface SortKey {
  key: RawBuilder<unknown>;
  reads?: 'consultant' | 'upline';
  /** Each sorted by its own key. None where the column is never empty. */
  filled?: { where: RawBuilder<SqlBool>; key: RawBuilder<unknown> }[];
  /** Who has no key; these come last in both directions. */
  empty?: RawBuilder<SqlBool>;
}

function sortKeys(rootUplineCode: string): Record<OrderColumn, SortKey> {
  const company = sql`fold(${rootUplineCode})`;
  const code = sql`upline.folded_internal_id`;
  const nullable = (key: RawBuilder<unknown>): SortKey => ({
    key,
    filled: [{ where: sql`${key} is not null`, key }],
    empty: sql`${key} is null`,
  });
  const ofConsultant = (key: RawBuilder<unknown>): SortKey => ({
    ...nullable(key),
    reads: 'consultant',
    empty: sql`"order".consultant_id is null`,
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
      empty: sql`period.id is null`,
    },
  };
}

const readConsultant = sql`left join consultants consultant on consultant.id = "order".consultant_id`;
const readUpline = sql`
  left join upline_periods period
    on period.consultant_id = "order".consultant_id
    and lower(period.during) <= "order".created_at and period.during @> "order".created_at
  left join consultants upline on upline.id = period.upline_id`;

/** The orders under an upline with such a code: from its consultants' indexes to their periods, and from these to the orders of their days. */
const ordersUnder = (code: string, rootUplineCode: string) => sql`
  (
    select below.id, below.consultant_id, below.upline_id, below.during
    from consultants upline
    join upline_periods below on below.upline_id = upline.id
    where ${foldedContains(sql`upline.folded_internal_id`, code)}
    union all
    select below.id, below.consultant_id, below.upline_id, below.during
    from upline_periods below
    where below.upline_id is null and ${foldedContains(sql`fold(${rootUplineCode})`, code)}
  ) period
  join orders "order"
    on "order".consultant_id = period.consultant_id
    and "order".created_at >= lower(period.during)
    and "order".created_at < coalesce(upper(period.during), 'infinity')
  left join consultants upline on upline.id = period.upline_id`;

/** What matches, read from the indexes of what is filtered. */
function gathered(filter: OrderSelection, rootUplineCode: string, reads?: SortKey['reads']): RawBuilder<unknown> {
  const { consultantParentId: code } = filter;
  return sql`
    ${code === undefined ? sql`orders "order" ${reads === 'upline' ? readUpline : sql``}` : ordersUnder(code, rootUplineCode)}
    ${filtersConsultants(filter) || reads === 'consultant' ? readConsultant : sql``}
    where ${withinDays(filter)} and ${withText(filter)}`;
}

/** A page of the list; page and number of results are those of one moment. */
export function findOrders(database: Database, query: OrderQuery, rootUplineCode: string): Promise<Page<Order>> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const total = await countOrders(db, query, rootUplineCode);
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
      where ${withinDays(filter)} and ${withText(filter)} and ${underUpline(filter, rootUplineCode)}
      order by ${inDirection(key, sql`"order".id`, descending)}`,
  );
  for await (const row of rows) yield wire(row);
}

function underUpline(filter: OrderSelection, rootUplineCode: string): RawBuilder<SqlBool> {
  return all([when(filter.consultantParentId, (code) => containsInPassing(uplineCode(rootUplineCode), code))]);
}

async function countOrders(db: Queries, filter: OrderSelection, rootUplineCode: string): Promise<number> {
  const { rows } = await (
    filtersText(filter)
      ? sql<{ total: number }>`select count(*) as total from ${gathered(filter, rootUplineCode)}`
      : sql<{ total: number }>`
          select coalesce(sum(orders), 0)::bigint as total from all_order_tallies "order" where ${withinDays(filter)}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * The filter with the days between which its orders were made, where it asks for days of payment: orders are mostly paid soon, so a walk by
 * the day they were made would pass nearly all of them before it came upon one.
 */
async function withDaysMade(db: Queries, filter: OrderSelection): Promise<OrderSelection> {
  const { paidAtStart, paidAtEnd } = filter;
  if ((paidAtStart ?? paidAtEnd) === undefined) return filter;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(created_at) as first, max(created_at) as last
    from all_order_tallies "order" where ${withinDays(filter)}`.execute(db);
  const { first, last } = rows[0] ?? {};
  return { ...filter, createdAtStart: first ?? filter.createdAtStart, createdAtEnd: last ?? filter.createdAtEnd };
}

/** Finds the page's ids first, from indexes alone where these have the key, and only then the rows. */
async function findPage(db: Queries, query: OrderQuery, total: number, rootUplineCode: string): Promise<Order[]> {
  const { column, descending } = sortOf(query.sort);
  const sortKey = sortKeys(rootUplineCode)[column];
  const { backwards, limit, farthest } = fromNearerEnd(query, total);
  const found =
    total <= fewEnoughToSort
      ? sql`
        with matching as materialized (
          select "order".id, ${sortKey.key} as key from ${gathered(query, rootUplineCode, sortKey.reads)}
        )
        select id, key from matching order by ${inDirection(sql`key`, sql`id`, descending, backwards)} ${limit}`
      : sql`${walked(await withDaysMade(db, query), sortKey, { descending, backwards, farthest }, rootUplineCode)} ${limit}`;
  const { rows } = await sql<OrderRow>`
    select ${columns(rootUplineCode)}
    from (${found}) found
    join orders "order" on "order".id = found.id
    ${readConsultant} ${readUpline}
    order by ${inDirection(sql`found.key`, sql`found.id`, descending)}
  `.execute(db);
  return rows.map(wire);
}

interface Way {
  descending: boolean;
  backwards: boolean;
  /** So many rows of it are read. */
  farthest: number;
}

/** What matches, in the sort's order: part after part, each from an index that has this order. */
function walked(filter: OrderSelection, sortKey: SortKey, way: Way, rootUplineCode: string): RawBuilder<unknown> {
  const { descending, backwards, farthest } = way;
  const ascends = descending === backwards;
  const direction = ascends ? sql`asc` : sql`desc`;
  const readsUpline = sortKey.reads === 'upline' || filter.consultantParentId !== undefined;
  const readsConsultants = sortKey.reads === 'consultant' || filtersConsultants(filter);
  const part = (where: RawBuilder<SqlBool>, key: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select "order".id, ${key} as key
    from orders "order" ${readsConsultants ? readConsultant : sql``} ${readsUpline ? readUpline : sql``}
    where ${where} and ${withinDays(filter)} and ${withText(filter, containsInPassing)}
      and ${underUpline(filter, rootUplineCode)}
    order by ${order}
    limit ${farthest}
  )`;
  const filled = (sortKey.filled ?? [{ where: sql<SqlBool>`true`, key: sortKey.key }]).map(({ where, key }) =>
    part(where, key, sql`${key} ${direction}, "order".id ${direction}`),
  );
  const parts = ascends ? filled : filled.toReversed();
  const empty = sortKey.empty && [part(sortKey.empty, sql`null`, sql`"order".id ${direction}`)];
  const inOrder = backwards ? [...(empty ?? []), ...parts] : [...parts, ...(empty ?? [])];
  // One is begun only where those before it did not suffice: each has a limit of its own, which also keeps them from running side by side.
  return sql`select id, key from (${sql.join(inOrder, sql` union all `)}) walked`;
}
