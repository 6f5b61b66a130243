import type { PoolClient } from 'pg';

export interface Subject {
  id: number;
  email: string;
  internalId: string;
  /** How many stand below it today. */
  members: number;
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
  { title: 'no hub', most: undefined, count: 8 },
  { title: 'up to 100', most: 100, count: 8 },
];

/**
 * Consultants who may sign in, by the size of their networks: of each class those nearest to its upper end. `no hub` are the largest
 * that are walked on each call. Read from the closure table.
 */
export async function findSubjects(client: PoolClient): Promise<SizeClass[]> {
  await client.query(`
    create temporary table bench_size as
    select above_id as id, count(*)::integer as members from bench_closure where during @> current_date group by above_id`);
  const found: SizeClass[] = [];
  for (const { title, most, count } of classes) {
    const { rows } = await client.query<Subject>(
      `select consultant.id::integer as id, email, internal_id as "internalId", members
       from bench_size
       join consultants consultant using (id)
       where status = 'ACTIVE'
         and members <= coalesce($1, (select hub_settings.members - 1 from hub_settings))
         and ($2 or not exists (select from hubs where consultant_id = id))
       order by members desc, id
       limit $3`,
      [most === Number.POSITIVE_INFINITY ? 2_147_483_647 : (most ?? null), most !== undefined, count],
    );
    const largest = rows[0]?.members ?? 0;
    // In a small network a class may have nobody of its size: its largest are another's.
    if (largest > 0 && !found.some(({ subjects }) => subjects[0]?.id === rows[0]?.id))
      found.push({ title, subjects: rows });
  }
  return found;
}
