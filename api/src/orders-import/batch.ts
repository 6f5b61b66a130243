import type { OrderValues, Reading } from '../orders-file/order-reader.ts';
import type { ConsultantReference } from './consultant-lookup.ts';
import { CopyRows } from './copy.ts';

/** A record that is an order whatever the rest of the file shows, as far as the record itself tells. */
export type PlainRecord = Reading & { order: OrderValues };

export function isPlain(reading: Reading): reading is PlainRecord {
  return reading.order !== undefined && reading.dateOrder === undefined && reading.decimalMark === undefined;
}

/** A plain record that is to become an order. */
export interface NewOrder {
  /** Its place in the batch. */
  place: number;
  id: number;
  consultantId: number | null;
}

/** In bytes, of a batch's records. */
const usualSize = 1024 ** 2;

/**
 * Records that follow each other in the file: plain ones, and readings that are staged in any case. Their values are encoded as they
 * come: what waits to be written is bytes and hardly any objects, which would outlive young collections and have memory grow.
 */
export class Batch {
  /** Whose each plain record's order is. */
  readonly consultants: ConsultantReference[] = [];
  /** Where each plain record starts. */
  readonly lines: number[] = [];
  readonly #longer = new Map<number, number>();
  readonly #values = new CopyRows(usualSize);
  readonly #ends: number[] = [];
  readonly #orders = new CopyRows(2 * usualSize);
  readonly #staged = new CopyRows(usualSize / 2);
  #stagedRows = 0;

  constructor() {
    this.clear();
  }

  /** How many plain records there are. */
  get size(): number {
    return this.lines.length;
  }

  /** In bytes. */
  get stagedSize(): number {
    return this.#staged.length;
  }

  clear(): void {
    for (const list of [this.consultants, this.lines, this.#ends]) list.length = 0;
    this.#longer.clear();
    this.#values.clear();
    this.#staged.start();
    this.#stagedRows = 0;
  }

  addPlain({ line, lines, number, order }: PlainRecord, consultant: ConsultantReference): void {
    if (lines > 1) this.#longer.set(this.size, lines);
    this.consultants.push(consultant);
    this.lines.push(line);
    addValues(this.#values, number, order);
    this.#ends.push(this.#values.length);
  }

  /** Adds a reading to what is staged. */
  addStaged({ line, lines, number, order, problem, refused, dateOrder, decimalMark, itemRow }: Reading): void {
    const rows = this.#beginStaged(line, lines);
    addValues(rows, number, order);
    rows.text(order?.code);
    rows.text(problem);
    rows.text(refused && JSON.stringify(refused));
    rows.text(dateOrder);
    rows.text(decimalMark);
    rows.boolean(itemRow ?? false);
  }

  /** Adds a plain record of the batch to what is staged. */
  stagePlain(place: number): void {
    const rows = this.#beginStaged(this.lines[place] ?? 0, this.#longer.get(place) ?? 1);
    this.#copyValues(rows, place);
    rows.text(this.consultants[place]?.code);
    for (const _ of ['problem', 'refused', 'date_order', 'decimal_mark']) rows.text(null);
    rows.boolean(false);
  }

  /** Rows of `stagedColumns`; undefined where nothing is staged. To be asked for once. */
  stagedRows(): Buffer | undefined {
    return this.#stagedRows > 0 ? this.#staged.finish() : undefined;
  }

  /** The number of a plain record's order. */
  numberOf(place: number): string {
    return this.#values.textAt(this.#start(place));
  }

  /** Rows of `orderColumns`, until others are asked for. */
  orderRows(orders: readonly NewOrder[], importId: number): Buffer {
    const rows = this.#orders;
    rows.start();
    for (const { place, id, consultantId } of orders) {
      rows.begin(9);
      rows.bigint(id);
      this.#copyValues(rows, place);
      rows.integer(importId);
      rows.bigint(consultantId);
    }
    return rows.finish();
  }

  #beginStaged(line: number, lines: number): CopyRows {
    this.#stagedRows += 1;
    this.#staged.begin(14);
    this.#staged.integer(line);
    this.#staged.integer(lines);
    return this.#staged;
  }

  #copyValues(rows: CopyRows, place: number): void {
    rows.part(this.#values, this.#start(place), this.#ends[place] ?? 0);
  }

  #start(place: number): number {
    return this.#ends[place - 1] ?? 0;
  }
}

/** A number and `valueColumns`. */
function addValues(rows: CopyRows, number: string, order: OrderValues | undefined): void {
  rows.text(number);
  rows.text(order?.coupon);
  rows.day(order?.createdAt);
  rows.day(order?.paidAt);
  rows.bigint(order?.total);
  rows.bigint(order?.payment);
}

const valueColumns = 'created_at, paid_at, total_cents, total_payment_cents';

export const orderColumns = `id, ecommerce_id, coupon_code, ${valueColumns}, import_id, consultant_id`;

export const stagedColumns = `line, lines, number, coupon, ${valueColumns}, code, problem, refused, date_order, decimal_mark, item_row`;
