import { setImmediate } from 'node:timers/promises';
import { type FailedLine, type ImportProgress, type ImportResult, mostFailedLines } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import type { Database } from '../db/client.ts';
import { openOrdersFile, type OrdersFile } from './file.ts';
import type { PassedOver } from './direct-orders.ts';
import { Intake } from './intake.ts';
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
import { createStaging, dropItemRows } from './staging.ts';
import { noticeOrders, writeStaged } from './writing.ts';

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
  /** How many records are written at a time; a file of fewer is judged as a whole. */
  batchSize?: number | undefined;
}

/**
 * Loads a file of orders: all its good records or, where this throws, none; the load itself is kept with them. Memory does not grow with
 * the file, because its records go to the database as they are read (`Intake`). Throws a Problem for a file that
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
  records: number;
  itemRows: number;
  malformed: number;
  /** The first of the malformed. */
  malformedLines: FailedLine[];
}

async function load(
  client: PoolClient,
  arriving: ArrivingFile,
  file: OrdersFile,
  { by, updateExisting, progress, batchSize }: LoadOptions,
): Promise<ImportResult> {
  const reader = new OrderReader(file.columns);
  await createStaging(client);
  const firstOrderId = await reachedOrderId(client);
  const id = await drawImportId(client);
  const intake = new Intake(client, {
    importId: id,
    // Whoever updates orders that are there does it in turn, and takes its turn before it writes anything.
    mayBeDirect: !updateExisting,
    complaint: (record) => complaint(record, reader),
    batchSize,
  });
  const tally = await takeIn(file, reader, intake, progress);
  progress.phase = 'writing';
  const style = reader.settle();
  const records = tally.records - (tally.itemRows > 0 ? await dropItemRows(client, id) : 0);

  const lot = { importId: id, style, updateExisting };
  const { successful: fromStaged, updated } = await writeStaged(client, lot);
  await noticeOrders(client, fromStaged);
  const successful = intake.loaded + fromStaged;
  const failed = records - successful - updated;
  const refused = failed > 0 ? await findRefused(client, lot) : [];
  const failedLines = [...tally.malformedLines, ...refused.map((record) => failedLine(record, reader, intake))]
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

async function takeIn(
  { records }: OrdersFile,
  reader: OrderReader,
  intake: Intake,
  progress: ImportProgress,
): Promise<Tally> {
  const tally: Tally = { records: 0, itemRows: 0, malformed: 0, malformedLines: [] };
  try {
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
        tally.records += 1;
        if (readings[0]?.itemRow) tally.itemRows += 1;
        intake.take(readings);
      }
      progress.records = tally.records + tally.malformed;
      await intake.turn();
      // Or what is being written would wait for its next step until there are no more pieces at hand.
      await setImmediate();
    }
    await intake.end();
  } finally {
    await intake.settled();
  }
  return tally;
}

function failedLine(record: RefusedRecord, reader: OrderReader, intake: Intake): FailedLine {
  const { line, lines, problem, loadedId } = record;
  const firstLine = record.firstLine ?? (loadedId === null ? undefined : intake.lineOf(loadedId));
  return { lineNumber: line, lines, error: problem ?? complaint({ ...record, firstLine }, reader) };
}

/** What is wrong with a record whose code is nobody's or, where that is null, whose number is taken. */
function complaint({ number, unknownCode, firstLine }: PassedOver, reader: OrderReader): string {
  if (unknownCode !== null) return reader.complaint('code', new Refusal(`${quoted(unknownCode)} não existe`));
  const reason =
    firstLine === undefined
      ? `${quoted(number)} já existe`
      : `${quoted(number)} está repetido no ficheiro (linha ${firstLine})`;
  return reader.complaint('number', new Refusal(reason));
}
