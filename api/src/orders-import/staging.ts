import type { Session } from './session.ts';

/**
 * The records of one import that are validated when all are read, in a table that the transaction ends with. Its `id` is the one the order
 * will have: whether it was loaded is then whether there is an order of that id.
 */
export async function createStaging(client: Session): Promise<void> {
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
      refused text,
      date_order text,
      decimal_mark text,
      item_row boolean not null
    ) on commit drop
  `);
}

/**
 * Takes back the item rows of orders that the file has elsewhere, staged or loaded by now, and of an order that it lacks all but the
 * first. Answers how many.
 */
export async function dropItemRows(client: Session, importId: number): Promise<number> {
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
