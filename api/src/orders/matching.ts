import { toCents } from '@rede/contract/money';
import type { OrderFilter } from '@rede/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, containsUnindexed, isIndexable, normalizedContains, when, wordsOf } from '../db/selection.ts';
import { isInNetwork, joinNetwork, type ResolvedFilter, resolveFilter } from './network.ts';

/** Indexed by `orders_number_text`. */
export const number = sql`normalize_text("order".ecommerce_id)`;
export const coupon = sql`normalize_text("order".coupon_code)`;

/** The same number, normalized ten times faster where it is plain ASCII, as most numbers are. */
const fastNumber = sql`
  case when octet_length("order".ecommerce_id) = length("order".ecommerce_id) then lower("order".ecommerce_id) else ${number} end`;

/** The normalized code of the upline in force on the order's own day; null where there is none. */
export const uplineCode = (rootUplineCode: string) =>
  sql`case when period.id is null then null when period.upline_id is null then normalize_text(${rootUplineCode}) else upline.normalized_internal_id end`;

/** For the tables of counts, too: they have the same columns. */
export const withinDays = (filter: OrderFilter) => all([createdWithin(filter), paidWithin(filter)]);

export function createdWithin({ createdAtStart, createdAtEnd }: OrderFilter): RawBuilder<SqlBool> {
  return all([
    when(createdAtStart, (day) => sql`"order".created_at >= ${day}`),
    when(createdAtEnd, (day) => sql`"order".created_at <= ${day}`),
  ]);
}

export function paidWithin({ paidAtStart, paidAtEnd }: OrderFilter): RawBuilder<SqlBool> {
  return all([
    when(paidAtStart, (day) => sql`"order".paid_at >= ${day}`),
    when(paidAtEnd, (day) => sql`"order".paid_at <= ${day}`),
  ]);
}

export function totalWithin({ totalMin, totalMax }: OrderFilter): RawBuilder<SqlBool> {
  return all([
    when(totalMin, (least) => sql`"order".total_cents >= ${toCents(least)}`),
    when(totalMax, (most) => sql`"order".total_cents <= ${toCents(most)}`),
  ]);
}

const hasPayment = {
  pending: sql<SqlBool>`"order".pending_cents > 0`,
  part: sql<SqlBool>`"order".pending_cents > 0 and "order".total_payment_cents > 0`,
  paid: sql<SqlBool>`"order".pending_cents = 0`,
};

/** What a filter says of an order's own columns, apart from text. */
export function ownMatches(filter: OrderFilter): RawBuilder<SqlBool> {
  return all([
    withinDays(filter),
    totalWithin(filter),
    when(filter.payment, (payment) => hasPayment[payment]),
    filter.withoutConsultant ? sql`"order".consultant_id is null` : undefined,
    when(filter.ids, (ids) => sql`"order".id = any (${ids}::bigint[])`),
    when(filter.importId, (id) => sql`"order".import_id = ${id}`),
    when(
      filter.consultantCode,
      (code) => sql`"order".consultant_id = (select id from consultants where lower(internal_id) = lower(${code}))`,
    ),
  ]);
}

/** The whole filter as a condition on rows that are read anyway, without the indexes of texts. */
export function rowMatches(
  filter: ResolvedFilter,
  rootUplineCode: string,
  networkMatches = isInNetwork,
): RawBuilder<SqlBool> {
  return all([
    ownMatches(filter),
    when(filter.ecommerceId, (searched) => containsUnindexed(fastNumber, searched)),
    when(filter.couponCode, (searched) => containsUnindexed(coupon, searched)),
    ofConsultants(filter, containsUnindexed),
    when(filter.consultantParentId, (code) => containsUnindexed(uplineCode(rootUplineCode), code)),
    when(filter.network, networkMatches),
  ]);
}

function ofConsultants(filter: OrderFilter, contains = normalizedContains): RawBuilder<SqlBool> {
  return all([
    when(filter.consultantEmail, (searched) => contains(sql`consultant.normalized_email`, searched)),
    when(filter.consultantInternalId, (searched) => contains(sql`consultant.normalized_internal_id`, searched)),
  ]);
}

