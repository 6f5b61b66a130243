import { type attention, mostRows } from '@rede/contract/attention';
import type { Day } from '@rede/contract/days';
import type { Answer } from '@rede/contract/endpoint';
import { type KeptImport, keptImport } from '@rede/contract/orders-import';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '../db/client.ts';

type RefusedLines = Answer<typeof attention.refusedLines>;

const corrected = sql`(select count(*) from order_import_corrections where import_id = order_imports.id)`;

/** Imports with refused lines that nobody corrected, the latest first. */
export function findRefusedLines(db: Queries): Promise<RefusedLines> {
  return findImports(db, sql`failed + malformed > ${corrected}`);
}

/** Imports of a day in Lisbon, the latest first. */
export function findLoadedOn(db: Queries, day: Day): Promise<RefusedLines> {
  const beginning = (of: RawBuilder<unknown>) => sql`((${of})::timestamp at time zone 'Europe/Lisbon')`;
  return findImports(
    db,
    sql`loaded_at >= ${beginning(sql`${day}::date`)} and loaded_at < ${beginning(sql`${day}::date + 1`)}`,
  );
}

/** Of those that were not undone. */
async function findImports(db: Queries, condition: RawBuilder<SqlBool>): Promise<RefusedLines> {
  const { rows } = await sql<KeptImport & { imports: number }>`
    select
      id, file_name as "fileName", to_char(loaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "loadedAt", loaded_by as "loadedBy",
      successful + updated + failed + malformed as total,
      successful, updated, failed, malformed, ${corrected} as corrected,
      null as "undoneAt", null as "undoneBy", count(*) over () as imports
    from order_imports
    where undone_at is null and ${condition}
    order by loaded_at desc, id desc
    limit ${mostRows}
  `.execute(db);
  return { total: rows[0]?.imports ?? 0, rows: z.array(keptImport).parse(rows) };
}
