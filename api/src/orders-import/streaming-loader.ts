import type { PoolClient } from 'pg';
import type { Reading } from '../orders-file/order-reader.ts';
import { Batch, isPlain, stagedColumns } from './batch.ts';
import { copyInto } from './copy.ts';
import { OrderCopier } from './order-copier.ts';
import { analyzeOrders, deferCounts, tryLockEarlyLoading } from './writing.ts';

interface StreamingLoaderOptions {
  importId: number;
  /** Whether records may become orders before the whole file is read. */
  mayCopyEarly: boolean;
  /** How many plain records are written at a time: enough that a statement's own cost does not show. */
  batchSize?: number | undefined;
}

const usualBatchSize = 20_000;

/** Of the batches after the first: between two the database waits for us some five times, each time for the piece of the file at hand. */
const laterBatches = 3;

/** In bytes: large enough that writing it costs little, small enough that memory stays flat. */
const mostToStage = 512 * 1024;

/**
 * In milliseconds. A sender that takes longer for the first batch is waited for with nothing held: what stands in `orders` before the file
 * has ended makes others wait.
 */
const longestFirstBatch = 5000;

/** Where more records than this have a meaning that depends on the rest of the file, all that follow are staged. */
const mostUndecided = 50_000;

/**
 * Writes a file's records while it is read, batch by batch. Plain ones are copied into `orders`; all others, and plain ones that this
 * cannot be done with, are staged, to be validated when all is read. A file shorter than a batch is staged as a whole. A batch is written
 * while the next records are read.
 */
export class StreamingLoader {
  readonly #client: PoolClient;
  #batchSize: number;
  readonly #copier: OrderCopier;
  readonly #began = performance.now();
  /** What becomes of plain records; `undecided` until there is a first batch. */
  #mode: 'undecided' | 'copied' | 'staged';
  #countsWait = false;
  #batch = new Batch();
  /** What was written last, to be filled again. */
  #spare = new Batch();
  /** Numbers of staged records that may yet turn out to be good: a later record does not go before them. */
  readonly #undecidedNumbers = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(client: PoolClient, { importId, mayCopyEarly, batchSize = usualBatchSize }: StreamingLoaderOptions) {
    this.#client = client;
    this.#batchSize = batchSize;
    this.#copier = new OrderCopier(client, importId);
    this.#mode = mayCopyEarly ? 'undecided' : 'staged';
  }

  /** How many records became orders without being staged. */
  get copied(): number {
    return this.#copier.copied;
  }

  /** Whether orders that the load inserts are counted only by `count_import`. */
  get countsWait(): boolean {
    return this.#countsWait;
  }

  /** Where the record starts that became this order without being staged. */
  lineOf(orderId: number): number | undefined {
    return this.#copier.lineOf(orderId);
  }

  /** Takes a record, by all its readings. */
  add(readings: readonly Reading[]): void {
    const [first] = readings;
    if (!first) return;
    if (isPlain(first) && !this.#undecidedNumbers.has(first.number)) {
      this.#batch.addPlain(first, this.#copier.referenceOf(first.order));
      return;
    }
    for (const reading of readings) this.#batch.addStaged(reading);
    if (this.#mode !== 'staged' && readings.some(({ order }) => order)) this.#undecidedNumbers.add(first.number);
  }

  /** Writes what has been added, once it is enough; waits for what is being written before. */
  async writeWhenFull(): Promise<void> {
    if (this.#undecidedNumbers.size > mostUndecided) this.#stageAll();
    if (this.#batch.size >= this.#batchSize || this.#batch.stagedSize >= mostToStage) await this.#write();
  }

  /** Writes the rest, and waits until all is written. */
  async end(): Promise<void> {
    if (this.#mode === 'undecided') this.#stageAll();
    await this.#write();
    await this.#writing;
    await analyzeOrders(this.#client, this.copied);
  }

  /** Waits until nothing is being written, whatever came of it: until then the connection is nobody else's. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {});
  }

  #stageAll(): void {
    this.#mode = 'staged';
    this.#undecidedNumbers.clear();
  }

  async #write(): Promise<void> {
    await this.#writing;
    [this.#batch, this.#spare] = [this.#spare, this.#batch];
    this.#batch.clear();
    if (this.#mode === 'undecided') this.#batchSize *= laterBatches;
    this.#writing = this.#writeBatch(this.#spare);
    // Whoever waits for it next hears of it.
    this.#writing.catch(() => {});
  }

  async #writeBatch(batch: Batch): Promise<void> {
    for (const place of await this.#copyOrders(batch)) batch.stagePlain(place);
    const rows = batch.stagedRows();
    if (rows) await copyInto(this.#client, `staged (${stagedColumns})`, rows);
  }

  /** Answers the places of the plain records that did not become orders. */
  async #copyOrders(batch: Batch): Promise<Iterable<number>> {
    if (batch.size === 0) return [];
    if (this.#mode === 'undecided') await this.#chooseMode();
    const rejected = this.#mode === 'copied' ? await this.#copier.write(batch) : undefined;
    if (!rejected) this.#stageAll();
    return rejected ?? batch.lines.keys();
  }

  async #chooseMode(): Promise<void> {
    const isQuick = performance.now() - this.#began < longestFirstBatch;
    if (!isQuick || !(await tryLockEarlyLoading(this.#client))) return;
    await deferCounts(this.#client);
    this.#countsWait = true;
    this.#mode = 'copied';
  }
}
