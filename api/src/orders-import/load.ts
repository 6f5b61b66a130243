import { pipeline } from 'node:stream/promises';
import { type ImportResult, mostFailedLines } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import type { Database } from '../db/client.ts';
import { openOrdersFile, type OrdersFile } from './file.ts';
import { OrderReader } from './order-reader.ts';
import { quoted, Refusal } from './refusal.ts';
import {
  createStaging,
  dropItemRows,
  findRefused,
  insertStaged,
  type RefusedRecord,
  stagedLine,
  stagingStream,
} from './staging.ts';

type FailedLine = ImportResult['failedLines'][number];

/**
 * Loads a file of orders: all its good records or, where this throws, none. Memory does not grow with the file, because its
 * records are staged in the database as they are read and judged there together. Throws a Problem for a file that cannot be
 * read at all (400, 415).
 */
export async function loadOrders(database: Database, bytes: AsyncIterable<Buffer>): Promise<ImportResult> {
  const file = await openOrdersFile(bytes);
  const client = await database.pool.connect();
  // A connection that breaks fails the query at hand; an event without a listener would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let connectionBroke = false;
  try {
    await client.query('begin');
    const result = await load(client, file);
    await client.query('commit');
    return result;
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

async function load(client: PoolClient, file: OrdersFile): Promise<ImportResult> {
  const reader = new OrderReader(file.columns);
  const tally: Tally = { staged: 0, itemRows: 0, malformed: 0, malformedLines: [] };
  await createStaging(client);
  await pipeline(stagedLines(file, reader, tally), stagingStream(client));
  const style = reader.settle();
  const records = tally.staged - (tally.itemRows > 0 ? await dropItemRows(client) : 0);
  const successful = await insertStaged(client, style);
  const failed = records - successful;
  const refused = failed > 0 ? await findRefused(client, style) : [];
  const failedLines = [...tally.malformedLines, ...refused.map((record) => failedLine(record, reader))]
    .toSorted((one, other) => one.lineNumber - other.lineNumber)
    .slice(0, mostFailedLines);
  return {
    total: records + tally.malformed,
    successful,
    failed,
    malformed: tally.malformed,
    failedLines,
    failedLinesOmitted: failed + tally.malformed - failedLines.length,
  };
}

/** In characters: large enough that writing it costs little, small enough that memory stays flat. */
const batchLength = 64 * 1024;

async function* stagedLines({ records }: OrdersFile, reader: OrderReader, tally: Tally): AsyncGenerator<string> {
  let batch = '';
  for await (const items of records) {
    for (const item of items) {
      if ('error' in item) {
        reader.passMalformed();
        tally.malformed += 1;
        if (tally.malformed <= mostFailedLines) tally.malformedLines.push({ lineNumber: item.line, error: item.error });
        continue;
      }
      const readings = reader.read(item);
      if (readings.length === 0) continue;
      tally.staged += 1;
      if (readings[0]?.itemRow) tally.itemRows += 1;
      for (const reading of readings) batch += stagedLine(reading);
    }
    if (batch.length < batchLength) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}

function failedLine({ line, number, problem, unknownCode, firstLine }: RefusedRecord, reader: OrderReader): FailedLine {
  const error =
    problem ??
    (unknownCode === null
      ? reader.complaint('number', takenNumber(number, firstLine))
      : reader.complaint('code', new Refusal(`${quoted(unknownCode)} não existe`)));
  return { lineNumber: line, error };
}

function takenNumber(number: string, firstLine: number | null): Refusal {
  return new Refusal(
    firstLine === null
      ? `${quoted(number)} já existe`
      : `${quoted(number)} está repetido no ficheiro (linha ${firstLine})`,
  );
}
