import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Rollups } from '../background/rollups.ts';
import { type Database, inWritableSnapshot } from '../db/client.ts';

/** How many consultants, nodes or orders are put right in one transaction, which writers wait for. */
const atOnce = 200;

/** What says who stands where: how to find what is wrong, by id, and the function that writes it anew. */
const placements: { find: RawBuilder<{ id: number }>; repair: string }[] = [
  {
    find: sql`
      select consultant_id as id from nearest_rollup_mismatches()
      union select consultant_id from nearest_rollups where node_id not in (select consultant_id from rollup_nodes)`,
    repair: 'repair_nearest_rollups',
  },
  {
    find: sql`
      select node_id as id from rollup_closure_mismatches()
      union select unnest(array[node_id, ancestor_id]) from rollup_closure
      where node_id not in (select consultant_id from rollup_nodes) or ancestor_id not in (select consultant_id from rollup_nodes)`,
    repair: 'repair_rollup_closure',
  },
  { find: sql`select consultant_id as id from current_upline_mismatches`, repair: 'repair_current_uplines' },
  { find: sql`select order_id as id from orders_without_upline_mismatches`, repair: 'repair_orders_without_upline' },
];

/**
 * Puts right what `findMismatches` names, from the history and the orders, while the server runs: first who stands where, some at a time; then the
 * counts, by appending what they lack. Run one at a time.
 */
export async function repair(database: Database): Promise<void> {
  await sql`delete from rollup_nodes where consultant_id not in (select id from consultants)`.execute(database);
  for (const { find, repair } of placements) {
    const ids = await inWritableSnapshot(database, async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`select expect_rollups()`.execute(db);
      return (await find.execute(db)).rows.map(({ id }) => id);
    });
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
