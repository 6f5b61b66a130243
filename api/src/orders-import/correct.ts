import type { Answer } from '@rede/contract/endpoint';
import type { LineValues, ordersImport } from '@rede/contract/orders-import';
import { sql } from 'kysely';
import { lockBulkChanges } from '../db/bulk-changes.ts';
import { type Actor, inChange } from '../db/change.ts';
import type { Database, Queries } from '../db/client.ts';
import { notFound, Problem } from '../http/problem.ts';
import { lineMessage } from '../orders-file/line.ts';
import { lineValues } from '../orders-file/refused-record.ts';
import { type Answers, type Corrected, readCorrected } from './correction.ts';
import { findImport, type KeptLine } from './queries.ts';
import { rejectedLine } from './rejected-line.ts';
import { sessionOf } from './session.ts';
import { createStaging } from './staging.ts';
import { answersFor } from './status-words.ts';
import { findRejected } from './validation.ts';
import { writeStaged } from './writing.ts';

type CorrectionResult = Answer<typeof ordersImport.correct>;
type Outcome = CorrectionResult['lines'][number];

interface GivenLine {
  lineNumber: number;
  values: Partial<Record<keyof LineValues, string | null>>;
}

/** Lines as they are given, each with what is kept of it. */
interface CorrectedLine extends Corrected {
  kept: KeptLine;
  after: LineValues;
}

/** Takes back a change in which nothing was corrected. */
class NothingCorrected extends Error {
  readonly result: CorrectionResult;

  constructor(result: CorrectionResult) {
    super('nothing was corrected');
    this.result = result;
  }
}

/**
 * Loads refused lines of a kept load as they are given now, by the rules of a file of our own that has no other line; those that are orders
 * belong to the load from then on. Problems: 404, 409 where the load is undone, 400 where a line is given twice.
 */
export async function correctLines(
  database: Database,
  id: number,
  given: readonly GivenLine[],
  by: Actor,
): Promise<CorrectionResult> {
  if (new Set(given.map(({ lineNumber }) => lineNumber)).size < given.length) {
    throw new Problem('invalid', 'Cada linha só pode vir uma vez.');
  }
  const load = await findLoad(database, id);
  const doing = { by, does: 'file.correct', about: load.fileName, aboutId: id } as const;
  try {
    return await inChange(database, doing, async (db) => {
      const result = await correct(db, load, given, by);
      if (result.lines.every(({ orderId }) => orderId === null)) throw new NothingCorrected(result);
      return result;
    });
  } catch (error) {
    if (error instanceof NothingCorrected) return error.result;
    throw error;
  }
}

interface Load {
  id: number;
  fileName: string;
  updateExisting: boolean;
}

async function findLoad(db: Queries, id: number): Promise<Load> {
  const { rows } = await sql<Load & { undoneBy: string | null }>`
    select id, file_name as "fileName", update_existing as "updateExisting", undone_by as "undoneBy"
    from order_imports
    where id = ${id}::bigint
    ${db.isTransaction ? sql`for update` : sql``}
  `.execute(db);
  const [load] = rows;
  if (!load) throw notFound('Este carregamento');
  if (load.undoneBy !== null) {
    throw new Problem(
      'in_use',
      `Este carregamento foi anulado por ${load.undoneBy}: as suas linhas já não se corrigem.`,
    );
  }
  return load;
}

async function correct(db: Queries, load: Load, given: readonly GivenLine[], by: Actor): Promise<CorrectionResult> {
  // Whoever updates orders waits for this before anything else.
  if (load.updateExisting) await sql.raw(lockBulkChanges).execute(db);
  // Of two who correct the same lines one waits here for the other.
  await findLoad(db, load.id);
  const lineNumbers = given.map(({ lineNumber }) => lineNumber);
  const kept = await findKept(db, load.id, lineNumbers);
  const answers = await answersOf(db, [...kept.values()]);

  const outcomes = new Map<number, Outcome>();
  const refuse = (lineNumber: number, error: string, field: Outcome['field'] = null) =>
    outcomes.set(lineNumber, { lineNumber, orderId: null, error, field });
  const good: CorrectedLine[] = [];
  for (const { lineNumber, values } of given) {
    const line = kept.get(lineNumber);
    if (!line) {
      refuse(lineNumber, 'Esta linha não está entre as que este ficheiro tem recusadas');
    } else if (line.correctedBy !== null) {
      refuse(lineNumber, `Esta linha já foi corrigida por ${line.correctedBy}`);
    } else {
      const after = lineValues(trimmed(values));
      const read = readCorrected(line, after, answers);
      if ('error' in read) refuse(lineNumber, read.error, read.field);
      else good.push({ ...read, kept: line, after });
    }
  }
  if (good.length > 0) {
    const loaded = await writeCorrected(db, load, good, refuse);
    await insertCorrections(
      db,
      load.id,
      good.filter(({ kept }) => loaded.has(kept.lineNumber)),
      loaded,
      by,
    );
    for (const [lineNumber, orderId] of loaded) {
      outcomes.set(lineNumber, { lineNumber, orderId, error: null, field: null });
    }
  }
  const after = await findImport(db, load.id);
  if (!after) throw new Error('an import just corrected is not there');
  return { lines: lineNumbers.flatMap((lineNumber) => outcomes.get(lineNumber) ?? []), import: after };
}

