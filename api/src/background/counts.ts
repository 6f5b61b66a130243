import { sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** How many differences of each table are merged in one transaction. */
const mostAtOnce = 20_000;

/** Merges what writers appended to the tables of counts (migrations/0005). Answers whether more is waiting. */
export async function mergeCounts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`
    select bool_or(merge_count_deltas(name, ${mostAtOnce}) = ${mostAtOnce}) as "isMore" from count_tables()
  `.execute(database);
  return rows[0]?.isMore ?? false;
}
