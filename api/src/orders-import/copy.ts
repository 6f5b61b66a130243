import { finished } from 'node:stream/promises';
import type { Day } from '@rede/contract/days';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies rows into a table: text, or bytes in the binary format of COPY. */
export async function copyInto(client: PoolClient, tableAndColumns: string, rows: string | Buffer): Promise<void> {
  const format = typeof rows === 'string' ? 'text' : 'binary';
  const copying = client.query(copyFrom(`copy ${tableAndColumns} from stdin (format ${format})`));
  copying.end(rows);
  await finished(copying);
}

// A signature, flags and the length of an extension, both 0; and what ends the rows.
const header = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);

/** Stands in place of a value's length where there is none. */
const nullLength = -1;

const mostBytesPerUnit = 3;
const mostBytesOfOthers = 32;

/**
 * Rows, or parts of them, in the binary format of COPY. Its memory is taken once and used again: bytes that wait to be collected would be many
 * times those that are in use.
 */
export class CopyRows {
  #bytes: Buffer;
  #length = 0;

  constructor(usualSize: number) {
    this.#bytes = Buffer.allocUnsafe(usualSize);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  start(): void {
    this.#length = header.copy(this.#bytes);
  }

  /** What COPY takes, until the next start. */
  finish(): Buffer {
    this.#reserve(trailer.length);
    this.#length += trailer.copy(this.#bytes, this.#length);
    return this.#bytes.subarray(0, this.#length);
  }

  begin(columns: number): void {
    this.#reserve(mostBytesOfOthers);
    this.#length = this.#bytes.writeInt16BE(columns, this.#length);
  }

  text(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.#null();
      return;
    }
    this.#reserve(4 + mostBytesPerUnit * text.length);
    const written = this.#bytes.write(text, this.#length + 4);
    this.#length = this.#bytes.writeInt32BE(written, this.#length) + written;
  }

  /** The text that was written at this length. */
  textAt(position: number): string {
    const start = position + 4;
    return this.#bytes.toString('utf8', start, start + this.#bytes.readInt32BE(position));
  }

  /** As the type `integer`. */
  integer(value: number): void {
    this.#reserve(mostBytesOfOthers);
    this.#bytes.writeInt32BE(4, this.#length);
    this.#length = this.#bytes.writeInt32BE(value, this.#length + 4);
  }

  /** As the type `bigint`; not below 0. */
  bigint(value: number | null | undefined): void {
    if (value === null || value === undefined) {
      this.#null();
      return;
    }
    this.#reserve(mostBytesOfOthers);
    this.#bytes.writeInt32BE(8, this.#length);
    this.#bytes.writeUInt32BE(Math.floor(value / 2 ** 32), this.#length + 4);
    this.#length = this.#bytes.writeUInt32BE(value % 2 ** 32, this.#length + 8);
  }

  boolean(value: boolean): void {
    this.#reserve(mostBytesOfOthers);
    this.#bytes.writeInt32BE(1, this.#length);
    this.#length = this.#bytes.writeInt8(Number(value), this.#length + 4);
  }

  day(day: Day | null | undefined): void {
    if (day === null || day === undefined) this.#null();
    else this.integer(daysSince2000(day));
  }

  /** What was written to the others between two lengths. */
  part(others: CopyRows, from: number, to: number): void {
    this.#reserve(to - from);
    this.#length += others.#bytes.copy(this.#bytes, this.#length, from, to);
  }

  #null(): void {
    this.#reserve(mostBytesOfOthers);
    this.#length = this.#bytes.writeInt32BE(nullLength, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + more);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const msADay = 24 * 3600 * 1000;
const year2000 = Date.UTC(2000, 0, 1) / msADay;

/** A file has few different days, and there are no more than some forty thousand. */
const knownDays = new Map<Day, number>();

/** As the database counts days. */
function daysSince2000(day: Day): number {
  let days = knownDays.get(day);
  if (days === undefined) {
    days = Date.parse(day) / msADay - year2000;
    knownDays.set(day, days);
  }
  return days;
}
