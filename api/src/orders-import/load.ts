import { setImmediate } from 'node:timers/promises';
import { type ImportProgress, type ImportResult, mostFailedLines } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import type { Actor } from '../db/change.ts';
import type { Database } from '../db/client.ts';
import { openOrdersFile, type OrdersFile } from '../orders-file/file.ts';
import { OrderReader } from '../orders-file/order-reader.ts';
import {
  beginLoad,
  drawImportId,
  type Fingerprint,
  findSameFile,
  insertImport,
  type KeptLine,
  type LoadedFile,
  lastDrawnOrderId,
  type Result,
} from './queries.ts';
import { rejectedLine } from './rejected-line.ts';
import { createStaging, dropItemRows } from './staging.ts';
import { answersFor } from './status-words.ts';
import { StreamingLoader } from './streaming-loader.ts';
import { findRejected } from './validation.ts';
import { analyzeOrders, countOrders, writeStaged } from './writing.ts';

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
  /** How many records are written at a time; a file of fewer is staged as a whole. */
  batchSize?: number | undefined;
}

/**
 * Loads a file of orders: all its good records or, where this throws, none; the load itself is kept with them. Memory does not grow with
 * the file, because its records go to the database as they are read (`StreamingLoader`). Throws a Problem for a file that
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
interface ReadCounts {
  records: number;
  itemRows: number;
  malformed: number;
  /** The first of the malformed. */
  malformedLines: KeptLine[];
}

async function load(
  client: PoolClient,
  arriving: ArrivingFile,
  file: OrdersFile,
  { by, updateExisting, progress, batchSize }: LoadOptions,
): Promise<ImportResult> {
  const reader = new OrderReader(file.columns, await answersFor(client, file.columns.shop.name));
  await createStaging(client);
  const firstOrderId = await lastDrawnOrderId(client);
  const id = await drawImportId(client);
  await beginLoad(client, id, arriving.name, by);
  // Whoever updates orders that are there waits for its lock before it writes anything.
  const loader = new StreamingLoader(client, { importId: id, mayCopyEarly: !updateExisting, batchSize });
  const read = await readRecords(file, reader, loader, progress);
  progress.phase = 'writing';
  const style = reader.settle();
  const records = read.records - (read.itemRows > 0 ? await dropItemRows(client, id) : 0);

  const staged = { importId: id, style, updateExisting };
  const { successful: fromStaged, updated } = await writeStaged(client, staged);
  await analyzeOrders(client, fromStaged);
  const lastOrderId = await lastDrawnOrderId(client);
  if (loader.countsWait) await countOrders(client, id, firstOrderId, lastOrderId);
  const successful = loader.copied + fromStaged;
  const failed = records - successful - updated;
  const rejected = failed > 0 ? await findRejected(client, staged) : [];
  const message: OrderReader['message'] = (field, refusal) => reader.message(field, refusal);
  const lineOf = (orderId: number) => loader.lineOf(orderId);
  const failedLines = [...read.malformedLines, ...rejected.map((record) => rejectedLine(record, message, lineOf))]
    .toSorted((one, other) => one.lineNumber - other.lineNumber)
    .slice(0, mostFailedLines);
  const result: Result = {
    total: records + read.malformed,
    successful,
    updated,
    failed,
    malformed: read.malformed,
    failedLines,
    failedLinesOmitted: failed + read.malformed - failedLines.length,
    recognised: file.recognised(),
    unknownWords: reader.unknownWords,
  };

  const fingerprint = arriving.fingerprint();
  const sameFile = await findSameFile(client, fingerprint);
  const loaded: LoadedFile = { id, name: arriving.name, fingerprint, by, updateExisting, firstOrderId, lastOrderId };
  await insertImport(client, loaded, result);
  return { id, ...result, sameFile };
}

async function readRecords(
  { records }: OrdersFile,
  reader: OrderReader,
  loader: StreamingLoader,
  progress: ImportProgress,
): Promise<ReadCounts> {
  const read: ReadCounts = { records: 0, itemRows: 0, malformed: 0, malformedLines: [] };
  try {
    for await (const items of records) {
      for (const item of items) {
        if ('error' in item) {
          reader.passMalformed();
          read.malformed += 1;
          if (read.malformed <= mostFailedLines) {
            const { line: lineNumber, lines, error } = item;
            read.malformedLines.push({ lineNumber, lines, error, field: null, values: {} });
          }
          continue;
        }
        const readings = reader.read(item);
        if (readings.length === 0) continue;
        read.records += 1;
        if (readings[0]?.itemRow) read.itemRows += 1;
        loader.add(readings);
      }
      progress.records = read.records + read.malformed;
      await loader.writeWhenFull();
      // Or what is being written would wait for its next step until there are no more pieces at hand.
      await setImmediate();
    }
    await loader.end();
  } finally {
    await loader.settled();
  }
  return read;
}
