import type { Debtor, DebtorsQuery } from '@rede/contract/dashboard';
import { type Day, firstDay } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { sortOf } from '../db/selection.ts';
import { findMembers } from './member-list.ts';
import { memberDays, orderedOnMemberDays, resolveNetwork } from '../db/membership.ts';

interface DebtorRow extends Pick<Debtor, 'orders' | 'oldestAt'> {
  pendingCents: string;
}

const weights = { totalPendingValue: sql`pending_cents`, oldestAt: sql`oldest_at`, name: undefined };

/** A page of the members of a consultant's total network whose orders up to a day are not all paid, and what is due from all of them. */
export async function findDebtors(
  database: Database,
  consultantId: number,
  endDate: Day,
  query: DebtorsQuery,
): Promise<{ members: Page<Debtor>; totals: { totalPendingValue: string } }> {
  const { column, descending } = sortOf(query.sort);
  const everyDay = { startDate: firstDay, endDate };
  const { members, sum } = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window: everyDay });
    const matching = sql`
      ${memberDays(network)},
      matching as materialized (
        select
          member_days.id,
          sum(pending_cents) as pending_cents,
          count(*) as orders,
          min(created_at) as oldest_at,
          max(created_at) as upline_day
        from member_days
        join orders "order" on ${orderedOnMemberDays} and pending_cents > 0
        group by member_days.id
      )`;
    const columns = sql`pending_cents::text as "pendingCents", orders, oldest_at as "oldestAt"`;
    const list = { matching, weight: weights[column], descending, columns, sum: sql`sum(pending_cents)` };
    return findMembers<DebtorRow>(db, list, query);
  });
  const results = members.results.map(({ pendingCents, ...member }) => ({
    ...member,
    totalPendingValue: fromCents(pendingCents),
  }));
  return { members: { ...members, results }, totals: { totalPendingValue: fromCents(sum) } };
}
