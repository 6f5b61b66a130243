import { type NewMember, type NewMembersQuery, type Window, windowBefore } from '@rede/contract/dashboard';
import { fromCents } from '@rede/contract/money';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { findMembers } from './member-list.ts';
import { memberDays, resolveNetwork, storedMembership } from '../db/membership.ts';

interface NewMemberRow extends Pick<NewMember, 'since'> {
  totalCents: string;
}

/** A page of the members of a consultant's total network in the window who were none in as many days before it, the latest first. */
export async function findNewMembers(
  database: Database,
  consultantId: number,
  window: Window,
  query: NewMembersQuery,
): Promise<Page<NewMember>> {
  const both = { startDate: windowBefore(window).startDate, endDate: window.endDate };
  const { members } = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window: both });
    const matching = sql`
      ${memberDays(network)},
      matching as materialized (
        select id, min(first_day) as since, max(end_day) - 1 as upline_day
        from member_days
        group by id
        having min(first_day) >= ${window.startDate}
      )`;
    const figures = sql`
      ${network.ofRollup ? sql`${storedMembership(network, sql`select id from shown`)},` : sql``}
      figures as (
        select membership.id, coalesce(sum(total_cents), 0)::text as "totalCents"
        from membership
        left join orders "order"
          on "order".consultant_id = membership.id
          and "order".created_at >= lower(membership.during)
          and "order".created_at < upper(membership.during)
        where membership.id in (select id from shown)
        group by membership.id
      )`;
    const columns = sql`since, "totalCents"`;
    return findMembers<NewMemberRow>(db, { matching, weight: sql`since`, descending: true, columns, figures }, query);
  });
  const results = members.results.map(({ totalCents, ...member }) => ({
    ...member,
    totalOrdersValue: fromCents(totalCents),
  }));
  return { ...members, results };
}
