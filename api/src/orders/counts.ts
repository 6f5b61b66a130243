import { fromCents } from '@rede/contract/money';
import type { OrderFilter, OrderTotals } from '@rede/contract/orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import type { ResolvedNetwork } from '../db/membership.ts';
import { all, asksOnly, containsUnindexed, shareOf, when } from '../db/selection.ts';
import { couponsContaining, matchingOrders, nonMatchingOrders, ownMatches, withinDays } from './matching.ts';
import { isInNetwork, type ResolvedFilter } from './network.ts';

const days = ['createdAtStart', 'createdAtEnd', 'paidAtStart', 'paidAtEnd'];
/** What `order_counts` has counts and sums of. */
const kept = [...days, 'payment', 'withoutConsultant'];

const isOnly = (filter: ResolvedFilter, names: string[]) => asksOnly(filter, ['network', ...names]);

export const filtersNothing = (filter: ResolvedFilter) => isOnly(filter, []);

/** Whether triggers keep what is asked for, so that to sum it costs no more than to remember it. */
export const isKept = (filter: ResolvedFilter) => isOnly(filter, kept);

/** The kept counts of a filter, as far as they are kept. */
export const keptMatches = (filter: OrderFilter) =>
  all([
    withinDays(filter),
    when(filter.payment, (payment) => keptPayments[payment]),
    filter.withoutConsultant ? sql`not with_consultant` : undefined,
  ]);

const keptPayments = {
  pending: sql<SqlBool>`payment <> 'paid'`,
  part: sql<SqlBool>`payment = 'part'`,
  paid: sql<SqlBool>`payment = 'paid'`,
};

/** The exact number of matching orders. */
export async function countOrders(db: Queries, filter: ResolvedFilter, rootUplineCode: string): Promise<number> {
  const { orders } = await figures(db, filter, rootUplineCode, onlyCounted);
  return orders;
}

/** The exact sums of the matching orders. */
export async function sumOrders(db: Queries, filter: ResolvedFilter, rootUplineCode: string): Promise<OrderTotals> {
  const { orders, totalCents, paidCents, pendingCents } = await figures(db, filter, rootUplineCode, summed);
  return {
    orders,
    totalOrdersValue: fromCents(totalCents),
    totalPaidValue: fromCents(paidCents),
    totalPendingValue: fromCents(pendingCents),
  };
}

/** Sums in cents come as text: they may exceed a number's range. */
interface Figures {
  orders: number;
  totalCents: string;
  paidCents: string;
  pendingCents: string;
}

/** What is asked of orders: their number alone, or their amounts, too. */
interface Measure {
  hasAmounts: boolean;
  /** The figures of rows that are counts of orders. */
  ofCounts: RawBuilder<unknown>;
  /** The figures of orders, from the tables and conditions that select them: to be added up. */
  ofOrders: (matching: RawBuilder<unknown>) => RawBuilder<unknown>[];
}

const onlyCounted: Measure = {
  hasAmounts: false,
  ofCounts: sql`sum(orders) as orders, 0 as total_cents, 0 as paid_cents, 0 as pending_cents`,
  ofOrders: (matching) => [
    sql`select count(*) as orders, 0 as total_cents, 0 as paid_cents, 0 as pending_cents from ${matching}`,
  ],
};

/** What is paid is what is not due, and what was paid beyond the total of a few orders: so indexes alone have all that is summed. */
const summed: Measure = {
  hasAmounts: true,
  ofCounts: sql`
    sum(orders) as orders, sum(total_cents) as total_cents, sum(paid_cents) as paid_cents, sum(pending_cents) as pending_cents`,
  ofOrders: (matching) => [
    sql`
      select
        count(*) as orders,
        sum("order".total_cents) as total_cents,
        sum("order".total_cents - "order".pending_cents) as paid_cents,
        sum("order".pending_cents) as pending_cents
      from ${matching}`,
    overpaid(matching),
  ],
};

const overpaid = (matching: RawBuilder<unknown>) => sql`
  select 0 as orders, 0 as total_cents, sum("order".total_payment_cents - "order".total_cents) as paid_cents, 0 as pending_cents
  from ${matching} and "order".total_payment_cents > "order".total_cents`;

