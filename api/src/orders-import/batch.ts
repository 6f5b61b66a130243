import type { Owner } from './code-book.ts';
import { CopyRows } from './copy-rows.ts';
import type { OrderValues, Reading } from './order-reader.ts';

/** A record that is an order whatever the rest of the file shows, as far as the record itself tells. */
export type PlainRecord = Reading & { order: OrderValues };

export function isPlain(reading: Reading): reading is PlainRecord {
  return reading.order !== undefined && reading.dateOrder === undefined && reading.decimalMark === undefined;
}

/** A record that is to become an order. */
export interface Chosen {
  /** Its place in the batch. */
  place: number;
  id: number;
  consultantId: number | null;
}

/** In bytes, of a batch's records. */
const usualSize = 1024 ** 2;

/**
 * Records that follow each other in the file. Their values are encoded as they come: what waits to be written is bytes and hardly any
 * objects, which would outlive young collections and have memory grow.
 */
export class Batch {
  /** Whose each record's order is. */
  readonly owners: Owner[] = [];
  /** Where each record starts. */
  readonly lines: number[] = [];
  readonly #longer = new Map<number, number>();
  readonly #values = new CopyRows(usualSize);
  readonly #ends: number[] = [];
  readonly #rows = new CopyRows(2 * usualSize);

  get size(): number {
    return this.lines.length;
  }

  clear(): void {
    for (const list of [this.owners, this.lines, this.#ends]) list.length = 0;
    this.#longer.clear();
    this.#values.clear();
  }

  add({ line, lines, number, order }: PlainRecord, owner: Owner): void {
    if (lines > 1) this.#longer.set(this.size, lines);
    this.owners.push(owner);
    this.lines.push(line);
    this.#values.text(number);
    this.#values.text(order.coupon);
    this.#values.day(order.createdAt);
    this.#values.day(order.paidAt);
    this.#values.bigint(order.total);
    this.#values.bigint(order.payment);
    this.#ends.push(this.#values.length);
  }

  /** The number of a record's order. */
  numberOf(place: number): string {
    return this.#values.textAt(this.#start(place));
  }

  /** How many lines a record takes. */
  linesOf(place: number): number {
    return this.#longer.get(place) ?? 1;
  }

  /** Rows for `copy orders`, of `orderColumns`, until others are asked for. */
  orders(chosen: readonly Chosen[], importId: number): Buffer {
    const rows = this.#rows;
    rows.start();
    for (const { place, id, consultantId } of chosen) {
      rows.begin(9);
      rows.bigint(id);
      this.#addValues(rows, place);
      rows.integer(importId);
      rows.bigint(consultantId);
    }
    return rows.finish();
  }

  /** Rows for `copy staged`, of `stagedColumns`, until others are asked for. */
  staged(): Buffer {
    const rows = this.#rows;
    rows.start();
    for (const [place, { code }] of this.owners.entries()) {
      rows.begin(10);
      rows.integer(this.lines[place] ?? 0);
      rows.integer(this.linesOf(place));
      this.#addValues(rows, place);
      rows.text(code);
      rows.boolean(false);
    }
    return rows.finish();
  }

  #addValues(rows: CopyRows, place: number): void {
    rows.part(this.#values, this.#start(place), this.#ends[place] ?? 0);
  }

  #start(place: number): number {
    return this.#ends[place - 1] ?? 0;
  }
}

const valueColumns = 'created_at, paid_at, total_cents, total_payment_cents';

export const orderColumns = `id, ecommerce_id, coupon_code, ${valueColumns}, import_id, consultant_id`;

export const stagedColumns = `line, lines, number, coupon, ${valueColumns}, code, item_row`;
