import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';

/** Something kept that is not what the history and the orders say, in words: Portuguese, fit to show. */
export interface Difference {
  what: string;
  kept: string;
  right: string;
}

/** How much was compared. */
export interface Compared {
  consultants: number;
  hubs: number;
  members: number;
  days: number;
}

/**
 * Works everything that is derived out again, from the history and the orders alone, and says each difference. Hubs are walked down from one
 * by one, through the periods and not by what is kept of them. Run it in one snapshot: what is written meanwhile would be a difference.
 */
export async function* findDifferences(db: Queries): AsyncGenerator<Difference, Compared> {
  // The largest network is walked by one statement.
  await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  const compared: Compared = { consultants: await countConsultants(db), hubs: 0, members: 0, days: 0 };
  yield* differences(db, strayRows);
  yield* differences(db, wrongLabels);
  yield* differences(db, wrongUplines);
  yield* differences(db, wrongTallies);
  yield* differences(db, wrongOrderTallies);
  yield* differences(db, wrongCouponTallies);
  yield* differences(db, wrongOrdersUnderNobody);

  const { rows: hubs } = await sql<{ id: number; code: string }>`
    select consultant_id as id, internal_id as code
    from hubs
    join consultants on consultants.id = hubs.consultant_id
    order by 1
  `.execute(db);
  for (const hub of hubs) {
    const { rows } = await sql<Difference & { members: number; days: number }>`${ofHub(hub.id)}`.execute(db);
    for (const { what, kept, right } of rows) {
      if (what !== 'compared') yield { what: `Rede de ${hub.code}, ${what}`, kept, right };
    }
    const counted = rows.find(({ what }) => what === 'compared');
    compared.hubs += 1;
    compared.members += Number(counted?.kept ?? 0);
    compared.days += Number(counted?.right ?? 0);
  }
  return compared;
}

