import { fromCents } from '@rede/contract/money';
import { mostChanged, type OrderChange, type OrderFilter, type OrdersChangePreview } from '@rede/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import { lockBulkChanges } from '../db/bulk-changes.ts';
import { type Actor, inChange } from '../db/change.ts';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { otherOnes, refuseTooMany } from '../http/many.ts';
import { fieldProblem, Problem } from '../http/problem.ts';
import { matchingIds } from './matching.ts';

const names = { one: 'encomenda', many: 'encomendas' };

/** A change of all orders that match a filter. */
interface ChangeOfMany {
  filter: OrderFilter;
  change: OrderChange;
}

/** How many of the orders to change have been changed. */
export interface ChangeProgress {
  changed: number;
  of: number;
}

interface Options {
  by: Actor;
  /** Kept up to date as the change gets on. */
  progress: ChangeProgress;
  rootUplineCode: string;
}

/** What a change is to a row: the reason for which it stays as it is, null where it changes; and the statement that changes rows. */
interface Meaning {
  staysFor: RawBuilder<string | null>;
  write: (ids: number[]) => RawBuilder<unknown>;
}

/** How many orders one statement changes. */
const batchSize = 5000;

/** What a change would do. Problem 400 for a consultant's code, and where more orders match than may be changed at once. */
export function previewChange(
  database: Database,
  { filter, change }: ChangeOfMany,
  rootUplineCode: string,
): Promise<OrdersChangePreview> {
  return inSnapshot(database, async (db) => {
    const { staysFor } = await meaningOf(db, change, 'read');
    const { rows } = await sql<
      { reason: string | null; orders: number } & Record<'total' | 'paid' | 'pending', string>
    >`
      select
        planned.reason,
        count(*) as orders,
        sum("order".total_cents)::text as total,
        sum(paid_cents("order".total_cents, "order".total_payment_cents, "order".paid_at))::text as paid,
        sum("order".pending_cents)::text as pending
      from ${plannedFor(await chosen(db, filter, rootUplineCode), staysFor)} planned
      join orders "order" on "order".id = planned.id
      group by planned.reason
      order by orders desc, planned.reason collate "C"
    `.execute(db);
    const all = rows.reduce((sum, { orders }) => sum + orders, 0);
    refuseTooMany(all, mostChanged, names);
    const sumOf = (column: 'total' | 'paid' | 'pending') =>
      fromCents(rows.reduce((sum, row) => sum + BigInt(row[column]), 0n));
    return {
      orders: all,
      totalOrdersValue: sumOf('total'),
      totalPaidValue: sumOf('paid'),
      totalPendingValue: sumOf('pending'),
      changing: rows.find(({ reason }) => reason === null)?.orders ?? 0,
      skipped: rows.flatMap(({ reason, orders }) => (reason === null ? [] : [{ reason, orders }])),
    };
  });
}

/**
 * Changes all orders that match, but for those that stay as they are. Problems as of the preview, 400 where no order changes, and 409 where
 * others match than were expected.
 */
export function changeOrders(
  database: Database,
  { filter, change, expected }: ChangeOfMany & { expected: number },
  { by, progress, rootUplineCode }: Options,
): Promise<{ changeId: number; changed: number }> {
  return inChange(database, { by, does: 'orders.change' }, async (db, changeId) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql.raw(lockBulkChanges).execute(db);
    const meaning = await meaningOf(db, change, 'hold');
    // Nobody moves from here on: the filter may be for a network, and writing orders would wait for that anyway.
    await sql`select share_history()`.execute(db);
    const matching = await chosen(db, filter, rootUplineCode);
    const held = await holdOrders(db, matching);
    refuseTooMany(held.length, mostChanged, names);
    // Of those that are held, for one may have been changed just before: what is planned here is what is written.
    const { rows: planned } = await sql<{ id: number; reason: string | null }>`
      select * from ${plannedFor(matching, meaning.staysFor)} planned where id = any(${held}::bigint[])
    `.execute(db);
    if (planned.length !== expected) throw otherOnes(planned.length, expected, names);
    const ids = planned.flatMap(({ id, reason }) => (reason === null ? [id] : []));
    if (ids.length === 0) throw new Problem('invalid', 'Não há encomendas a alterar.');

    Object.assign(progress, { changed: 0, of: ids.length });
    for (let first = 0; first < ids.length; first += batchSize) {
      const batch = ids.slice(first, first + batchSize);
      await meaning.write(batch).execute(db);
      progress.changed += batch.length;
    }
    return { changeId, changed: ids.length };
  });
}

/** One more than may be changed tells that there are too many. */
const chosen = async (db: Queries, filter: OrderFilter, rootUplineCode: string) =>
  sql`(${await matchingIds(db, filter, rootUplineCode)} limit ${mostChanged + 1})`;

/** What happens to each of the matching orders, for the preview and for the change itself. */
const plannedFor = (matching: RawBuilder<unknown>, staysFor: RawBuilder<string | null>) => sql`
  (
    select "order".id, ${staysFor} as reason
    from ${matching} matching
    join orders "order" on "order".id = matching.id
    order by "order".id
  )`;

async function holdOrders(db: Queries, matching: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "order".id from orders "order"
    where "order".id in (select id from ${matching} matching)
    order by "order".id
    for update
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function meaningOf(db: Queries, change: OrderChange, hold: 'hold' | 'read'): Promise<Meaning> {
  switch (change.does) {
    case 'pay':
      return {
        staysFor: sql`case
          when "order".pending_cents = 0 then 'Já está paga'
          when "order".created_at > ${change.paidAt}::date then 'É posterior à Data de Pagamento'
        end`,
        write: (ids) => sql`
          update orders
          set
            paid_at = ${change.paidAt}::date,
            total_payment_cents = case when total_payment_cents is not null then total_cents end,
            version = version + 1
          where id = any(${ids}::bigint[])`,
      };
    case 'assign': {
      const consultantId = await findConsultantId(db, change.internalId, hold);
      return {
        staysFor: sql`case when "order".consultant_id = ${consultantId}::bigint then 'Já é deste consultor' end`,
        write: (ids) => sql`
          update orders set consultant_id = ${consultantId}::bigint, version = version + 1
          where id = any(${ids}::bigint[])`,
      };
    }
    case 'delete':
      return {
        staysFor: sql`null::text`,
        write: (ids) => sql`delete from orders where id = any(${ids}::bigint[])`,
      };
  }
}

async function findConsultantId(db: Queries, code: string, hold: 'hold' | 'read'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from consultants where lower(internal_id) = lower(${code}) ${hold === 'hold' ? sql`for key share` : sql``}
  `.execute(db);
  const [consultant] = rows;
  if (!consultant) throw fieldProblem('invalid', 'change.internalId', `O Código IK ${code} não existe`);
  return consultant.id;
}
