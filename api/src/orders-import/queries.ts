import {
  type CorrectedLine,
  earlierImport,
  type FailedLine,
  type ImportResult,
  type KeptImport,
  keptImport,
  type KeptImportInFull,
  keptImportInFull,
} from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Actor, Doing } from '../db/change.ts';
import type { Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import type { RefusedRecord } from '../orders-file/refused-record.ts';

/** By which a file is known again. */
export interface Fingerprint {
  /** In bytes. */
  size: number;
  sha256: Buffer;
}

/** What is kept of a load beside its result. */
export interface LoadedFile {
  id: number;
  name: string;
  fingerprint: Fingerprint;
  by: Actor;
  updateExisting: boolean;
  /** The ids of the orders it created lie from the first to the last. */
  firstOrderId: number;
  lastOrderId: number;
}

/** An id for an import that is about to write its orders. */
export function drawImportId(client: PoolClient): Promise<number> {
  return findId(client, `select nextval('order_imports_id_seq') as id`);
}

/** Begins the load's change in the activity log. It names the orders that were there before; the new ones name the file themselves. */
export async function beginLoad(client: PoolClient, importId: number, fileName: string, by: Actor): Promise<void> {
  const doing: Doing = { by, does: 'file.load', about: fileName, aboutId: importId };
  await client.query(`select begin_change($1), set_config('rede.file', 'on', true)`, [doing]);
}

/** The last id that was drawn for an order, here or elsewhere. */
export function lastDrawnOrderId(client: PoolClient): Promise<number> {
  return findId(client, 'select last_value as id from orders_id_seq');
}

const idRow = z.tuple([z.object({ id: z.int() })]);

async function findId(client: PoolClient, query: string): Promise<number> {
  const { rows } = await client.query(query);
  const [{ id }] = idRow.parse(rows);
  return id;
}

/** The latest load of a file of these bytes that was not undone. */
export async function findSameFile(client: PoolClient, { sha256 }: Fingerprint): Promise<ImportResult['sameFile']> {
  const { rows } = await client.query(
    `select id, ${instant('loaded_at')} as "loadedAt", loaded_by as "loadedBy"
    from order_imports
    where sha256 = $1 and undone_at is null
    order by loaded_at desc, id desc
    limit 1`,
    [sha256],
  );
  return rows[0] ? earlierImport.parse(rows[0]) : null;
}

/** Keeps a load, in the activity log too. */
export async function insertImport(client: PoolClient, file: LoadedFile, result: Result): Promise<void> {
  await client.query(
    `insert into order_imports (
      id, file_name, file_size, sha256, update_existing, loaded_by, loaded_by_subject,
      successful, updated, failed, malformed, failed_lines, recognised, unknown_words, first_order_id, last_order_id
    )
    overriding system value
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      file.id,
      file.name,
      file.fingerprint.size,
      file.fingerprint.sha256,
      file.updateExisting,
      file.by.name,
      file.by.subject,
      result.successful,
      result.updated,
      result.failed,
      result.malformed,
      JSON.stringify(result.failedLines),
      JSON.stringify(result.recognised),
      JSON.stringify(result.unknownWords),
      file.firstOrderId,
      file.lastOrderId,
    ],
  );
  await client.query('select current_change()');
}

/** A line that was not loaded, as it is kept: with what speaks against it beside its values. */
export type KeptLine = FailedLine & Pick<RefusedRecord, 'objections' | 'unpaid'>;

/** What became of a file, before it is known as a load. */
export type Result = Omit<ImportResult, 'id' | 'sameFile' | 'failedLines'> & { failedLines: KeptLine[] };

/** A UTC instant as ISO 8601 writes it. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const columns = sql`
  id,
  file_name as "fileName",
  ${sql.raw(instant('loaded_at'))} as "loadedAt",
  loaded_by as "loadedBy",
  successful + updated + failed + malformed as total,
  successful,
  updated,
  failed,
  malformed,
  ${sql.raw(instant('undone_at'))} as "undoneAt",
  undone_by as "undoneBy",
  (select count(*) from order_import_corrections where import_id = order_imports.id) as corrected`;

const countRow = z.tuple([z.object({ total: z.int() })]);

/** The loads that are kept, the latest first. */
export async function findImports(
  db: Queries,
  query: { pageNumber: number; pageSize: number },
): Promise<Page<KeptImport>> {
  const [counted, found] = await Promise.all([
    sql`select count(*) as total from order_imports`.execute(db),
    sql`
      select ${columns} from order_imports order by loaded_at desc, id desc ${limitTo(query)}
    `.execute(db),
  ]);
  const [{ total }] = countRow.parse(counted.rows);
  return page(z.array(keptImport).parse(found.rows), total, query);
}

/** A kept load with its failed lines, without those that were corrected, and with these. */
export async function findImport(db: Queries, id: number): Promise<KeptImportInFull | undefined> {
  const { rows } = await sql<{ failedLines: KeptLine[]; correctedLines: CorrectedLine[] }>`
    select
      ${columns},
      failed_lines as "failedLines",
      failed + malformed - jsonb_array_length(failed_lines) as "failedLinesOmitted",
      recognised,
      unknown_words as "unknownWords",
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object(
              'lineNumber', line, 'before', before, 'after', after, 'orderId', order_id,
              'correctedAt', ${sql.raw(instant('corrected_at'))}, 'correctedBy', corrected_by
            )
            order by line
          )
          from order_import_corrections where import_id = order_imports.id
        ),
        '[]'
      ) as "correctedLines"
    from order_imports
    where id = ${id}::bigint
  `.execute(db);
  const [kept] = rows;
  if (!kept) return undefined;
  const corrected = new Set(kept.correctedLines.map(({ lineNumber }) => lineNumber));
  const failedLines = kept.failedLines.filter(({ lineNumber }) => !corrected.has(lineNumber)).map(withValues);
  return keptImportInFull.parse({ ...kept, failedLines });
}

/** Files that were loaded before a line's field and values were kept have neither. */
const withValues = (line: KeptLine): KeptLine => ({ ...line, field: line.field ?? null, values: line.values ?? null });
