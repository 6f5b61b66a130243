import { fromCents } from '@rede/contract/money';
import { type Months, type Window, windowBefore } from '@rede/contract/network';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { membership } from './queries.ts';

interface MonthRow {
  isBefore: boolean;
  month: string;
  orders: number;
  totalCents: string;
  pendingCents: string;
}

/** What a consultant's total network ordered month by month, in the window and in as many days before it. */
export async function findMonths(db: Queries, consultantId: number, window: Window): Promise<Months> {
  const before = windowBefore(window);
  const both = { startDate: before.startDate, endDate: window.endDate };
  const { rows } = await sql<MonthRow>`
    with ${membership({ consultantId, depth: 'total', window: both })}
    select
      "order".created_at < ${window.startDate} as "isBefore",
      to_char("order".created_at, 'YYYY-MM') as month,
      count(*) as orders,
      sum(total_cents)::text as "totalCents",
      sum(pending_cents)::text as "pendingCents"
    from membership
    join orders "order"
      on "order".consultant_id = membership.id
      and "order".created_at >= lower(membership.during)
      and "order".created_at < upper(membership.during)
    group by 1, 2
  `.execute(db);
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

/** The calendar months that two days and what lies between them touch. */
function monthsOf(first: string, last: string): string[] {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const [lastYear = 0, lastMonth = 0] = last.split('-').map(Number);
  const count = (lastYear - year) * 12 + lastMonth - month + 1;
  return Array.from({ length: count }, (_, place) =>
    new Date(Date.UTC(year, month - 1 + place)).toISOString().slice(0, 7),
  );
}
