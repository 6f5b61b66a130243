import type { PoolClient } from 'pg';
import { Batch, isPlain } from './batch.ts';
import { DirectOrders, type PassedOver } from './direct-orders.ts';
import type { Reading } from './order-reader.ts';
import { stage, stageBatch, stagedLine } from './staging.ts';
import { tryLoadTurn } from './writing.ts';

interface IntakeOptions {
  importId: number;
  /** Whether records may become orders before the whole file is read. */
  mayBeDirect: boolean;
  /** Says what is wrong with a record that no order can be made of. */
  complaint: (record: PassedOver) => string;
  /** How many records go into `orders` at a time: enough that, sorted, many touch what another has just touched. */
  batchSize?: number | undefined;
}

const usualBatchSize = 20_000;

/** In characters: large enough that writing it costs little, small enough that memory stays flat. */
const mostToStage = 512 * 1024;

/**
 * In milliseconds. A sender that takes longer for the first batch is waited for with nothing held: what stands in `orders` before the file
 * has ended makes others wait.
 */
const longestFirstBatch = 5000;

/** Where more records than this have a meaning that hangs on the rest of the file, all that follow are staged. */
const mostDoubtful = 50_000;

/**
 * Takes in a file's records while it is read. Those that are plainly orders go straight into `orders`, batch by batch; what is doubtful,
 * refused or in somebody's way is staged, to be judged when all is read. A file shorter than a batch is staged as a whole. What came
 * together is written while the next records are read.
 */
export class Intake {
  readonly #client: PoolClient;
  readonly #complaint: IntakeOptions['complaint'];
  readonly #batchSize: number;
  readonly #direct: DirectOrders;
  readonly #began = performance.now();
  /** `undecided` until there is a first batch. */
  #way: 'undecided' | 'direct' | 'staged';
  #batch = new Batch();
  /** What was written last, to be filled again. */
  #spare = new Batch();
  #toStage = '';
  /** Numbers of staged records that may yet turn out to be good: a later record does not go before them. */
  readonly #doubtful = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(client: PoolClient, { importId, mayBeDirect, complaint, batchSize = usualBatchSize }: IntakeOptions) {
    this.#client = client;
    this.#complaint = complaint;
    this.#batchSize = batchSize;
    this.#direct = new DirectOrders(client, importId);
    this.#way = mayBeDirect ? 'undecided' : 'staged';
  }

  /** How many records became orders without being staged. */
  get loaded(): number {
    return this.#direct.loaded;
  }

  /** Where the record stands that became this order without being staged. */
  lineOf(orderId: number): number | undefined {
    return this.#direct.lineOf(orderId);
  }

  /** Takes a record, by all its readings. */
  take(readings: readonly Reading[]): void {
    const [first] = readings;
    if (!first) return;
    if (isPlain(first) && !this.#doubtful.has(first.number)) {
      this.#batch.add(first, this.#direct.ownerOf(first.order));
      return;
    }
    for (const reading of readings) this.#toStage += stagedLine(reading);
    if (this.#way !== 'staged' && readings.some(({ order }) => order)) this.#doubtful.add(first.number);
  }

  /** Writes what has come together, once it is enough; waits for what is being written before. */
  async turn(): Promise<void> {
    if (this.#doubtful.size > mostDoubtful) this.#stageAll();
    const isFull = this.#batch.size >= this.#batchSize;
    if (isFull || this.#toStage.length >= mostToStage) await this.#write(isFull);
  }

  /** Writes the rest, and waits until all is written. */
  async end(): Promise<void> {
    if (this.#way === 'undecided') this.#stageAll();
    await this.#write(true);
    await this.#writing;
    await this.#direct.finish();
  }

  /** Waits until nothing is being written, whatever came of it: until then the connection is nobody else's. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {});
  }

  #stageAll(): void {
    this.#way = 'staged';
    this.#doubtful.clear();
  }

  async #write(withBatch: boolean): Promise<void> {
    await this.#writing;
    const toStage = this.#toStage;
    this.#toStage = '';
    this.#spare.clear();
    if (withBatch) [this.#batch, this.#spare] = [this.#spare, this.#batch];
    this.#writing = this.#writeAll(this.#spare, toStage);
    // Whoever waits for it next hears of it.
    this.#writing.catch(() => {});
  }

  async #writeAll(batch: Batch, toStage: string): Promise<void> {
    let refused = '';
    if (batch.size > 0) {
      if (this.#way === 'undecided') await this.#choose();
      const passedOver = this.#way === 'direct' ? await this.#direct.write(batch) : undefined;
      if (passedOver) {
        refused = passedOver.map((record) => stagedLine({ ...record, problem: this.#complaint(record) })).join('');
      } else {
        this.#stageAll();
        await stageBatch(this.#client, batch);
      }
    }
    if (refused !== '' || toStage !== '') await stage(this.#client, refused + toStage);
  }

  async #choose(): Promise<void> {
    const isQuick = performance.now() - this.#began < longestFirstBatch;
    if (isQuick && (await tryLoadTurn(this.#client))) this.#way = 'direct';
    else this.#stageAll();
  }
}
