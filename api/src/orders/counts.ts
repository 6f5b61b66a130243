import type { OrderSelection } from '@rede/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, containsUnindexed, shareOf, when } from '../db/selection.ts';
import { couponsContaining, filtersConsultants, matchingOrders, nonMatchingOrders, withinDays } from './matching.ts';

/** Whether a filter has days only, or nothing: triggers keep these counts. */
export const filtersDaysOnly = (filter: OrderSelection) =>
  !filtersConsultants(filter) &&
  [filter.ecommerceId, filter.couponCode, filter.consultantParentId].every((searched) => searched === undefined);

export const filtersNothing = (filter: OrderSelection) =>
  filtersDaysOnly(filter) &&
  [filter.createdAtStart, filter.createdAtEnd, filter.paidAtStart, filter.paidAtEnd].every((day) => day === undefined);

/** The exact number of matching orders. */
export async function countOrders(db: Queries, filter: OrderSelection, rootUplineCode: string): Promise<number> {
  if (filtersDaysOnly(filter)) return first(db, countedByDay(filter));
  const { ecommerceId, couponCode, consultantParentId } = filter;
  if (couponCode !== undefined && filtersDaysOnly({ ...filter, couponCode: undefined })) {
    return first(db, countedByCoupon(filter, couponCode));
  }
  const filtersPeopleOnly = ecommerceId === undefined && couponCode === undefined;
  const filtersOneOfTwo = filtersConsultants(filter) !== (consultantParentId !== undefined);
  if (filtersPeopleOnly && filtersOneOfTwo && (await mostMatch(db, filter))) {
    return first(db, countByExclusion(filter, rootUplineCode));
  }
  return first(db, sql`(select count(*) from ${matchingOrders(filter, rootUplineCode)})`);
}

async function first(db: Queries, count: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${count} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

const countedByDay = (filter: OrderSelection) => sql`
  (select coalesce(sum(orders), 0)::bigint from order_counts "order" where ${withinDays(filter)})`;

const countedByCoupon = (filter: OrderSelection, searched: string) => sql`
  (
    select coalesce(sum(orders), 0)::bigint
    from coupon_counts "order"
    where coupon in ${couponsContaining(searched)} and ${withinDays(filter)}
  )`;

/**
 * Counts by exclusion, for when most consultants match: all orders minus those of consultants or uplines that do not match, those without a
 * consultant, and those without an upline.
 */
const countByExclusion = (filter: OrderSelection, rootUplineCode: string) => sql`
  ${countedByDay(filter)}
  - (select count(*) from orders "order" where consultant_id is null and ${withinDays(filter)})
  - (select count(*) from ${nonMatchingOrders(filter, rootUplineCode)})
  - ${
    filter.consultantParentId === undefined
      ? sql`0`
      : sql`(
          select count(*)
          from orders_without_upline
          join orders "order" on "order".id = order_id
          where ${withinDays(filter)}
        )`
  }`;

/** Whether more than half of the consultants match, or of those who are an upline, estimated by a sample. */
async function mostMatch(db: Queries, filter: OrderSelection): Promise<boolean> {
  const { consultantParentId, consultantEmail, consultantInternalId } = filter;
  const contains = (column: RawBuilder<unknown>) => (searched: string) => containsUnindexed(column, searched);
  const share = await shareOf(
    db,
    'consultants',
    'consultant',
    all([
      when(consultantEmail, contains(sql`normalized_email`)),
      when(consultantInternalId ?? consultantParentId, contains(sql`normalized_internal_id`)),
    ]),
  );
  return share > 1 / 2;
}
