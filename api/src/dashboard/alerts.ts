import { fromCents } from '@rede/contract/money';
import { type AlertedMember, type AlertQuery, type Window, windowBefore } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import {
  endDayIn,
  firstDayIn,
  storedMembership,
  membership,
  type Network,
  placedIn,
  type ResolvedNetwork,
  resolveNetwork,
} from './membership.ts';

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
 * The members with an alert, from `memberships`, and the weight to sort them by. The join reads all orders of the days at once: for many
 * members that is faster than one lookup each.
 */
const alertKinds: Record<AlertQuery['kind'], (window: Window) => RawBuilder<unknown>> = {
  new: ({ startDate }) => sql`
    select id, min(first_day) - ${startDate}::date as weight from memberships group by id having min(first_day) >= ${startDate}`,
  quiet: ({ startDate, endDate }) => sql`
    select id, weight
    from (
      select memberships.id, sum(total_cents) as weight
      from memberships
      join orders "order" on ${orderedThere} and created_at between ${windowBefore({ startDate, endDate }).startDate} and ${endDate}
      group by memberships.id
      having max(created_at) < ${startDate}
    ) ordered
    where id in (select id from memberships where end_day > ${startDate})`,
  owing: ({ startDate, endDate }) => sql`
    select memberships.id, sum(pending_cents) as weight
    from memberships
    join orders "order" on ${orderedThere} and created_at between ${startDate} and ${endDate} and pending_cents > 0
    group by memberships.id`,
};

const orderedThere = sql`
  "order".consultant_id = memberships.id and "order".created_at >= memberships.first_day and "order".created_at < memberships.end_day`;

/** A page of the members with an alert, of a consultant's total network in the window. */
export async function findAlerts(
  database: Database,
  consultantId: number,
  window: Window,
  query: AlertQuery,
): Promise<Page<AlertedMember>> {
  const before = windowBefore(window);
  const both = { startDate: before.startDate, endDate: window.endDate };
  const { rows } = await inSnapshot(database, async (db) => {
    const network = await resolveNetwork(db, { consultantId, depth: 'total', window: both });
    return sql<{ total: number; results: AlertRow[] }>`
      with ${network.ofRollup ? storedDays(network) : walkedDays(network)},
      matching as materialized (${alertKinds[query.kind](window)}),
      -- Looks up names only for rows that the page may show: they only break ties.
      top as materialized (
        select * from matching order by weight desc fetch first ${(query.pageNumber + 1) * query.pageSize} rows with ties
      ),
      shown as materialized (
        select top.id, weight, normalized_name
        from top
        join consultants using (id)
        order by weight desc, normalized_name, id
        ${limitTo(query)}
      ),
      ${network.ofRollup ? sql`${storedMembership(network, sql`select id from shown`)},` : sql``}
      latest_days as (
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
        join latest_days using (id)
        left join figures using (id)
        join consultants consultant on consultant.id = shown.id
        join consultants upline on upline.id = latest_days.upline_id
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

/** The first day and the end day of each membership; of a rollup node by the nodes in its network, without the uplines. */
const storedDays = ({ consultantId, window }: Network) => sql`
  memberships as materialized (
    select near.consultant_id as id, ${firstDayIn(window)} as first_day, ${endDayIn(window)} as end_day
    from rollup_closure above
    join nearest_rollups near on near.node_id = above.node_id
    where above.ancestor_id = ${consultantId} and ${placedIn(window)}
  )`;

const walkedDays = (network: ResolvedNetwork) => sql`
  ${membership(network)},
  memberships as materialized (
    select id, lower(during) as first_day, upper(during) as end_day from membership
  )`;

function wire({ totalCents, pendingCents, beforeCents, ...member }: AlertRow): AlertedMember {
  return {
    ...member,
    totalOrdersValue: fromCents(totalCents),
    totalPendingValue: fromCents(pendingCents),
    valueBefore: fromCents(beforeCents),
  };
}
