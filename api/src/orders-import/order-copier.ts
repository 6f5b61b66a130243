import type { PoolClient } from 'pg';
import { sqlState } from '../db/client.ts';
import type { OrderValues } from '../orders-file/order-reader.ts';
import { type Batch, type NewOrder, orderColumns } from './batch.ts';
import { ConsultantLookup, type ConsultantReference } from './consultant-lookup.ts';
import { copyInto } from './copy.ts';

/** A number that is taken by now, a consultant who is gone by now, a deadlock, a serialisation failure. */
const conflicts = new Set(['23505', '23503', '40P01', '40001']);

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

/** Copies plain records into `orders`, batch by batch. An order's id tells its record's line: within a batch both rise alike. */
export class OrderCopier {
  readonly #client: PoolClient;
  readonly #importId: number;
  readonly #consultants: ConsultantLookup;
  readonly #written: Ids[] = [];
  /** Whether numbers were found taken, by the file itself too: until then it is left to COPY to find out. */
  #expectsTaken = false;
  #copied = 0;

  constructor(client: PoolClient, importId: number) {
    this.#client = client;
    this.#importId = importId;
    this.#consultants = new ConsultantLookup(client);
  }

  /** How many orders were made. */
  get copied(): number {
    return this.#copied;
  }

  /** Where the record starts that became this order. */
  lineOf(orderId: number): number | undefined {
    const ids = this.#written.find(({ first, last }) => first <= orderId && orderId <= last);
    return ids && ids.line + orderId - ids.first;
  }

  referenceOf(order: OrderValues): ConsultantReference {
    return this.#consultants.referenceOf(order);
  }

  /**
   * Makes orders of the batch's plain records, but for those whose places it answers: their code is nobody's or their number is taken.
   * Undefined where a concurrent write prevented it; then it made none.
   */
  async write(batch: Batch): Promise<number[] | undefined> {
    const ids = await this.#drawIds(batch);
    if (!ids) return undefined;
    await this.#consultants.lookUp(batch.consultants);
    if (!this.#expectsTaken) {
      const rejected = await this.#copy(batch, ids);
      if (rejected) return rejected;
      this.#expectsTaken = true;
    }
    return this.#copy(batch, ids, await this.#findTaken(batch));
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

  /** The numbers that have an order. */
  async #findTaken(batch: Batch): Promise<Set<string>> {
    const numbers = batch.lines.map((_, place) => batch.numberOf(place));
    const { rows } = await this.#client.query<{ number: string }>(
      'select ecommerce_id as number from orders where ecommerce_id = any($1::text[])',
      [numbers],
    );
    return new Set(rows.map(({ number }) => number));
  }

  /** Where the taken numbers are known, the first of several records with one number becomes the order. */
  async #copy(batch: Batch, ids: Ids, taken?: Set<string>): Promise<number[] | undefined> {
    const rejected: number[] = [];
    const orders: NewOrder[] = [];
    for (const [place, { code, consultantId = null }] of batch.consultants.entries()) {
      const number = taken && batch.numberOf(place);
      if ((code !== null && consultantId === null) || (number !== undefined && taken?.has(number))) {
        rejected.push(place);
        continue;
      }
      if (number !== undefined) taken?.add(number);
      orders.push({ place, id: ids.first + (batch.lines[place] ?? 0) - ids.line, consultantId });
    }
    if (orders.length > 0) {
      if (!(await this.#copyRows(batch.orderRows(orders, this.#importId)))) return undefined;
      this.#written.push(ids);
      this.#copied += orders.length;
    }
    return rejected;
  }

  async #copyRows(rows: Buffer): Promise<boolean> {
    await this.#client.query('savepoint batch');
    try {
      await copyInto(this.#client, `orders (${orderColumns})`, rows);
      await this.#client.query('release savepoint batch');
      return true;
    } catch (error) {
      if (!conflicts.has(sqlState(error) ?? '')) throw error;
      await this.#client.query('rollback to savepoint batch');
      return false;
    }
  }
}
