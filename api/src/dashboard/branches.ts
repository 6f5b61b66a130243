import { fromCents } from '@rede/contract/money';
import type { Branch, BranchQuery, Window } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import { rollupSums } from './rollup.ts';

/** A branch as the database returns it; sums in cents, as text. */
interface BranchRow {
  id: number;
  internalId: string;
  name: string;
  isMember: boolean;
  membersBelow: number;
  hasBranches: boolean;
  days: Branch['days'];
  ownTotalCents: string;
  ownPendingCents: string;
  branchTotalCents: string;
  branchPendingCents: string;
}

/**
 * A page of the branches at the end of a path from a consultant, by name. Follows days: each upline on the path counts only on the days on
 * which it was under the one before, so every order of the network is in exactly one branch of each parent.
 *
 * The figures of a branch are stored when it is a rollup node and was there without a gap; any other branch is walked.
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
    -- Materialized: for one page the planner would otherwise scan all consultants by name.
    heads as materialized (
      select
        consultant.id,
        consultant.name,
        consultant.normalized_name,
        consultant.internal_id,
        own_days(start_date, end_date) as own_days
      from (select distinct id from head) walk
      join consultants consultant using (id)
    ),
    shown as materialized (
      select * from heads order by normalized_name, id ${limitTo(query)}
    ),
    branch as materialized (
      select id as branch_id, unnest(days) as during, range_merge(days)::datemultirange = days and id in (select consultant_id from rollup_nodes where not is_building) as is_stored
      from (select id, range_agg(during) as days from head where id in (select id from shown) group by id) walk
    ),
    own as (
      select branch_id, bool_or(not isempty(counted.during)) as is_member, sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
      from branch
      join shown on shown.id = branch_id
      cross join lateral (select branch.during * shown.own_days as during) counted
      cross join lateral (${ordersOf(sql`branch.branch_id`, sql`counted.during`)}) ordered
      group by branch_id
    ),
    walk (branch_id, consultant_id, during) as (
      select branch_id, below.consultant_id, below.during
      from branch
      cross join lateral downline_below(branch_id, during) below
      where not is_stored
    ),
    below (branch_id, members, total_cents, pending_cents) as (
      select branch_id, rollup_members(branch_id, lower(during), upper(during) - 1), total_cents, pending_cents
      from branch
      cross join lateral (${rollupSums(sql`branch_id`, sql`lower(during)`, sql`upper(during) - 1`)}) kept
      where is_stored
      union all
      select branch_id, count(distinct consultant_id), sum(total_cents), sum(pending_cents)
      from walk
      -- offset 0 forces single lookups: the planner expects many rows, and would read all consultants.
      cross join lateral (
        select walk.during * own_days(start_date, end_date) as during
        from consultants
        where id = walk.consultant_id
        offset 0
      ) counted
      cross join lateral (${ordersOf(sql`walk.consultant_id`, sql`counted.during`)}) ordered
      where not isempty(counted.during)
      group by branch_id
    )
    select
      (select count(*) from heads) as total,
      coalesce(jsonb_agg(to_jsonb(found) - 'normalized_name' order by normalized_name, id), '[]') as results
    from (
      select
        shown.id,
        shown.name,
        shown.normalized_name,
        shown.internal_id as "internalId",
        own.is_member as "isMember",
        coalesce(below.members, 0) as "membersBelow",
        exists (
          select
          from branch
          join upline_periods under on under.upline_id = branch_id and under.during && branch.during
          where branch_id = shown.id
        ) as "hasBranches",
        (
          select jsonb_agg(jsonb_build_object('startDate', lower(during), 'endDate', upper(during) - 1) order by during)
          from branch
          where branch_id = shown.id
        ) as days,
        coalesce(own.total_cents, 0)::text as "ownTotalCents",
        coalesce(own.pending_cents, 0)::text as "ownPendingCents",
        (coalesce(own.total_cents, 0) + coalesce(below.total_cents, 0))::text as "branchTotalCents",
        (coalesce(own.pending_cents, 0) + coalesce(below.pending_cents, 0))::text as "branchPendingCents"
      from shown
      join own on own.branch_id = shown.id
      left join below on below.branch_id = shown.id
    ) found
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('an aggregate has one row');
  return page(found.results.map(wire), found.total, query);
}

/** The sums of somebody's orders on certain days. */
const ordersOf = (consultantId: RawBuilder<unknown>, during: RawBuilder<unknown>) => sql`
  select sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
  from orders
  where orders.consultant_id = ${consultantId} and created_at >= lower(${during}) and created_at < upper(${during})`;

function wire(row: BranchRow): Branch {
  const { ownTotalCents, ownPendingCents, branchTotalCents, branchPendingCents, ...branch } = row;
  return {
    ...branch,
    own: { totalOrdersValue: fromCents(ownTotalCents), totalPendingValue: fromCents(ownPendingCents) },
    branch: { totalOrdersValue: fromCents(branchTotalCents), totalPendingValue: fromCents(branchPendingCents) },
  };
}