/** Figures to add up, those of `less` subtracted. */
interface Sum {
  plus: RawBuilder<unknown>[];
  less?: RawBuilder<unknown>[];
}

async function figures(db: Queries, filter: ResolvedFilter, rootUplineCode: string, measure: Measure) {
  const { plus, less = [] } = await sumOf(db, filter, rootUplineCode, measure);
  const signed = (sign: RawBuilder<unknown>) => (part: RawBuilder<unknown>) =>
    sql`select ${sign} as sign, * from (${part}) part`;
  const { rows } = await sql<Figures>`
    select
      coalesce(sum(sign * orders), 0)::bigint as orders,
      coalesce(sum(sign * total_cents), 0)::text as "totalCents",
      coalesce(sum(sign * paid_cents), 0)::text as "paidCents",
      coalesce(sum(sign * pending_cents), 0)::text as "pendingCents"
    from (${sql.join([...plus.map(signed(sql`1`)), ...less.map(signed(sql`-1`))], sql` union all `)}) parts
  `.execute(db);
  if (!rows[0]) throw new Error('a sum has one row');
  return rows[0];
}

async function sumOf(db: Queries, filter: ResolvedFilter, rootUplineCode: string, measure: Measure): Promise<Sum> {
  if (isKept(filter)) return { plus: [keptFigures(filter, measure)] };
  const { network, couponCode } = filter;
  if (network?.ofRollup && isOnly(filter, ['networkOf', 'createdAtStart', 'createdAtEnd'])) {
    const matching = sql`orders "order" where ${ownMatches(filter)} and ${isInNetwork(network)}`;
    return { plus: [networkFigures(network), ...(measure.hasAmounts ? [overpaid(matching)] : [])] };
  }
  if (couponCode !== undefined && !measure.hasAmounts && isOnly(filter, ['couponCode', ...days])) {
    return { plus: [countedByCoupon(filter, couponCode)] };
  }
  const filtersPeople =
    isOnly(filter, ['consultantEmail', 'consultantInternalId', ...kept]) ||
    isOnly(filter, ['consultantParentId', ...kept]);
  if (filtersPeople && (await mostMatch(db, filter))) return byExclusion(filter, rootUplineCode, measure);
  return { plus: measure.ofOrders(matchingOrders(filter, rootUplineCode)) };
}

const keptFigures = (filter: OrderFilter, { ofCounts }: Measure) => sql`
  select ${ofCounts} from order_counts "order" where ${keptMatches(filter)}`;

const countedByCoupon = (filter: OrderFilter, searched: string) => sql`
  select ${onlyCounted.ofCounts}
  from coupon_counts "order"
  where coupon in ${couponsContaining(searched)} and ${withinDays(filter)}`;

/** What is kept of a rollup node's network, where nobody paid beyond a total. */
const networkFigures = ({ consultantId, window }: ResolvedNetwork) => sql`
  select
    sum(orders) as orders, sum(total_cents) as total_cents,
    sum(total_cents - pending_cents) as paid_cents, sum(pending_cents) as pending_cents
  from daily_totals
  where node_id = ${consultantId} and day between ${window.startDate} and ${window.endDate}`;

/**
 * For when most consultants match: all orders less those of consultants or uplines that do not match, those without a consultant, and those
 * without an upline.
 */
function byExclusion(filter: ResolvedFilter, rootUplineCode: string, measure: Measure): Sum {
  const withoutUpline = sql`
    orders_without_upline join orders "order" on "order".id = order_id where ${ownMatches(filter)}`;
  return {
    plus: [keptFigures(filter, measure)],
    less: [
      keptFigures({ ...filter, withoutConsultant: true }, measure),
      ...measure.ofOrders(nonMatchingOrders(filter, rootUplineCode)),
      ...(filter.consultantParentId === undefined ? [] : measure.ofOrders(withoutUpline)),
    ],
  };
}

/** Whether more than half of the consultants match, or of those who are an upline, estimated by a sample. */
async function mostMatch(db: Queries, filter: OrderFilter): Promise<boolean> {
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
