import type { Database } from '@rede/api/db/client';
import { sql } from 'kysely';

export interface Person {
  name: string;
  email: string;
  internalId: string;
  parentId: string;
  createdAt: string;
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
