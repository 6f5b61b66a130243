import type { ChainLink } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import { sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { notFound } from '../http/problem.ts';

/**
 * Who stands above a consultant on a day, its own upline first. A whole chain ends with the company; one without it ends where nobody is above.
 * Problem 404.
 */
export async function findChain(db: Queries, id: number, day: Day, rootUplineCode: string): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    with way as (
      select id, 0 as height from consultants where id = ${id}
      union all
      select upline_id, cardinality(path) from uplines_above(${id}, daterange(${day}, ${day}, '[]'))
    ),
    top as (
      select id, height from way order by height desc limit 1
    )
    select null as id, ${rootUplineCode} as "internalId", 'Empresa' as name, null as status, height + 1 as height
    from top
    join upline_periods period on period.consultant_id = top.id and period.during @> ${day}::date and period.upline_id is null
    union all
    select consultant.id, consultant.internal_id, consultant.name, consultant.status, height
    from way
    join consultants consultant on consultant.id = way.id
    order by height
  `.execute(db);
  const [own, ...chain] = rows;
  if (!own) throw notFound('Este consultor');
  return chain.map(({ id, internalId, name, status }) => ({ id, internalId, name, status }));
}