export const filtersConsultants = ({ consultantEmail, consultantInternalId }: OrderFilter) =>
  consultantEmail !== undefined || consultantInternalId !== undefined;

export const readConsultant = sql`left join consultants consultant on consultant.id = "order".consultant_id`;
export const readUpline = sql`
  left join upline_periods period
    on period.consultant_id = "order".consultant_id
    and lower(period.during) <= "order".created_at and period.during @> "order".created_at
  left join consultants upline on upline.id = period.upline_id`;

/** The coupons that contain a text, each looked up once, however many orders have it. */
export const couponsContaining = (searched: string) =>
  sql`(select coupon from coupons where ${normalizedContains(sql`coupon`, searched)})`;

/**
 * The orders under uplines with matching codes: from the consultants' indexes to their periods, and from these to the orders of their days.
 */
function ordersUnder(codeMatches: (code: RawBuilder<unknown>) => RawBuilder<SqlBool>, rootUplineCode: string) {
  return sql`
    (
      select below.id, below.consultant_id, below.upline_id, below.during
      from consultants upline
      join upline_periods below on below.upline_id = upline.id
      where ${codeMatches(sql`upline.normalized_internal_id`)}
      union all
      select below.id, below.consultant_id, below.upline_id, below.during
      from upline_periods below
      where below.upline_id is null and ${codeMatches(sql`normalize_text(${rootUplineCode})`)}
    ) period
    join orders "order"
      on "order".consultant_id = period.consultant_id
      and "order".created_at >= lower(period.during)
      and "order".created_at < coalesce(upper(period.during), 'infinity')
    left join consultants upline on upline.id = period.upline_id`;
}

/** The matching orders, found through the indexes of the filtered columns. */
export function matchingOrders(
  filter: ResolvedFilter,
  rootUplineCode: string,
  reads?: 'consultant' | 'upline',
): RawBuilder<unknown> {
  const { consultantParentId: code, ecommerceId, couponCode } = filter;
  if (filter.networkOf !== undefined && !filter.network) throw new Error('the filter’s network was not resolved');
  const source =
    code === undefined
      ? sql`orders "order" ${reads === 'upline' ? readUpline : sql``}`
      : ordersUnder((column) => normalizedContains(column, code), rootUplineCode);
  return sql`
    ${source}
    ${joinNetwork(filter)}
    ${filtersConsultants(filter) || reads === 'consultant' ? readConsultant : sql``}
    where ${all([
      ownMatches(filter),
      when(ecommerceId, (searched) =>
        wordsOf(searched).some(isIndexable)
          ? normalizedContains(number, searched)
          : containsUnindexed(fastNumber, searched),
      ),
      when(couponCode, (searched) => sql`${coupon} collate "C" in ${couponsContaining(searched)}`),
      ofConsultants(filter),
    ])}`;
}

/** A query for the ids of the matching orders. Problem 400 for a code that nobody has. */
export async function matchingIds(
  db: Queries,
  filter: OrderFilter,
  rootUplineCode: string,
): Promise<RawBuilder<{ id: number }>> {
  return sql`select "order".id from ${matchingOrders(await resolveFilter(db, filter, rootUplineCode), rootUplineCode)}`;
}

/** The orders of consultants or uplines that do not match the filter's text, but all else. For filters without other texts. */
export function nonMatchingOrders(filter: OrderFilter, rootUplineCode: string): RawBuilder<unknown> {
  const { consultantParentId: code } = filter;
  return code === undefined
    ? sql`
        consultants consultant
        join orders "order" on "order".consultant_id = consultant.id
        where not (${ofConsultants(filter)}) and ${ownMatches(filter)}`
    : sql`${ordersUnder((column) => sql`not ${normalizedContains(column, code)}`, rootUplineCode)} where ${ownMatches(filter)}`;
}
