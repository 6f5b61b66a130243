import { sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** How many differences are merged in one transaction. */
const mostAtOnce = 20_000;

/** Merges what writers appended to the tables of counts (migrations/0005), each table in a transaction of its own. Answers whether more is waiting. */
export async function mergeCounts(database: Database): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string }>`select name from count_tables()`.execute(database);
  let isMore = false;
  for (const { name } of tables) {
    const { rows } = await sql<{ merged: number }>`
      select merge_count_deltas(${name}, ${mostAtOnce}) as merged
    `.execute(database);
    if (rows[0]?.merged === mostAtOnce) isMore = true;
  }
  return isMore;
}
