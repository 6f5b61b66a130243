import type { Database } from '@rede/api/db/client';
import { sql } from 'kysely';

export interface Person {
  name: string;
  email: string;
  internalId: string;
  parentId: string;
  createdAt: string;
}

export interface Head {
  title: string;
  internalId: string;
}

/** Whose networks are measured: the largest of a rollup node, one of a hundredth of its orders, and one that is walked. */
export async function sampleHeads(database: Database): Promise<Head[]> {
  const { rows } = await sql<Head>`
    with sized as (select node_id, sum(orders) as orders from daily_totals group by node_id),
    head (place, title, id) as (
      (select 1, 'largest network', node_id from sized order by orders desc limit 1)
      union all
      (
        select 2, 'a hundredth of it', node_id
        from sized
        order by abs(orders - (select max(orders) from sized) / 100)
        limit 1
      )
      union all
      (
        select 3, 'a walked network', upline_id
        from upline_periods
        where upline_id not in (select consultant_id from rollup_nodes)
        group by upline_id
        order by count(*) desc
        limit 1
      )
    )
    select title, internal_id as "internalId" from head join consultants on consultants.id = head.id order by place
  `.execute(database);
  return rows;
}

/** Spread evenly over the consultants, but for the first, who stands below the company. */
export async function samplePeople(database: Database, count = 10): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select consultant.name, consultant.email, consultant.internal_id as "internalId",
      upline.internal_id as "parentId", consultant.created_at as "createdAt"
    from (select min(id) as first, max(id) as last from consultants) as all_of_them
    cross join generate_series(1, ${count}) as number
    join consultants consultant on consultant.id = first + (last - first) * number / ${count}
    join upline_periods period on period.consultant_id = consultant.id and period.during @> current_date
    join consultants upline on upline.id = period.upline_id
  `.execute(database);
  return rows;
}
