import { mostFailedLines } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { sqlState } from '../db/client.ts';
import type { SettledStyle } from './file-style.ts';
import type { Reading } from './order-reader.ts';

/** A record that was not loaded, and why; where there is no `problem`, one of the others says it. */
export interface RefusedRecord {
  line: number;
  number: string;
  /** What the record itself says against it. */
  problem: string | null;
  /** A Código IK that no consultant has. */
  unknownCode: string | null;
  /** Where the file already had an order of this number. */
  firstLine: number | null;
}

/**
 * The records of one import, in a table that the transaction ends with. Its `id` is the one the order will have: whether it
 * was loaded is then whether there is an order of that id.
 */
export async function createStaging(client: PoolClient): Promise<void> {
  await client.query(`
    set local statement_timeout = 0;
    create temporary table staged (
      id bigint not null default nextval('orders_id_seq'),
      line integer not null,
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

/** The stream that takes staged records, as `stagedLine` writes them. */
export function stagingStream(client: PoolClient) {
  return client.query(
    copyFrom(`
      copy staged (line, number, coupon, code, created_at, paid_at, total_cents, total_payment_cents, problem, date_order, decimal_mark, item_row)
      from stdin
    `),
  );
}

/** A reading in the text format of COPY. */
export function stagedLine({ line, number, order, problem, dateOrder, decimalMark, itemRow }: Reading): string {
  const values = order
    ? `${optional(order.coupon)}\t${optional(order.code)}\t${order.createdAt}\t${order.paidAt ?? none}\t${order.total}\t${order.payment ?? none}`
    : noValues;
  return `${line}\t${escaped(number)}\t${values}\t${optional(problem)}\t${dateOrder ?? none}\t${decimalMark ?? none}\t${itemRow ?? false}\n`;
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
 * Takes back the item rows of orders that the file has elsewhere, and of an order that it lacks all but the first.
 * Answers how many.
 */
export async function dropItemRows(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(`
    delete from staged item
    using (
      select number, min(line) as line, min(line) filter (where not item_row) as order_line from staged group by number
    ) first
    where item.item_row and first.number = item.number and (first.order_line is not null or first.line < item.line)
  `);
  return rowCount ?? 0;
}

// The readings that hold in the file's style ($1, $2), each with the consultant of its code or else of the first of its coupons that
// is a consultant's code.
const judged = `
  with coupon_consultants as materialized (
    select coupon, (
      select consultant.id
      from regexp_split_to_table(coupon, '[,;]') with ordinality as part (code, place)
      join consultants consultant on lower(consultant.internal_id) = lower(trim(part.code))
      order by part.place
      limit 1
    ) as consultant_id
    from (select distinct coupon from staged where code is null and coupon is not null) as coupons
  ),
  judged as (
    select
      staged.*,
      coalesce(by_code.id, by_coupon.consultant_id) as consultant_id,
      case when by_code.id is null then staged.code end as unknown_code
    from staged
    left join consultants by_code on lower(by_code.internal_id) = lower(staged.code)
    left join coupon_consultants by_coupon on staged.code is null and by_coupon.coupon = staged.coupon
    where (date_order is null or date_order = $1) and (decimal_mark is null or decimal_mark = $2)
  )
`;

/**
 * Makes orders of the staged records that nothing speaks against, and answers how many. Of several with one number the first in the
 * file is taken, and none where there is an order of that number by now: a concurrent import or entry is waited for.
 */
export async function insertStaged(client: PoolClient, style: SettledStyle): Promise<number> {
  await client.query('analyze staged');
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint insert_staged');
    try {
      // In one order of numbers, so that two imports wait for each other and never both.
      const { rowCount } = await client.query(
        `${judged}
        insert into orders (
          id, ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents
        )
        overriding system value
        select id, number, consultant_id, coupon, created_at, paid_at, total_cents, total_payment_cents
        from judged
        where problem is null and unknown_code is null
        order by number collate "C", line
        on conflict on constraint orders_ecommerce_id_key do nothing`,
        [style.dateOrder, style.decimalMark],
      );
      return rowCount ?? 0;
    } catch (error) {
      if (attempt === mostAttempts || !disturbances.has(sqlState(error) ?? '')) throw error;
      await client.query('rollback to savepoint insert_staged');
    }
  }
}

const mostAttempts = 5;

/** Serialisation failure, deadlock, and a foreign key to a consultant that was deleted meanwhile. */
const disturbances = new Set(['40001', '40P01', '23503']);

/** The first records of the file that were not loaded, as many as an answer lists. */
export async function findRefused(client: PoolClient, style: SettledStyle): Promise<RefusedRecord[]> {
  const { rows } = await client.query<RefusedRecord>(
    // Looked up one by one and not joined: of orders this new the planner has no statistics, and it would join them badly.
    `${judged},
    outcomes as (
      select line, number, problem, unknown_code, (select true from orders where orders.id = judged.id) as loaded
      from judged
    ),
    placed as (
      select *, min(line) filter (where loaded) over (partition by number collate "C") as first_line from outcomes
    )
    select line, number, problem, unknown_code as "unknownCode", first_line as "firstLine"
    from placed
    where loaded is null
    order by line
    limit ${mostFailedLines}`,
    [style.dateOrder, style.decimalMark],
  );
  return rows;
}
