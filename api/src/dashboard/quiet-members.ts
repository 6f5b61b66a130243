import { type QuietMember, type QuietQuery, quietRule } from '@rede/contract/dashboard';
import { addDays, type Day } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { findMembers } from './member-list.ts';
import { lastDayMembers, memberDays, orderedOnMemberDays, resolveNetwork } from '../db/membership.ts';

interface QuietRow extends Pick<QuietMember, 'lastOrderAt' | 'rhythm' | 'silence'> {
  totalCents: string;
}

/**
 * A page of the members of a consultant's total network on a day who have gone quiet by their own rhythm (`quietRule`), those who ordered
 * most first.
 */
export async function findQuietMembers(
  database: Database,
  consultantId: number,
  endDate: Day,
  query: QuietQuery,
): Promise<Page<QuietMember>> {
  const window = { startDate: addDays(endDate, 1 - quietRule.days), endDate };
  const { members } = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window });
    // The orders are read once, in the order of their days. A gap of no days is another order on the same day, and counts as none. The
    // median of whole numbers is a multiple of ½, which a float holds exactly.
    const matching = sql`
      ${memberDays(network)},
      ${lastDayMembers(network)},
      ordered as (
        select
          member_days.id,
          created_at,
          total_cents,
          nullif(created_at - lag(created_at) over (partition by member_days.id order by created_at), 0) as gap
        from member_days
        join orders "order"
          on ${orderedOnMemberDays} and created_at between ${window.startDate} and ${endDate}
        -- A value and not a join, so that it is a hash table. The planner expects few to be walked, and would compare each with each.
        where (member_days.id in (select id from last_day_members)) is true
      ),
      rhythm as (
        select
          id,
          max(created_at) as last_order_at,
          ${endDate}::date - max(created_at) as silence,
          percentile_cont(0.5) within group (order by gap) as median,
          sum(total_cents) as total_cents
        from ordered
        group by id
        having count(gap) >= ${quietRule.orderDays - 1}
      ),
      matching as materialized (
        select *, ${endDate}::date as upline_day
        from rhythm
        where silence > ${quietRule.leastSilence} and silence > ${quietRule.factor} * median
      )`;
    const columns = sql`
      last_order_at as "lastOrderAt", floor(median + 0.5) as rhythm, silence, total_cents::text as "totalCents"`;
    return findMembers<QuietRow>(db, { matching, weight: sql`total_cents`, descending: true, columns }, query);
  });
  const results = members.results.map(({ totalCents, ...member }) => ({
    ...member,
    totalOrdersValue: fromCents(totalCents),
  }));
  return { ...members, results };
}
