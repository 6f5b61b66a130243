import type { Window } from '@rede/contract/dashboard';
import type { PoolClient } from 'pg';

export interface Subject {
  id: number;
  email: string;
  internalId: string;
  /** How many stand below it today. */
  today: number;
  /** How many were members in each of the windows, in their order; who was moved since may have had many more. */
  inWindows: number[];
}

/** Networks of about the same size, largest first. */
export interface SizeClass {
  title: string;
  subjects: Subject[];
}

const classes = [
  { title: 'all', most: Number.POSITIVE_INFINITY, count: 1 },
  { title: 'up to 100k', most: 100_000, count: 4 },
  { title: 'up to 10k', most: 10_000, count: 8 },
  { title: 'up to 3k', most: 3_000, count: 8 },
  { title: 'no node', most: undefined, count: 8 },
  { title: 'up to 100', most: 100, count: 8 },
];

/** Counts everybody's network today and in some windows, in the closure table; for the length of the connection. */
export async function countNetworks(client: PoolClient, windows: readonly Window[]): Promise<void> {
  const counts = windows.map(
    ({ startDate, endDate }) =>
      `count(distinct member.id)
         filter (where during * own_days(start_date, end_date) && daterange('${startDate}', '${endDate}', '[]'))`,
  );
  await client.query(`
    create temporary table bench_size as
    select *, (select max(members) from unnest(in_windows) as members) as most
    from (
      select
        above_id as id,
        (count(*) filter (where during @> current_date))::integer as today,
        array[${counts.join()}]::integer[] as in_windows
      from bench_closure
      join consultants member on member.id = consultant_id
      group by above_id
    ) counted`);
}

/**
 * Consultants who may sign in, by the largest size that their networks had in a window: of each class those nearest to its upper end. `no node` are the largest that are walked on each call.
 */
export async function findSubjects(client: PoolClient): Promise<SizeClass[]> {
  const found: SizeClass[] = [];
  for (const { title, most, count } of classes) {
    const { rows } = await client.query<Subject>(
      `select consultant.id::integer as id, email, internal_id as "internalId", today, in_windows as "inWindows"
       from bench_size
       join consultants consultant using (id)
       where status = 'ACTIVE'
         and most <= coalesce($1, (select rollup_settings.min_members - 1 from rollup_settings))
         and ($2 or not exists (select from rollup_nodes where consultant_id = id and not is_building))
       order by most desc, id
       limit $3`,
      [most === Number.POSITIVE_INFINITY ? 2_147_483_647 : (most ?? null), most !== undefined, count],
    );
    const [largest] = rows;
    // In a small network a class may have nobody of its size: its largest are another's.
    if (largest && largest.today > 0 && !found.some(({ subjects }) => subjects[0]?.id === largest.id))
      found.push({ title, subjects: rows });
  }
  return found;
}

/** Those whose networks are nearest to a size today, by half of it at most; few. */
export async function findOfSize(client: PoolClient, size: number, count: number): Promise<Subject[]> {
  const { rows } = await client.query<Subject>(
    `select consultant.id::integer as id, email, internal_id as "internalId", today, in_windows as "inWindows"
     from bench_size
     join consultants consultant using (id)
     where status = 'ACTIVE' and today between $1 / 2 and $1 + $1 / 2
     order by abs(today - $1), id
     limit $2`,
    [size, count],
  );
  return rows;
}
