import { fromCents } from '@rede/contract/money';
import type { Branch, BranchQuery, Window } from '@rede/contract/network';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';

/** A branch as the database answers it; sums in cents, as text. */
interface BranchRow {
  id: number;
  internalId: string;
  name: string;
  isMember: boolean;
  membersBelow: number;
  hasBranches: boolean;
  ownTotalCents: string;
  ownPendingCents: string;
  branchTotalCents: string;
  branchPendingCents: string;
}

/**
 * A page of the branches at the end of a way down from a consultant, by name. Days are what is followed: of each upline on the way
 * only those on which it stood under the one before, so that every order of the network is in exactly one branch of each head.
 */
export async function findBranches(
  db: Queries,
  consultantId: number,
  window: Window,
  query: BranchQuery,
): Promise<Page<Branch>> {
  const way = [consultantId, ...query.path];
  const { rows } = await sql<{ total: number; results: BranchRow[] }>`
    with recursive way (place, during) as (
      select 1, daterange(${window.startDate}, ${window.endDate}, '[]')
      union all
      select place + 1, period.during * way.during
      from way
      join upline_periods period
        on period.consultant_id = (${way}::bigint[])[place + 1]
        and period.upline_id = (${way}::bigint[])[place]
        and period.during && way.during
    ),
    head as (
      select period.consultant_id as id, period.during * way.during as during
      from way
      join upline_periods period on period.upline_id = ${way.at(-1)} and period.during && way.during
      where way.place = ${way.length}
    ),
    shown as materialized (
      select consultant.id, consultant.name, consultant.internal_id
      from consultants consultant
      where consultant.id in (select id from head)
      order by fold(consultant.name), consultant.id
      ${limitTo(query)}
    ),
    standing (branch_id, consultant_id, during) as (
      select id, id, during from head where id in (select id from shown)
      union all
      select standing.branch_id, below.consultant_id, below.during * standing.during
      from standing
      join upline_periods below on below.upline_id = standing.consultant_id and below.during && standing.during
    ),
    membership as (
      select standing.branch_id, standing.consultant_id, standing.during * own.days as during
      from standing
      join consultants consultant on consultant.id = standing.consultant_id
      cross join lateral (select daterange(consultant.start_date, consultant.end_date, '[]') as days) own
      where standing.during && own.days
    ),
    counted as (
      select branch_id, consultant_id, sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
      from membership
      left join lateral (
        select total_cents, pending_cents
        from orders "order"
        where "order".consultant_id = membership.consultant_id
          and "order".created_at >= lower(membership.during)
          and "order".created_at < upper(membership.during)
      ) "order" on true
      group by branch_id, consultant_id
    ),
    figures as (
      select
        branch_id,
        bool_or(consultant_id = branch_id) as is_member,
        count(*) filter (where consultant_id <> branch_id) as members_below,
        sum(total_cents) filter (where consultant_id = branch_id) as own_total_cents,
        sum(pending_cents) filter (where consultant_id = branch_id) as own_pending_cents,
        sum(total_cents) as total_cents,
        sum(pending_cents) as pending_cents
      from counted
      group by branch_id
    )
    select
      (select count(distinct id) from head) as total,
      coalesce(jsonb_agg(to_jsonb(branch) order by fold(name), id), '[]') as results
    from (
      select
        shown.id,
        shown.name,
        shown.internal_id as "internalId",
        coalesce(is_member, false) as "isMember",
        coalesce(members_below, 0) as "membersBelow",
        exists (select from standing where branch_id = shown.id and consultant_id <> shown.id) as "hasBranches",
        coalesce(own_total_cents, 0)::text as "ownTotalCents",
        coalesce(own_pending_cents, 0)::text as "ownPendingCents",
        coalesce(total_cents, 0)::text as "branchTotalCents",
        coalesce(pending_cents, 0)::text as "branchPendingCents"
      from shown
      left join figures on figures.branch_id = shown.id
    ) branch
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('an aggregate has one row');
  return page(found.results.map(wire), found.total, query);
}

function wire(row: BranchRow): Branch {
  const { ownTotalCents, ownPendingCents, branchTotalCents, branchPendingCents, ...branch } = row;
  return {
    ...branch,
    own: { totalOrdersValue: fromCents(ownTotalCents), totalPendingValue: fromCents(ownPendingCents) },
    branch: { totalOrdersValue: fromCents(branchTotalCents), totalPendingValue: fromCents(branchPendingCents) },
  };
}