async function countConsultants(db: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from consultants`.execute(db);
  return rows[0]?.count ?? 0;
}

async function* differences(db: Queries, query: RawBuilder<Difference>): AsyncGenerator<Difference> {
  const { rows } = await query.execute(db);
  yield* rows;
}

/** Rows of who is no hub, and days on which somebody has two nearest hubs. */
const strayRows = sql<Difference>`
  select format('%s do consultor %s, que não é polo', kept, hub_id) as what, 'há' as kept, 'não há' as "right"
  from (
    select 'âncora' as kept, hub_id from anchors
    union select 'cadeia', hub_id from hub_chains
    union select 'cadeia', above_id from hub_chains
    union select 'entradas e saídas', hub_id from hub_flows
    union select 'regressos', hub_id from hub_returns
    union select 'somas', hub_id from hub_daily_sums
  ) kept
  where hub_id not in (select consultant_id from hubs)
  union all
  select format('polo %s', consultant_id), 'é polo', 'não existe'
  from hubs
  where consultant_id not in (select id from consultants)
  union all
  select format('âncoras do consultor %s', consultant_id), string_agg(format('%s sob %s', during, hub_id), ', '), 'uma só em cada dia'
  from anchors
  group by consultant_id
  having count(*) > 1 and sum(coalesce(upper(during), '2200-01-01') - lower(during))
    > (select sum(coalesce(upper(days), '2200-01-01') - lower(days)) from unnest(range_agg(during)) as days)`;

/** What stands beside an anchor of its consultant; of anchors the rest is compared hub by hub. */
const wrongLabels = sql<Difference>`
  select
    format('âncora do consultor %s sob %s', coalesce(consultant.internal_id, consultant_id::text), hub_id) as what,
    format('%s, %s, membro em %s', anchor.normalized_internal_id, anchor.normalized_name, member_during) as kept,
    format('%s, %s, membro em %s', consultant.normalized_internal_id, consultant.normalized_name, own.during) as "right"
  from anchors anchor
  left join consultants consultant on consultant.id = consultant_id
  cross join lateral (select during * daterange(start_date, end_date, '[]') as during) own
  where (anchor.normalized_internal_id, anchor.normalized_name, member_during)
    is distinct from (consultant.normalized_internal_id, consultant.normalized_name, own.during)`;

const wrongUplines = sql<Difference>`
  select
    format('upline mostrado do consultor %s', coalesce(consultant.internal_id, consultant_id::text)) as what,
    coalesce(kept_code, 'nenhum') as kept,
    coalesce(true_code, 'nenhum') as "right"
  from wrong_shown_uplines
  left join consultants consultant on consultant.id = consultant_id`;

const wrongTallies = sql<Difference>`
  select format('consultores %s registados a %s', status, created_at) as what, kept::text, counted::text as "right"
  from wrong_consultant_tallies`;

const wrongOrderTallies = sql<Difference>`
  select format('encomendas de %s, pagas %s', created_at, coalesce(paid_at::text, 'nunca')) as what, kept::text, counted::text as "right"
  from wrong_order_tallies`;

const wrongCouponTallies = sql<Difference>`
  select
    format('encomendas de %s com o cupão %s, pagas %s', created_at, coupon, coalesce(paid_at::text, 'nunca')) as what,
    kept::text,
    counted::text as "right"
  from wrong_coupon_tallies`;

const wrongOrdersUnderNobody = sql<Difference>`
  select
    format('encomenda %s sem upline', coalesce("order".ecommerce_id, order_id::text)) as what,
    case when is_kept then 'há' else 'não há' end as kept,
    case when is_kept then 'não há' else 'há' end as "right"
  from wrong_orders_under_nobody
  left join orders "order" on "order".id = order_id`;

/** What is kept of a hub beside what the walk down from it says; and a row that says how many members and days were compared. */
const ofHub = (hubId: number) => sql`
  with recursive walk (consultant_id, during) as (
    select consultant_id, during from upline_periods where upline_id = ${hubId}
    union all
    select below.consultant_id, below.during * walk.during
    from walk
    join upline_periods below on below.upline_id = walk.consultant_id and below.during && walk.during
  ),
  standing as materialized (
    select consultant_id, range_agg(during) as days from walk group by consultant_id
  ),
  membership as materialized (
    select consultant_id, days * datemultirange(daterange(start_date, end_date, '[]')) as days
    from standing
    join consultants on consultants.id = standing.consultant_id
  ),
  stay as materialized (
    select lower(stay) as first_day, upper(stay) as left_on, lead(lower(stay)) over (partition by consultant_id order by stay) as returned_on
    from membership
    cross join unnest(days) as stay
  ),
  true_sums as (
    select "order".created_at as day, count(*) as orders, sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
    from membership
    cross join unnest(days) as during
    join orders "order"
      on "order".consultant_id = membership.consultant_id
      and "order".created_at >= lower(during)
      and "order".created_at < coalesce(upper(during), 'infinity')
    group by "order".created_at
  ),
  sums as (
    select hub_id, day, sum(orders) as orders, sum(total_cents) as total_cents, sum(pending_cents) as pending_cents
    from hub_daily_sums
    where hub_id = ${hubId}
    group by hub_id, day
  ),
  true_flows as (
    select day, sum(arrivals) as arrivals, sum(departures) as departures
    from (
      select first_day as day, 1 as arrivals, 0 as departures from stay
      union all
      select left_on, 0, 1 from stay where left_on is not null
    ) flow
    group by day
  ),
  true_returns as (
    select left_on, returned_on, count(*) as consultants from stay where returned_on is not null group by left_on, returned_on
  ),
  below as (
    select consultant_id, range_agg(during) as days from below_hubs where hub_id = ${hubId} group by consultant_id
  ),
  chain as (
    select hub_id as consultant_id, range_agg(during) as days from hub_chains where above_id = ${hubId} group by hub_id
  )
  select format('dias do consultor %s', internal_id) as what, coalesce(below.days, '{}')::text as kept, coalesce(standing.days, '{}')::text as "right"
  from below
  full join standing using (consultant_id)
  left join consultants on consultants.id = consultant_id
  where below.days is distinct from standing.days
  union all
  select format('dias do polo %s', consultant_id), coalesce(chain.days, '{}')::text, coalesce(standing.days, '{}')::text
  from chain
  full join (
    select consultant_id, days from standing join hubs using (consultant_id)
    union all
    select ${hubId}, '{(,)}'
  ) standing using (consultant_id)
  where chain.days is distinct from standing.days
  union all
  select
    format('encomendas de %s', day),
    format('%s, %s cêntimos, %s por pagar', coalesce(sums.orders, 0), coalesce(sums.total_cents, 0), coalesce(sums.pending_cents, 0)),
    format('%s, %s cêntimos, %s por pagar', coalesce(true_sums.orders, 0), coalesce(true_sums.total_cents, 0), coalesce(true_sums.pending_cents, 0))
  from sums
  full join true_sums using (day)
  where (coalesce(sums.orders, 0), coalesce(sums.total_cents, 0), coalesce(sums.pending_cents, 0))
    <> (coalesce(true_sums.orders, 0), coalesce(true_sums.total_cents, 0), coalesce(true_sums.pending_cents, 0))
  union all
  select
    format('entradas e saídas de %s', day),
    format('%s e %s', coalesce(flows.arrivals, 0), coalesce(flows.departures, 0)),
    format('%s e %s', coalesce(true_flows.arrivals, 0), coalesce(true_flows.departures, 0))
  from (select * from hub_flows where hub_id = ${hubId}) flows
  full join true_flows using (day)
  where (coalesce(flows.arrivals, 0), coalesce(flows.departures, 0))
    <> (coalesce(true_flows.arrivals, 0), coalesce(true_flows.departures, 0))
  union all
  select
    format('quem saiu até %s e regressou a %s', left_on, returned_on),
    coalesce(back.consultants, 0)::text,
    coalesce(true_returns.consultants, 0)::text
  from (select * from hub_returns where hub_id = ${hubId}) back
  full join true_returns using (left_on, returned_on)
  where coalesce(back.consultants, 0) <> coalesce(true_returns.consultants, 0)
  union all
  select 'compared', (select count(*) from membership)::text, (select count(*) from true_sums)::text`;
