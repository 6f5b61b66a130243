import { pipeline } from 'node:stream/promises';
import { type FailedLine, type ImportProgress, type ImportResult, mostFailedLines } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import type { Database } from '../db/client.ts';
import { openOrdersFile, type OrdersFile } from './file.ts';
import { findRefused, type RefusedRecord } from './judging.ts';
import { OrderReader } from './order-reader.ts';
import {
  type Actor,
  drawImportId,
  type Fingerprint,
  findSameFile,
  insertImport,
  type LoadedFile,
  reachedOrderId,
  type Result,
} from './queries.ts';
import { quoted, Refusal } from './refusal.ts';
import { createStaging, dropItemRows, stagedLine, stagingStream } from './staging.ts';
import { writeStaged } from './writing.ts';

/** A file as it arrives. */
export interface ArrivingFile {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** Of the bytes, once all have arrived. */
  fingerprint(): Fingerprint;
}

interface LoadOptions {
  by: Actor;
  /** Whether all of it is taken back in the end, so that only the result remains. */
  dryRun: boolean;
  /** Whether orders that are there get a newer payment. */
  updateExisting: boolean;
  /** Kept up to date as the load gets on. */
  progress: ImportProgress;
}

/**
 * Loads a file of orders: all its good records or, where this throws, none; the load itself is kept with them. Memory does not grow with
 * the file, because its records are staged in the database as they are read and judged there together. Throws a Problem for a file that
 * cannot be read at all (400, 415).
 */
export async function loadOrders(
  database: Database,
  arriving: ArrivingFile,
  options: LoadOptions,
): Promise<ImportResult> {
  const file = await openOrdersFile(arriving.bytes);
  const client = await database.pool.connect();
  // A connection that breaks fails the query at hand; an event without a listener would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let connectionBroke = false;
  try {
    await client.query('begin');
    const result = await load(client, arriving, file, options);
    await client.query(options.dryRun ? 'rollback' : 'commit');
    return options.dryRun ? { ...result, id: null } : result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      connectionBroke = true;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(connectionBroke);
  }
}

/** What was read, in records. */
interface Tally {
  staged: number;
  itemRows: number;
  malformed: number;
  /** The first of the malformed. */
  malformedLines: FailedLine[];
}

async function load(
  client: PoolClient,
  arriving: ArrivingFile,
  file: OrdersFile,
  { by, updateExisting, progress }: LoadOptions,
): Promise<ImportResult> {
  const reader = new OrderReader(file.columns);
  const tally: Tally = { staged: 0, itemRows: 0, malformed: 0, malformedLines: [] };
  await createStaging(client);
  const firstOrderId = await reachedOrderId(client);
  await pipeline(stagedLines(file, reader, tally, progress), stagingStream(client));
  progress.phase = 'writing';
  const style = reader.settle();
  const records = tally.staged - (tally.itemRows > 0 ? await dropItemRows(client) : 0);

  const id = await drawImportId(client);
  const lot = { importId: id, style, updateExisting };
  const { successful, updated } = await writeStaged(client, lot);
  const failed = records - successful - updated;
  const refused = failed > 0 ? await findRefused(client, lot) : [];
  const failedLines = [...tally.malformedLines, ...refused.map((record) => failedLine(record, reader))]
    .toSorted((one, other) => one.lineNumber - other.lineNumber)
    .slice(0, mostFailedLines);
  const result: Result = {
    total: records + tally.malformed,
    successful,
    updated,
    failed,
    malformed: tally.malformed,
    failedLines,
    failedLinesOmitted: failed + tally.malformed - failedLines.length,
    recognised: file.recognised(),
  };

  const fingerprint = arriving.fingerprint();
  const sameFile = await findSameFile(client, fingerprint);
  const lastOrderId = await reachedOrderId(client);
  const loaded: LoadedFile = { id, name: arriving.name, fingerprint, by, updateExisting, firstOrderId, lastOrderId };
  await insertImport(client, loaded, result);
  return { id, ...result, sameFile };
}

/** In characters: large enough that writing it costs little, small enough that memory stays flat. */
const batchLength = 64 * 1024;

async function* stagedLines(
  { records }: OrdersFile,
  reader: OrderReader,
  tally: Tally,
  progress: ImportProgress,
): AsyncGenerator<string> {
  let batch = '';
  for await (const items of records) {
    for (const item of items) {
      if ('error' in item) {
        reader.passMalformed();
        tally.malformed += 1;
        if (tally.malformed <= mostFailedLines) {
          tally.malformedLines.push({ lineNumber: item.line, lines: item.lines, error: item.error });
        }
        continue;
      }
      const readings = reader.read(item);
      if (readings.length === 0) continue;
      tally.staged += 1;
      if (readings[0]?.itemRow) tally.itemRows += 1;
      for (const reading of readings) batch += stagedLine(reading);
    }
    progress.records = tally.staged + tally.malformed;
    if (batch.length < batchLength) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

function failedLine(
  { line, lines, number, problem, unknownCode, firstLine }: RefusedRecord,
  reader: OrderReader,
): FailedLine {
  const error =
    problem ??
    (unknownCode === null
      ? reader.complaint('number', takenNumber(number, firstLine))
      : reader.complaint('code', new Refusal(`${quoted(unknownCode)} não existe`)));
  return { lineNumber: line, lines, error };
}

function takenNumber(number: string, firstLine: number | null): Refusal {
  return new Refusal(
    firstLine === null
      ? `${quoted(number)} já existe`
      : `${quoted(number)} está repetido no ficheiro (linha ${firstLine})`,
  );
}
