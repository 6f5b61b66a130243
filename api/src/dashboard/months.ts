import { addDays, monthsBefore } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Months, Window } from '@rede/contract/dashboard';
import { sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import {
  memberDays,
  type Network,
  orderedOnMemberDays,
  type ResolvedNetwork,
  resolveNetwork,
} from '../db/membership.ts';

interface DayRow {
  day: string;
  orders: number;
  totalCents: string;
  pendingCents: string;
}

/** A consultant's total network by month of the window, each month beside the one before and the same one of the year before. */
export async function findMonths(database: Database, consultantId: number, window: Window): Promise<Months> {
  const days = { startDate: monthsBefore(window.startDate, 12), endDate: window.endDate };
  const rows = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window: days });
    const statement = sql<DayRow>`
      ${network.ofRollup ? storedDays(network) : countedOrders(network)}
      select
        day,
        sum(orders)::bigint as orders,
        sum(total_cents)::text as "totalCents",
        sum(pending_cents)::text as "pendingCents"
      from ordered
      group by day
      having sum(orders) <> 0
    `;
    return executePrepared(db, statement.compile(db));
  });
  const byMonth = Map.groupBy(rows, ({ day }) => monthOf(day));
  /** Of days that are all of one month. */
  const during = (days: Window) =>
    (byMonth.get(monthOf(days.startDate)) ?? []).filter(({ day }) => days.startDate <= day && day <= days.endDate);
  return {
    ...window,
    months: monthsIn(window).map((days) => comparedMonth(days, during)),
    totals: figuresOf(rows.filter(({ day }) => day >= window.startDate)),
  };
}

function comparedMonth(days: Window, during: (days: Window) => DayRow[]): Months['months'][number] {
  const rows = during(days);
  const compared = (others: Window) => ({ ...others, totalOrdersValue: figuresOf(during(others)).totalOrdersValue });
  return {
    month: monthOf(days.startDate),
    ...days,
    orders: rows.reduce((total, { orders }) => total + orders, 0),
    ...figuresOf(rows),
    monthBefore: compared(sameDays(days, 1)),
    yearBefore: compared(sameDays(days, 12)),
  };
}

const storedDays = ({ consultantId, window: { startDate, endDate } }: Network) => sql`
  with ordered as (
    select day, orders, total_cents, pending_cents
    from daily_totals
    where node_id = ${consultantId} and day between ${startDate} and ${endDate}
  )`;

const countedOrders = (network: ResolvedNetwork) => sql`
  with ${memberDays(network)}, ordered as (
    select "order".created_at as day, 1 as orders, total_cents, pending_cents
    from member_days
    join orders "order" on ${orderedOnMemberDays}
  )`;

function figuresOf(rows: readonly DayRow[]): Months['totals'] {
  const sum = (field: 'totalCents' | 'pendingCents') =>
    fromCents(rows.reduce((total, row) => total + BigInt(row[field]), 0n));
  return { totalOrdersValue: sum('totalCents'), totalPendingValue: sum('pendingCents') };
}

const monthOf = (day: string) => day.slice(0, 7);

/** The days of each calendar month in the window. */
function monthsIn({ startDate, endDate }: Window): Window[] {
  const months: Window[] = [];
  for (let first = startDate; first <= endDate;) {
    const next = firstOfNextMonth(first);
    months.push({ startDate: first, endDate: next <= endDate ? addDays(next, -1) : endDate });
    first = next;
  }
  return months;
}

/**
 * The same days of an earlier month: of a whole month the whole month, of a part the days with the same numbers, where the month is shorter up to its
 * last. A part that lies wholly beyond that is compared with the last day.
 */
function sameDays({ startDate, endDate }: Window, months: number): Window {
  const next = firstOfNextMonth(startDate);
  const isWhole = startDate.endsWith('-01') && addDays(endDate, 1) === next;
  return {
    startDate: monthsBefore(startDate, months),
    endDate: isWhole ? addDays(monthsBefore(next, months), -1) : monthsBefore(endDate, months),
  };
}

const firstOfNextMonth = (day: string) => monthsBefore(`${monthOf(day)}-01`, -1);
