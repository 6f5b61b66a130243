import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Batch, stagedColumns } from './batch.ts';
import type { Reading } from './order-reader.ts';

/**
 * The records of one import that are judged when all are read, in a table that the transaction ends with. Its `id` is the one the order
 * will have: whether it was loaded is then whether there is an order of that id.
 */
export async function createStaging(client: PoolClient): Promise<void> {
  await client.query(`
    set local statement_timeout = 0;
    create temporary table staged (
      id bigint not null default nextval('orders_id_seq'),
      line integer not null,
      lines integer not null,
      number text not null,
      coupon text,
      code text,
      created_at date,
      paid_at date,
      total_cents bigint,
      total_payment_cents bigint,
      problem text,
      date_order text,
      decimal_mark text,
      item_row boolean not null
    ) on commit drop
  `);
}

/** Stages records, as `stagedLine` writes them. */
export function stage(client: PoolClient, lines: string): Promise<void> {
  return copyInto(
    client,
    'staged (line, lines, number, coupon, code, created_at, paid_at, total_cents, total_payment_cents, problem, date_order, decimal_mark, item_row)',
    lines,
  );
}

/** Stages a batch whose records can be read in one way only. */
export function stageBatch(client: PoolClient, batch: Batch): Promise<void> {
  return copyInto(client, `staged (${stagedColumns})`, batch.staged());
}

/** Copies rows into a table: text, or bytes in the binary format of COPY. */
export async function copyInto(client: PoolClient, tableAndColumns: string, rows: string | Buffer): Promise<void> {
  const format = typeof rows === 'string' ? 'text' : 'binary';
  const copying = client.query(copyFrom(`copy ${tableAndColumns} from stdin (format ${format})`));
  copying.end(rows);
  await finished(copying);
}

/** A reading in the text format of COPY. */
export function stagedLine(reading: Reading): string {
  const { line, lines, number, order, problem, dateOrder, decimalMark, itemRow } = reading;
  const values = order
    ? `${optional(order.coupon)}\t${optional(order.code)}\t${order.createdAt}\t${order.paidAt ?? none}\t${order.total}\t${order.payment ?? none}`
    : noValues;
  return `${line}\t${lines}\t${escaped(number)}\t${values}\t${optional(problem)}\t${dateOrder ?? none}\t${decimalMark ?? none}\t${itemRow ?? false}\n`;
}

const none = String.raw`\N`;
const noValues = Array(6).fill(none).join('\t');
const special = /[\\\t\n\r]/;

function optional(text: string | null | undefined): string {
  return text === null || text === undefined ? none : escaped(text);
}

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
}

/**
 * Takes back the item rows of orders that the file has elsewhere, staged or loaded by now, and of an order that it lacks all but the
 * first. Answers how many.
 */
export async function dropItemRows(client: PoolClient, importId: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from staged item
    using (
      select number, min(line) as line, min(line) filter (where not item_row) as order_line from staged group by number
    ) first
    where item.item_row and first.number = item.number and (
      first.order_line is not null
      or first.line < item.line
      or exists (select from orders where ecommerce_id = item.number and import_id = $1::integer)
    )`,
    [importId],
  );
  return rowCount ?? 0;
}
