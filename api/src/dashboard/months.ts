import { fromCents } from '@rede/contract/money';
import { type Months, type Window, windowBefore } from '@rede/contract/dashboard';
import { sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { executePrepared } from '../db/prepared.ts';
import { membership, type Network, type ResolvedNetwork, resolveNetwork } from './membership.ts';

interface MonthRow {
  isBefore: boolean;
  month: string;
  orders: number;
  totalCents: string;
  pendingCents: string;
}

/** A consultant's total network by month: in the window, and in as many days before it. */
export async function findMonths(database: Database, consultantId: number, window: Window): Promise<Months> {
  const before = windowBefore(window);
  const both = { startDate: before.startDate, endDate: window.endDate };
  const rows = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window: both });
    const statement = sql<MonthRow>`
      ${network.ofRollup ? storedDays(network) : countedOrders(network)}
      select
        day < ${window.startDate} as "isBefore",
        to_char(day, 'YYYY-MM') as month,
        sum(orders)::bigint as orders,
        sum(total_cents)::text as "totalCents",
        sum(pending_cents)::text as "pendingCents"
      from ordered
      group by 1, 2
      having sum(orders) <> 0
    `;
    return executePrepared(db, statement.compile(db));
  });
  return {
    window: series(
      window,
      rows.filter(({ isBefore }) => !isBefore),
    ),
    before: series(
      before,
      rows.filter(({ isBefore }) => isBefore),
    ),
  };
}

const storedDays = ({ consultantId, window: { startDate, endDate } }: Network) => sql`
  with ordered as (
    select day, orders, total_cents, pending_cents
    from daily_totals
    where node_id = ${consultantId} and day between ${startDate} and ${endDate}
  )`;

const countedOrders = (network: ResolvedNetwork) => sql`
  with ${membership(network)}, ordered as (
    select "order".created_at as day, 1 as orders, total_cents, pending_cents
    from membership
    join orders "order"
      on "order".consultant_id = membership.id
      and "order".created_at >= lower(membership.during)
      and "order".created_at < upper(membership.during)
  )`;

function series({ startDate, endDate }: Window, rows: readonly MonthRow[]): Months['window'] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  const sum = (field: 'totalCents' | 'pendingCents') =>
    fromCents(rows.reduce((total, row) => total + BigInt(row[field]), 0n));
  return {
    startDate,
    endDate,
    months: monthsOf(startDate, endDate).map((month) => {
      const { orders = 0, totalCents = '0', pendingCents = '0' } = byMonth.get(month) ?? {};
      return { month, orders, totalOrdersValue: fromCents(totalCents), totalPendingValue: fromCents(pendingCents) };
    }),
    totals: { totalOrdersValue: sum('totalCents'), totalPendingValue: sum('pendingCents') },
  };
}

/** The calendar months from one day to another. */
function monthsOf(first: string, last: string): string[] {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const [lastYear = 0, lastMonth = 0] = last.split('-').map(Number);
  const count = (lastYear - year) * 12 + lastMonth - month + 1;
  return Array.from({ length: count }, (_, place) =>
    new Date(Date.UTC(year, month - 1 + place)).toISOString().slice(0, 7),
  );
}
