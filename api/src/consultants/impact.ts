import type { ImpactPreview } from '@rede/contract/consultants';
import { fromCents } from '@rede/contract/money';
import { sql } from 'kysely';
import { type Database, inPassing, type Queries } from '../db/client.ts';

/**
 * What a change of one consultant, its history or its own dates, would move: the change is made as it would be, refusals included, and
 * taken back. Orders are summed after that, so that nobody waits for it.
 */
export async function previewImpact(
  database: Database,
  consultantId: number,
  change: (db: Queries) => Promise<unknown>,
): Promise<ImpactPreview> {
  const moved = await inPassing(database, async (db) => {
    // Held first, as the change itself does, so that these are the periods that it changes.
    await db.selectFrom('consultants').select('id').where('id', '=', consultantId).forNoKeyUpdate().execute();
    const before = await findPlace(db, consultantId);
    await change(db);
    const after = await findPlace(db, consultantId);
    return findMovedDays(db, before, after);
  });
  return { networks: moved.length === 0 ? [] : await sumOrders(database, consultantId, moved) };
}

/** Where a consultant stands: under whom on which days, and the days that bound its own membership. All dateranges, as text. */
interface Place {
  periods: { upline_id: number; during: string }[];
  days: string;
}

async function findPlace(db: Queries, consultantId: number): Promise<Place> {
  const { rows } = await sql<Place>`
    select
      (
        select coalesce(jsonb_agg(jsonb_build_object('upline_id', upline_id, 'during', during)), '[]')
        from upline_periods
        where consultant_id = consultants.id and upline_id is not null
      ) as periods,
      daterange(start_date, end_date, '[]')::text as days
    from consultants
    where id = ${consultantId}
  `.execute(db);
  return rows[0] ?? { periods: [], days: 'empty' };
}

/** On which days, datemultiranges as text, orders leave or enter the networks of somebody above. */
interface Moved {
  consultant_id: number;
  change: 'leaves' | 'enters';
  /** How far above, at the nearest. */
  distance: number;
  /** Orders of who stands below the consultant, in the total network. */
  below: string;
  /** The consultant's own orders, in the total and in the direct network. */
  own_total: string;
  own_direct: string;
}

/**
 * Compares the chains above a consultant, before and after. Its own place is all that differs between the two: nobody above it stands
 * below it too, so the rest of a chain is the same in both. Chains are walked on those days only on which the place differs.
 */
async function findMovedDays(db: Queries, before: Place, after: Place): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with recursive period (side, upline_id, during) as (
      select 'before', upline_id, during
      from jsonb_to_recordset(${JSON.stringify(before.periods)}) as former (upline_id bigint, during daterange)
      union all
      select 'after', upline_id, during
      from jsonb_to_recordset(${JSON.stringify(after.periods)}) as new (upline_id bigint, during daterange)
    ),
    own (side, days) as (
      values
        ('before', datemultirange(${before.days}::daterange)),
        ('after', datemultirange(${after.days}::daterange))
    ),
    kept (days) as (
      select coalesce(range_agg(former.during * new.during), '{}')
      from period former
      join period new on new.upline_id = former.upline_id and new.during && former.during
      where former.side = 'before' and new.side = 'after'
    ),
    redated (days) as (
      select (former.days - new.days) + (new.days - former.days)
      from own former join own new on former.side = 'before' and new.side = 'after'
    ),
    above (side, consultant_id, during, distance) as (
      select side, upline_id, differing.during, 1
      from period, kept, redated, unnest(
        (datemultirange(period.during) - kept.days) + (datemultirange(period.during) * redated.days)
      ) as differing (during)
      union all
      select above.side, higher.upline_id, higher.during * above.during, distance + 1
      from above
      join upline_periods higher on higher.consultant_id = above.consultant_id and higher.during && above.during
      where higher.upline_id is not null
    ),
    standing as (
      select
        side,
        consultant_id,
        min(distance) as distance,
        range_agg(above.during) as total,
        coalesce(range_agg(above.during) filter (where distance = 1), '{}') as direct,
        range_agg(above.during) * own.days as own_total,
        coalesce(range_agg(above.during) filter (where distance = 1), '{}') * own.days as own_direct
      from above join own using (side)
      group by side, consultant_id, own.days
    ),
    moved as (
      select
        here.consultant_id,
        change,
        here.distance,
        here.total - coalesce(there.total, '{}') as below,
        here.own_total - coalesce(there.own_total, '{}') as own_total,
        here.own_direct - coalesce(there.own_direct, '{}') as own_direct
      from (values ('leaves', 'before'), ('enters', 'after')) as kind (change, side)
      join standing here using (side)
      left join standing there on there.consultant_id = here.consultant_id and there.side <> here.side
    )
    select consultant_id, change, distance, below::text, own_total::text, own_direct::text
    from moved
    where not isempty(below + own_total + own_direct)
  `.execute(db);
  return rows;
}

type Networks = ImpactPreview['networks'];

/** The database's row; sums in cents, as text. */
type NetworkRow = Omit<Networks[number], 'totalOrdersValue' | 'totalPendingValue'> & {
  totalCents: string;
  pendingCents: string;
};

/**
 * The orders on moved days, for each network and direction. Who stands below the consultant is walked once, on the days that anything of
 * it moves; the change of the consultant's own place does not alter it. What leaves comes first, the nearest first, total before direct.
 */
async function sumOrders(db: Queries, consultantId: number, moved: Moved[]): Promise<Networks> {
  const { rows } = await sql<NetworkRow>`
    with recursive moved as (
      select *
      from jsonb_to_recordset(${JSON.stringify(moved)}) as moved (
        consultant_id bigint,
        change text,
        distance integer,
        below datemultirange,
        own_total datemultirange,
        own_direct datemultirange
      )
    ),
    below (consultant_id, during) as (
      select period.consultant_id, period.during * days.during
      from (select unnest(range_agg(below)) as during from moved) days
      join upline_periods period on period.upline_id = ${consultantId} and period.during && days.during
      union all
      select period.consultant_id, period.during * below.during
      from below
      join upline_periods period on period.upline_id = below.consultant_id and period.during && below.during
    ),
    counted (whose, created_at, orders, total_cents, pending_cents) as (
      select 'below', "order".created_at, count(*), sum(total_cents), sum(pending_cents)
      from below
      join consultants consultant on consultant.id = below.consultant_id
      join orders "order"
        on "order".consultant_id = consultant.id
        and "order".created_at >= lower(below.during)
        and "order".created_at < coalesce(upper(below.during), 'infinity')
        and "order".created_at <@ daterange(consultant.start_date, consultant.end_date, '[]')
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
  return rows.map(wire);
}

function wire({ totalCents, pendingCents, ...network }: NetworkRow): Networks[number] {
  return { ...network, totalOrdersValue: fromCents(totalCents), totalPendingValue: fromCents(pendingCents) };
}