function trimmed(values: GivenLine['values']): GivenLine['values'] {
  return Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text?.trim()]));
}

interface FoundLine extends KeptLine {
  correctedBy: string | null;
}

/** The given ones of a load's refused lines, by where they start. */
async function findKept(db: Queries, id: number, lineNumbers: number[]): Promise<Map<number, FoundLine>> {
  const { rows } = await sql<{ line: KeptLine; correctedBy: string | null }>`
    select kept.line, correction.corrected_by as "correctedBy"
    from order_imports
    cross join lateral jsonb_array_elements(failed_lines) as kept (line)
    left join order_import_corrections correction
      on correction.import_id = order_imports.id and correction.line = (kept.line ->> 'lineNumber')::integer
    where order_imports.id = ${id} and (kept.line ->> 'lineNumber')::bigint = any(${lineNumbers}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ line, correctedBy }) => [line.lineNumber, { ...line, correctedBy }]));
}

async function answersOf(db: Queries, lines: readonly KeptLine[]): Promise<Answers> {
  const shops = new Set(lines.flatMap(({ objections = [] }) => objections.flatMap(({ status }) => status?.shop ?? [])));
  const session = sessionOf(db);
  return new Map(await Promise.all([...shops].map(async (shop) => [shop, await answersFor(session, shop)] as const)));
}

/** Makes orders of lines, as a load does of staged records. Answers the order of each line that has one now. */
async function writeCorrected(
  db: Queries,
  { id, updateExisting }: Load,
  lines: readonly CorrectedLine[],
  refuse: (lineNumber: number, error: string, field: Outcome['field']) => void,
): Promise<Map<number, number>> {
  const session = sessionOf(db);
  const load = { importId: id, style: { dateOrder: 'unknown', decimalMark: 'unknown' }, updateExisting } as const;
  await createStaging(session);
  const records = lines.map(({ kept, number, order }) => ({
    line: kept.lineNumber,
    lines: kept.lines,
    number,
    ...order,
  }));
  await sql`
    insert into staged (line, lines, number, coupon, code, created_at, paid_at, total_cents, total_payment_cents, item_row)
    select line, lines, number, coupon, code, "createdAt", "paidAt", total, payment, false
    from jsonb_to_recordset(${JSON.stringify(records)}) as record (
      line integer, lines integer, number text, coupon text, code text, "createdAt" date, "paidAt" date, total bigint, payment bigint
    )
  `.execute(db);
  await writeStaged(session, load);
  for (const record of await findRejected(session, load)) {
    const { lineNumber, error, field } = rejectedLine(record, lineMessage, () => undefined);
    refuse(lineNumber, error, field);
  }
  const { rows } = await sql<{ line: number; orderId: number }>`
    select line, orders.id as "orderId" from staged join orders using (id) where import_id = ${id}
    union all
    select line, order_id from order_import_updates where import_id = ${id} and line in (select line from staged)
  `.execute(db);
  return new Map(rows.map(({ line, orderId }) => [line, orderId]));
}

async function insertCorrections(
  db: Queries,
  importId: number,
  lines: readonly CorrectedLine[],
  orders: ReadonlyMap<number, number>,
  by: Actor,
): Promise<void> {
  const corrections = lines.map(({ kept, after }) => ({
    line: kept.lineNumber,
    order_id: orders.get(kept.lineNumber),
    before: kept.values ?? null,
    after,
  }));
  await sql`
    insert into order_import_corrections (import_id, line, order_id, before, after, corrected_by, corrected_by_subject)
    select ${importId}::integer, line, order_id, nullif(before, 'null'), after, ${by.name}, ${by.subject}
    from jsonb_to_recordset(${JSON.stringify(corrections)}) as correction (line integer, order_id bigint, before jsonb, after jsonb)
  `.execute(db);
}
