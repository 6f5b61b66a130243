import { z } from 'zod';
import { lockBulkChanges } from '../db/bulk-changes.ts';
import { sqlState } from '../db/client.ts';
import type { Session } from './session.ts';
import { createValidated, type Load } from './validation.ts';

const lockResult = z.tuple([z.object({ granted: z.boolean() })]);

/** Whether this load may write orders while its file is still being read. Only one may: two would wait for each other's numbers. */
export async function tryLockEarlyLoading(client: Session): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(hashtext('loads of orders')) as granted`);
  const [{ granted }] = lockResult.parse(rows);
  return granted;
}

/** Orders that this transaction inserts from here on are counted by `countOrders`, once, and not statement by statement. */
export async function deferCounts(client: Session): Promise<void> {
  await client.query(`select set_config('rede.counts_wait', 'on', true)`);
}

/** Counts the import's orders, which have ids from the first to the last, wherever orders are counted. */
export async function countOrders(client: Session, importId: number, first: number, last: number): Promise<void> {
  await client.query('select count_import($1, $2, $3)', [importId, first, last]);
}

/** Fewer orders than these change no plan for the worse. */
const mostNotAnalyzed = 20_000;

/**
 * Tells the planner of so many orders that were just written. It would learn of them when the server next looks for tables that have changed, and
 * only of committed ones: a million of them it may take for none, look each up, and read whole indexes for a page.
 */
export async function analyzeOrders(client: Session, written: number): Promise<void> {
  if (written > mostNotAnalyzed) await client.query('analyze orders (id, consultant_id, created_at, import_id)');
}

/** How many records became orders, and how many brought one a newer payment. */
export interface Loaded {
  successful: number;
  updated: number;
}

/**
 * Makes orders of the staged records that nothing speaks against. Of several with one number the first in the file is taken, and none
 * where there is an order of that number by now: a concurrent import or entry is waited for. That order then gets the record's newer
 * payment, where the load is to update.
 */
export async function writeStaged(client: Session, load: Load): Promise<Loaded> {
  await client.query('analyze staged');
  if (load.updateExisting) await client.query(lockBulkChanges);
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint write_staged');
    try {
      await createValidated(client, load);
      if (load.updateExisting) await lockExisting(client);
      const successful = await insertValidated(client, load);
      return { successful, updated: load.updateExisting ? await updatePayments(client, load) : 0 };
    } catch (error) {
      if (attempt === mostAttempts || !conflicts.has(sqlState(error) ?? '')) throw error;
      await client.query('rollback to savepoint write_staged');
    }
  }
}

/** Holds the orders that have a record's number: between what is inserted and what is updated none of them comes or goes. */
async function lockExisting(client: Session): Promise<void> {
  await client.query('select from orders where ecommerce_id in (select number from validated) order by id for update');
}

async function insertValidated(client: Session, { importId }: Load): Promise<number> {
  // In one order of numbers, so that two imports wait for each other and never both.
  const { rowCount } = await client.query(
    `insert into orders (
      id, ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents, import_id
    )
    overriding system value
    select id, number, consultant_id, coupon, created_at, paid_at, total_cents, total_payment_cents, $1::integer
    from validated
    where problem is null and unknown_code is null
    order by number collate "C", line
    on conflict on constraint orders_ecommerce_id_key do nothing`,
    [importId],
  );
  return rowCount ?? 0;
}

const mostAttempts = 5;

/** Serialisation failure, deadlock, and a foreign key to a consultant that was deleted meanwhile. */
const conflicts = new Set(['40001', '40P01', '23503']);

/**
 * Gives orders that were there the payment of their record where that is newer: of a later day, or of a higher amount on no earlier
 * day, and never lower than what is paid by now. A later day without an amount means that the whole order is paid. What the orders had
 * before is kept for an undo.
 */
async function updatePayments(client: Session, { importId }: Load): Promise<number> {
  const { rowCount } = await client.query(
    `with first as (
      select distinct on (number collate "C") number, line, paid_at, total_payment_cents as payment
      from validated
      where problem is null and unknown_code is null
      order by number collate "C", line
    ),
    newer as (
      select
        orders.id, orders.version, first.line,
        orders.paid_at as former_paid_at,
        orders.total_payment_cents as former_payment,
        coalesce(first.paid_at, orders.paid_at) as paid_at,
        case
          when first.payment is not null then first.payment
          when orders.total_payment_cents is not null then greatest(orders.total_payment_cents, orders.total_cents)
        end as payment
      from first
      join orders on orders.ecommerce_id = first.number and orders.import_id is distinct from $1::integer
        -- Nor any that this load updated before, where a refused line of it is corrected.
        and orders.id not in (select order_id from order_import_updates where import_id = $1::integer)
      cross join lateral (
        select
          coalesce(first.paid_at > orders.paid_at, first.paid_at is not null) as is_later,
          coalesce(orders.total_payment_cents, case when orders.paid_at is null then 0 else orders.total_cents end) as paid
      ) known
      where coalesce(first.paid_at >= orders.paid_at, true)
        and coalesce(first.paid_at >= orders.created_at, true)
        and case when known.is_later then coalesce(first.payment >= known.paid, true) else first.payment > known.paid end
      for update of orders
    ),
    kept as (
      insert into order_import_updates (import_id, line, order_id, paid_at, total_payment_cents, version)
      select $1::integer, line, id, former_paid_at, former_payment, version + 1 from newer
    )
    update orders
    set paid_at = newer.paid_at, total_payment_cents = newer.payment, version = newer.version + 1
    from newer
    where orders.id = newer.id`,
    [importId],
  );
  return rowCount ?? 0;
}
