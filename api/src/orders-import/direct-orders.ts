import type { PoolClient } from 'pg';
import { sqlState } from '../db/client.ts';
import { type Batch, type Chosen, orderColumns } from './batch.ts';
import { CodeBook, type Owner } from './code-book.ts';
import type { OrderValues } from './order-reader.ts';
import { copyInto } from './staging.ts';
import { noticeOrders } from './writing.ts';

/** A record that no order was made of: its code is nobody's or, where that is null, its number has an order. */
export interface PassedOver {
  line: number;
  lines: number;
  number: string;
  unknownCode: string | null;
  /** Where the file has that order; undefined where it was there before. */
  firstLine: number | undefined;
}

/** A number that is taken by now, a consultant who is gone by now, a deadlock, a serialisation failure. */
const disturbances = new Set(['23505', '23503', '40P01', '40001']);

const mostDraws = 5;

/** A file of hardly anything but line ends is not to use up the ids that there are. */
const mostLinesARecord = 50;

/** The ids of a batch's orders, as many as it takes lines. */
interface Ids {
  first: number;
  last: number;
  /** The line of the first. */
  line: number;
}

/**
 * Puts records straight into `orders`, without a detour through a staging table. An order's id tells its record's line: within a batch both
 * rise alike.
 */
export class DirectOrders {
  readonly #client: PoolClient;
  readonly #importId: number;
  readonly #codes: CodeBook;
  readonly #written: Ids[] = [];
  /** Whether numbers were found taken, by the file itself too: until then it is left to COPY to find out. */
  #expectsTaken = false;
  #loaded = 0;

  constructor(client: PoolClient, importId: number) {
    this.#client = client;
    this.#importId = importId;
    this.#codes = new CodeBook(client);
  }

  /** How many orders were made. */
  get loaded(): number {
    return this.#loaded;
  }

  /** Where the record stands that became this order. */
  lineOf(orderId: number): number | undefined {
    const ids = this.#written.find(({ first, last }) => first <= orderId && orderId <= last);
    return ids && ids.line + orderId - ids.first;
  }

  ownerOf(order: OrderValues): Owner {
    return this.#codes.ownerOf(order);
  }

  /** Makes orders of the records, but for those it answers. Undefined where somebody else's work stood in the way; then it made none. */
  async write(batch: Batch): Promise<PassedOver[] | undefined> {
    const ids = await this.#drawIds(batch);
    if (!ids) return undefined;
    await this.#codes.lookUp(batch.owners);
    if (!this.#expectsTaken) {
      const passedOver = await this.#copy(batch, ids);
      if (passedOver) return passedOver;
      this.#expectsTaken = true;
    }
    return this.#copy(batch, ids, await this.#findTaken(batch));
  }

  /** To be called once, when nothing more is to be written: until then the networks' sums and the list's counts lack these orders. */
  async finish(): Promise<void> {
    const first = this.#written[0]?.first;
    const last = this.#written.at(-1)?.last;
    if (first === undefined || last === undefined) return;
    await noticeOrders(this.#client, this.#loaded);
    await this.#client.query('select count_import($1, $2, $3)', [this.#importId, first, last]);
  }

  /** Undefined where others kept drawing ids in between, or where it takes too many. */
  async #drawIds({ lines }: Batch): Promise<Ids | undefined> {
    const line = lines[0] ?? 0;
    const count = (lines.at(-1) ?? 0) - line + 1;
    if (count > mostLinesARecord * lines.length) return undefined;
    for (let draw = 1; draw <= mostDraws; draw += 1) {
      const { rows } = await this.#client.query<Omit<Ids, 'line'>>(
        `select min(id) as first, max(id) as last
        from (select nextval('orders_id_seq') as id from generate_series(1, $1::bigint)) as drawn`,
        [count],
      );
      const [ids] = rows;
      if (ids && ids.last - ids.first === count - 1) return { ...ids, line };
    }
    return undefined;
  }

  /** The numbers that have an order, each with its line where that is of this file. */
  async #findTaken(batch: Batch): Promise<Map<string, number | undefined>> {
    const numbers = batch.lines.map((_, place) => batch.numberOf(place));
    const { rows } = await this.#client.query<{ number: string; id: number }>(
      'select ecommerce_id as number, id from orders where ecommerce_id = any($1::text[])',
      [numbers],
    );
    return new Map(rows.map(({ number, id }) => [number, this.lineOf(id)]));
  }

  async #copy(batch: Batch, ids: Ids, taken?: Map<string, number | undefined>): Promise<PassedOver[] | undefined> {
    const { rows, passedOver } = this.#rowsOf(batch, ids, taken);
    if (passedOver.length < batch.size) {
      if (!(await this.#copyRows(rows))) return undefined;
      this.#written.push(ids);
      this.#loaded += batch.size - passedOver.length;
    }
    return passedOver;
  }

  /**
   * The rows of the records that orders can be made of, as far as is known; of several with one number that is the first, where the taken
   * numbers are known at all.
   */
  #rowsOf(batch: Batch, ids: Ids, taken?: Map<string, number | undefined>): { rows: Buffer; passedOver: PassedOver[] } {
    const passedOver: PassedOver[] = [];
    const chosen: Chosen[] = [];
    for (const [place, { code, consultantId = null }] of batch.owners.entries()) {
      const line = batch.lines[place] ?? 0;
      const unknownCode = consultantId === null ? code : null;
      const number = unknownCode !== null || taken ? batch.numberOf(place) : '';
      if (unknownCode === null && !taken?.has(number)) {
        taken?.set(number, line);
        chosen.push({ place, id: ids.first + line - ids.line, consultantId });
      } else {
        passedOver.push({ line, lines: batch.linesOf(place), number, unknownCode, firstLine: taken?.get(number) });
      }
    }
    return { rows: batch.orders(chosen, this.#importId), passedOver };
  }

  async #copyRows(rows: Buffer): Promise<boolean> {
    await this.#client.query(`savepoint batch; select set_config('rede.counts_wait', 'on', true)`);
    try {
      await copyInto(this.#client, `orders (${orderColumns})`, rows);
      await this.#client.query('release savepoint batch');
      return true;
    } catch (error) {
      if (!disturbances.has(sqlState(error) ?? '')) throw error;
      await this.#client.query('rollback to savepoint batch');
      return false;
    }
  }
}
