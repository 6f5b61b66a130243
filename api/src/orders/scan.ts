import type { OrderFilter } from '@rede/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { filtersNothing, keptMatches } from './counts.ts';
import {
  coupon,
  couponsContaining,
  createdWithin,
  filtersConsultants,
  paidWithin,
  readConsultant,
  readUpline,
  rowMatches,
  totalWithin,
  withinDays,
} from './matching.ts';
import type { ResolvedFilter } from './network.ts';
import { type OrderColumn, type Part, sortKeys } from './sorts.ts';

interface ScanOptions {
  descending: boolean;
  backwards: boolean;
  /** How many matching rows to read. */
  depth: number;
  /** How many rows to scan for them; undefined: no limit. */
  maxScanned: number | undefined;
}

/** The matching orders in the sort's order: one part after the other, each from an index in this order. */
export async function scanInOrder(
  db: Queries,
  asked: ResolvedFilter,
  column: OrderColumn,
  options: ScanOptions,
  rootUplineCode: string,
): Promise<RawBuilder<unknown>> {
  const { descending, backwards, depth, maxScanned } = options;
  const { filter, ...dated } = await withCreationBounds(db, asked);
  const within = await keyBounds(db, column, filter);
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
  const parts = noneHaveKey(column, filter, dated) ? [] : ascends ? filled : filled.toReversed();
  const rows = maxScanned === undefined && !filtersNothing(filter) ? null : partLimit;
  const end = { direction, rows, withConsultantOnly: haveConsultant(filter) };
  const empty =
    sortKey.empty && !allHaveKey(column, filter, dated)
      ? [part(sortKey.empty(end), sql`null`, sql`"order".id ${direction}`)]
      : [];
  const inOrder = backwards ? [...empty, ...parts] : [...parts, ...empty];
  // PostgreSQL starts a part only when those before it were not enough: each has its own limit, which also prevents a parallel append.
  return sql`
    select id, key
    from (select * from (${sql.join(inOrder, sql` union all `)}) parts limit ${maxScanned ?? null}::bigint) scanned
    where matches`;
}

/**
 * Adds bounds of the creation days to a filter by payment, by the lack of a consultant or by few coupons. Otherwise a scan by creation day
 * would pass nearly all orders before the first match.
 */
async function withCreationBounds(db: Queries, filter: ResolvedFilter): Promise<Dated & { filter: ResolvedFilter }> {
  const { paidAtStart, paidAtEnd, payment, withoutConsultant, couponCode } = filter;
  const coupons = couponCode === undefined ? undefined : await fewCoupons(db, couponCode);
  if ((paidAtStart ?? paidAtEnd ?? payment ?? coupons) === undefined && !withoutConsultant) {
    return { filter, somePaidOn: true, someNotPaidOn: true };
  }
  const days = coupons
    ? sql`coupon_counts "order" where coupon = any(${coupons}::text[]) and ${withinDays(filter)}`
    : sql`order_counts "order" where ${keptMatches(filter)}`;
  const { rows } = await sql<Dated & { first: string | null; last: string | null }>`
    select
      min(created_at) as first,
      max(created_at) as last,
      coalesce(bool_or(paid_at is not null), false) as "somePaidOn",
      coalesce(bool_or(paid_at is null), false) as "someNotPaidOn"
    from ${days}`.execute(db);
  const [{ first, last, ...dated } = noDays] = rows;
  return {
    filter: { ...filter, createdAtStart: first ?? filter.createdAtStart, createdAtEnd: last ?? filter.createdAtEnd },
    ...dated,
  };
}

/** Whether any order that may match has a day of payment, and whether any has none. */
interface Dated {
  somePaidOn: boolean;
  someNotPaidOn: boolean;
}

const noDays = { first: null, last: null, somePaidOn: false, someNotPaidOn: false };

/** The coupons that contain a text; undefined when there are many, because these spread over all days. */
async function fewCoupons(db: Queries, searched: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ coupon: string }>`${couponsContaining(searched)} limit ${fewCouponsLimit + 1}`.execute(
    db,
  );
  return rows.length > fewCouponsLimit ? undefined : rows.map(({ coupon }) => coupon);
}

const fewCouponsLimit = 100;

/** Whether the filter excludes all orders without a consultant. */
const haveConsultant = (filter: OrderFilter) =>
  filtersConsultants(filter) || (filter.consultantParentId ?? filter.consultantCode ?? filter.networkOf) !== undefined;

/** Whether the filter excludes all rows without a key. */
function allHaveKey(column: OrderColumn, filter: OrderFilter, { someNotPaidOn }: Dated): boolean {
  const { couponCode, consultantParentId, networkOf } = filter;
  if (column === 'paidAt') return !someNotPaidOn;
  if (column === 'couponCode') return couponCode !== undefined;
  if (column === 'consultantParentId') return (consultantParentId ?? networkOf) !== undefined;
  return haveConsultant(filter);
}

/** Whether the filter excludes all rows with a key. */
const noneHaveKey = (column: OrderColumn, { withoutConsultant }: OrderFilter, { somePaidOn }: Dated) =>
  column === 'paidAt' ? !somePaidOn : withoutConsultant && column.startsWith('consultant');

/** The filter's bounds on the sort's own column: days, amounts, or the first and the last matching coupon. */
async function keyBounds(db: Queries, column: OrderColumn, filter: OrderFilter): Promise<RawBuilder<SqlBool>> {
  if (column === 'createdAt') return createdWithin(filter);
  if (column === 'paidAt') return paidWithin(filter);
  if (column === 'total') return totalWithin(filter);
  if (column !== 'couponCode' || filter.couponCode === undefined) return sql`true`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(coupon) as first, max(coupon) as last from ${couponsContaining(filter.couponCode)} found`.execute(db);
  return sql`${coupon} collate "C" between ${rows[0]?.first} and ${rows[0]?.last}`;
}
