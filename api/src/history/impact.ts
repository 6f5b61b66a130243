import type { Day } from '@rede/contract/days';
import type { ImpactPreview } from '@rede/contract/history';
import { fromCents } from '@rede/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import type { Period, Plan } from './plan.ts';

/** The days, both included, that bound a consultant's own membership of networks. */
export interface OwnDates {
  startDate?: Day | undefined;
  endDate?: Day | undefined;
}

type Networks = ImpactPreview['networks'];

/** The database's row; sums in cents, as text. */
type NetworkRow = Omit<Networks[number], 'totalOrdersValue' | 'totalPendingValue'> & {
  totalCents: string;
  pendingCents: string;
};

/**
 * What a plan moves, with other own dates of the consultant where given: the orders on days on which the consultant or its downline leaves
 * or enters the network of somebody above. Those that leave come first, the nearest first, total before direct.
 *
 * Only the consultant's own upline differs between before and after: nobody above it is also below it, so the uplines further up and its
 * downline are the same in both. Walks up only on the days on which the upline differs. `distance` is the shortest way up, `below` the days
 * of the downline, `own_total` and `own_direct` those of the consultant's own orders.
 */
export async function findImpact(
  db: Queries,
  { consultantId, before, after }: Plan,
  newDates?: OwnDates,
): Promise<ImpactPreview> {
  const daysAfter = newDates
    ? sql`daterange(${newDates.startDate ?? null}::date, ${newDates.endDate ?? null}::date, '[]')`
    : sql`own_days(start_date, end_date)`;
  const { rows } = await sql<NetworkRow>`
    with period as (
      select 'before' as side, * from ${uplinesIn(before)}
      union all
      select 'after', * from ${uplinesIn(after)}
    ),
    own (days_before, days_after) as (
      select datemultirange(own_days(start_date, end_date)), datemultirange(${daysAfter})
      from consultants
      where id = ${consultantId}
    ),
    kept (days) as (
      select coalesce(range_agg(former.during * new.during), '{}')
      from period former
      join period new on new.upline_id = former.upline_id and new.during && former.during
      where former.side = 'before' and new.side = 'after'
    ),
    differing (side, upline_id, during) as (
      select side, upline_id, unnest(
        (datemultirange(during) - kept.days)
        + datemultirange(during) * ((days_before - days_after) + (days_after - days_before))
      )
      from period, kept, own
    ),
    above (side, consultant_id, during, distance) as (
      select side, upline_id, during, 1 from differing
      union all
      select side, higher.upline_id, higher.during, 1 + cardinality(higher.path)
      from differing
      cross join lateral uplines_above(differing.upline_id, differing.during) higher
    ),
    network as (
      select
        side,
        consultant_id,
        min(distance) as distance,
        range_agg(during) as total,
        range_agg(during) * own_days as own_total,
        coalesce(range_agg(during) filter (where distance = 1), '{}') * own_days as own_direct
      from above
      cross join own
      cross join lateral (select case side when 'before' then days_before else days_after end as own_days) own_side
      group by side, consultant_id, own_days
    ),
    moved as materialized (
      select
        here.consultant_id,
        change,
        here.distance,
        here.total - coalesce(there.total, '{}') as below,
        here.own_total - coalesce(there.own_total, '{}') as own_total,
        here.own_direct - coalesce(there.own_direct, '{}') as own_direct
      from (values ('leaves', 'before'), ('enters', 'after')) as kind (change, side)
      join network here using (side)
      left join network there on there.consultant_id = here.consultant_id and there.side <> here.side
    ),
    counted (whose, created_at, orders, total_cents, pending_cents) as (
      select 'below', "order".created_at, count(*), sum(total_cents), sum(pending_cents)
      from (select unnest(range_agg(below)) as during from moved) moving
      cross join lateral downline_below(${consultantId}, moving.during) below
      join consultants consultant on consultant.id = below.consultant_id
      join orders "order"
        on "order".consultant_id = consultant.id
        and "order".created_at >= lower(below.during)
        and "order".created_at < coalesce(upper(below.during), 'infinity')
        and "order".created_at <@ own_days(consultant.start_date, consultant.end_date)
      group by "order".created_at
      union all
      select 'own', created_at, count(*), sum(total_cents), sum(pending_cents)
      from orders
      where consultant_id = ${consultantId}
      group by created_at
    )
    select
      consultant.internal_id as "internalId",
      consultant.name,
      part.network,
      moved.change,
      sum(counted.orders)::bigint as orders,
      sum(counted.total_cents)::text as "totalCents",
      sum(counted.pending_cents)::text as "pendingCents"
    from moved
    join consultants consultant on consultant.id = moved.consultant_id
    cross join lateral (
      values ('total', 'below', below), ('total', 'own', own_total), ('direct', 'own', own_direct)
    ) as part (network, whose, days)
    join counted on counted.whose = part.whose and counted.created_at <@ part.days
    group by consultant.id, part.network, moved.change, moved.distance
    order by moved.change desc, moved.distance, part.network desc, normalize_text(consultant.internal_id)
  `.execute(db);
  return { networks: rows.map(wire) };
}

/** The periods as rows, without those under the company, which has no network. */
function uplinesIn(periods: readonly Period[]) {
  return sql`(
    select upline as upline_id, daterange(first, "end") as during
    from jsonb_to_recordset(${JSON.stringify(periods)}) as period (upline bigint, first date, "end" date)
    where upline is not null
  ) planned`;
}

function wire({ totalCents, pendingCents, ...network }: NetworkRow): Networks[number] {
  return { ...network, totalOrdersValue: fromCents(totalCents), totalPendingValue: fromCents(pendingCents) };
}
