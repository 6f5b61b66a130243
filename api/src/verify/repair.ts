import { type RawBuilder, sql } from 'kysely';
import { Rollups } from '../background/rollups.ts';
import { type Database, inWritableSnapshot, type Queries } from '../db/client.ts';

/** How many consultants, nodes or orders one transaction puts right; writers of the history wait for it. */
const atOnce = 200;

/** What says who stands where: the ids whose rows are wrong, and the function that writes these rows anew. */
const placements: { findWrong: RawBuilder<{ id: number }>; repair: string }[] = [
  {
    findWrong: sql`
      select consultant_id as id from nearest_rollup_mismatches()
      union select consultant_id from nearest_rollups where node_id not in (select consultant_id from rollup_nodes)`,
    repair: 'repair_nearest_rollups',
  },
  {
    findWrong: sql`
      select node_id as id from rollup_closure_mismatches()
      union select unnest(array[node_id, ancestor_id]) from rollup_closure
      where node_id not in (select consultant_id from rollup_nodes) or ancestor_id not in (select consultant_id from rollup_nodes)`,
    repair: 'repair_rollup_closure',
  },
  { findWrong: sql`select consultant_id as id from current_upline_mismatches`, repair: 'repair_current_uplines' },
  {
    findWrong: sql`select order_id as id from orders_without_upline_mismatches`,
    repair: 'repair_orders_without_upline',
  },
];

/**
 * Puts right what `findMismatches` names, from the history and the orders, while the server runs: first who stands where, some at a time; then the
 * counts, by appending what they lack. Two repairs at once would both append: run one at a time.
 */
export async function repair(database: Database): Promise<void> {
  await sql`delete from rollup_nodes where consultant_id not in (select id from consultants)`.execute(database);
  for (const { repair, ids } of await inWritableSnapshot(database, findMisplaced)) {
    for (let first = 0; first < ids.length; first += atOnce) {
      await sql`select ${sql.id(repair)}(${ids.slice(first, first + atOnce)}::bigint[])`.execute(database);
    }
  }
  await inWritableSnapshot(database, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select expect_rollups(), repair_counts()`.execute(db);
  });
  await new Rollups(database).countAllMembers();
}

async function findMisplaced(db: Queries): Promise<{ repair: string; ids: number[] }[]> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`select expect_rollups()`.execute(db);
  const found: { repair: string; ids: number[] }[] = [];
  for (const { findWrong, repair } of placements) {
    const { rows } = await findWrong.execute(db);
    found.push({ repair, ids: rows.map(({ id }) => id) });
  }
  return found;
}
