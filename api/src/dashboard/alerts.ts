import { fromCents } from '@rede/contract/money';
import { type AlertedMember, type AlertQuery, type Window, windowBefore } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import { keptMembership, membership, type Network, type ResolvedNetwork, place, windowDays } from './membership.ts';

interface AlertRow {
  id: number;
  internalId: string;
  name: string;
  parentId: string;
  since: string;
  lastOrderAt: string | null;
  totalCents: string;
  pendingCents: string;
  beforeCents: string;
}

/**
 * A query for whom an kind is about, of `standing`, and by what they are sorted. Joined with all orders of the days at once and not looked
 * up one by one, wherever the planner takes the members for many.
 */
const alertKinds: Record<AlertQuery['kind'], (window: Window) => RawBuilder<unknown>> = {
  new: ({ startDate }) => sql`
    select id, min(first_day) - ${startDate}::date as weight from standing group by id having min(first_day) >= ${startDate}`,
  quiet: ({ startDate, endDate }) => sql`
    select id, weight
    from (
      select standing.id, sum(total_cents) as weight
      from standing
      join orders "order" on ${orderedThere} and created_at between ${windowBefore({ startDate, endDate }).startDate} and ${endDate}
      group by standing.id
      having max(created_at) < ${startDate}
    ) ordered
    where id in (select id from standing where day_after > ${startDate})`,
  owing: ({ startDate, endDate }) => sql`
    select standing.id, sum(pending_cents) as weight
    from standing
    join orders "order" on ${orderedThere} and created_at between ${startDate} and ${endDate} and pending_cents > 0
    group by standing.id`,
};

const orderedThere = sql`
  "order".consultant_id = standing.id and "order".created_at >= standing.first_day and "order".created_at < standing.day_after`;

/** A page of the members of a consultant's total network that an kind is about, in the window. */
export async function findAlerts(
  database: Database,
  consultantId: number,
  window: Window,
  query: AlertQuery,
): Promise<Page<AlertedMember>> {
  const before = windowBefore(window);
  const both = { startDate: before.startDate, endDate: window.endDate };
  const { rows } = await inSnapshot(database, async (db) => {
    const network = await place(db, { consultantId, depth: 'total', window: both });
    return sql<{ total: number; results: AlertRow[] }>`
      with ${network.ofHub ? keptDays(network) : walkedDays(network)},
      matching as materialized (${alertKinds[query.kind](window)}),
      -- Names break ties only, so only of these they are looked up.
      foremost as materialized (
        select * from matching order by weight desc fetch first ${(query.pageNumber + 1) * query.pageSize} rows with ties
      ),
      shown as materialized (
        select foremost.id, weight, normalized_name
        from foremost
        join consultants using (id)
        order by weight desc, normalized_name, id
        ${limitTo(query)}
      ),
      ${network.ofHub ? sql`${keptMembership(network, sql`select id from shown`)},` : sql``}
      stay as (
        select id, min(lower(during)) as since, (array_agg(upline_id order by upper(during) desc))[1] as upline_id
        from membership
        where id in (select id from shown)
        group by id
      ),
      figures as (
        select
          membership.id,
          max(created_at) as last_order_at,
          sum(total_cents) filter (where created_at >= ${window.startDate}) as total_cents,
          sum(pending_cents) filter (where created_at >= ${window.startDate}) as pending_cents,
          sum(total_cents) filter (where created_at < ${window.startDate}) as before_cents
        from membership
        join orders "order"
          on "order".consultant_id = membership.id
          and "order".created_at >= lower(membership.during)
          and "order".created_at < upper(membership.during)
        where membership.id in (select id from shown)
        group by membership.id
      ),
      found as (
        select
          shown.id,
          consultant.internal_id as "internalId",
          consultant.name,
          upline.internal_id as "parentId",
          since,
          last_order_at as "lastOrderAt",
          coalesce(total_cents, 0)::text as "totalCents",
          coalesce(pending_cents, 0)::text as "pendingCents",
          coalesce(before_cents, 0)::text as "beforeCents"
        from shown
        join stay using (id)
        left join figures using (id)
        join consultants consultant on consultant.id = shown.id
        join consultants upline on upline.id = stay.upline_id
        order by weight desc, shown.normalized_name, shown.id
      )
      select
        (select count(*) from matching) as total,
        coalesce((select jsonb_agg(to_jsonb(found)) from found), '[]') as results
    `.execute(db);
  });
  const [found] = rows;
  if (!found) throw new Error('a count has one row');
  return page(found.results.map(wire), found.total, query);
}

/**
 * From which day until before which somebody was a member; of many they are read anchor by anchor, without their uplines. Bounds are
 * compared as days: to make a range takes as long as all else, and to take one apart again makes it twice more.
 */
const keptDays = ({ consultantId, window }: Network) => sql`
  standing as materialized (
    select
      anchor.consultant_id as id,
      greatest(lower(anchor.member_during), lower(chain.during), ${window.startDate}::date) as first_day,
      least(upper(anchor.member_during), upper(chain.during), ${window.endDate}::date + 1) as day_after
    from hub_chains chain
    join anchors anchor on anchor.hub_id = chain.hub_id
    where chain.above_id = ${consultantId} and not isempty(anchor.member_during * chain.during * ${windowDays(window)})
  )`;

const walkedDays = (network: ResolvedNetwork) => sql`
  ${membership(network)},
  standing as materialized (
    select id, lower(during) as first_day, upper(during) as day_after from membership
  )`;

function wire({ totalCents, pendingCents, beforeCents, ...member }: AlertRow): AlertedMember {
  return {
    ...member,
    totalOrdersValue: fromCents(totalCents),
    totalPendingValue: fromCents(pendingCents),
    valueBefore: fromCents(beforeCents),
  };
}
