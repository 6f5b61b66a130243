import type { KeptImport } from '@rede/contract/orders-import';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockBulkChanges } from '../db/bulk-changes.ts';
import { type Actor, beginChange } from '../db/change.ts';
import { type Database, inTransaction, type Queries } from '../db/client.ts';
import { notFound, Problem } from '../http/problem.ts';
import { findImport } from './queries.ts';

/**
 * Undoes a load as a whole: the orders it created are deleted, and those it updated get back the payment they had. Problems: 404, and
 * 409 where it is undone already or where one of its orders was changed or deleted since.
 */
export function undoImport(database: Database, id: number, by: Actor): Promise<KeptImport> {
  return inTransaction(database, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql.raw(lockBulkChanges).execute(db);
    // Nobody corrects its lines meanwhile.
    await sql`select from order_imports where id = ${id}::bigint for update`.execute(db);
    const { fileName } = await getNotUndone(db, id);
    const touched = await lockOrders(db, id);
    if (touched.changed + touched.deleted > 0) throw inUse(touched);
    const undoes = await findLoadChange(db, id);
    await beginChange(db, { by, does: 'file.undo', about: fileName, aboutId: id, ...(undoes ? { undoes } : {}) });
    await sql`select set_config('rede.file', 'on', true)`.execute(db);
    await sql`
      delete from orders using order_imports import
      where import.id = ${id} and import_id = import.id
        and orders.id between import.first_order_id and import.last_order_id
    `.execute(db);
    await sql`
      delete from orders using order_import_corrections correction
      where correction.import_id = ${id} and orders.id = correction.order_id and orders.import_id = ${id}
    `.execute(db);
    await sql`
      update orders
      set paid_at = former.paid_at, total_payment_cents = former.total_payment_cents, version = orders.version + 1
      from order_import_updates former
      where former.import_id = ${id} and orders.id = former.order_id
    `.execute(db);
    await sql`
      update order_imports
      set undone_at = clock_timestamp(), undone_by = ${by.name}, undone_by_subject = ${by.subject}
      where id = ${id}
    `.execute(db);
    const undone = await findImport(db, id);
    if (!undone) throw new Error('an import just undone is not there');
    return undone;
  });
}

async function getNotUndone(db: Queries, id: number): Promise<KeptImport> {
  const kept = await findImport(db, id);
  if (!kept) throw notFound('Este carregamento');
  if (kept.undoneBy !== null) throw new Problem('in_use', `Este carregamento já foi anulado por ${kept.undoneBy}.`);
  return kept;
}

/** The load in the activity log; undefined where it was before there was one. */
async function findLoadChange(db: Queries, id: number): Promise<number | undefined> {
  const load = await db
    .selectFrom('changes')
    .select('id')
    .where('does', '=', 'file.load')
    .where('about_id', '=', id)
    .executeTakeFirst();
  return load?.id;
}

const touchedOrders = z.tuple([z.object({ changed: z.int(), deleted: z.int() })]);

type Touched = z.infer<typeof touchedOrders>[0];

/** Holds the orders that an import created and updated as they are, and answers how many are no longer as it left them. */
async function lockOrders(db: Queries, id: number): Promise<Touched> {
  const { rows } = await sql`
    with import as (
      select
        id, first_order_id, last_order_id,
        successful + updated + (select count(*) from order_import_corrections where import_id = ${id}) as orders
      from order_imports where id = ${id}
    ),
    created as (
      select version = 1 as untouched from orders, import
      where import_id = import.id and orders.id between first_order_id and last_order_id
      order by orders.id
      for update of orders
    ),
    -- Made after the load, so of ids beyond its last. A corrected line that updated an order is among the updates.
    corrected as (
      select version = 1 as untouched
      from order_import_corrections correction join orders on orders.id = correction.order_id
      where correction.import_id = ${id} and orders.import_id = ${id}
      order by orders.id
      for update of orders
    ),
    updated as (
      select orders.version = former.version as untouched
      from order_import_updates former join orders on orders.id = former.order_id
      where former.import_id = ${id}
      order by orders.id
      for update of orders
    ),
    there as (
      select untouched from created union all select untouched from corrected union all select untouched from updated
    )
    select
      (select count(*) from there where not untouched) as changed,
      (select orders from import) - (select count(*) from there) as deleted
  `.execute(db);
  const [touched] = touchedOrders.parse(rows);
  return touched;
}

const grouped = new Intl.NumberFormat('pt-PT');

function inUse({ changed, deleted }: Touched): Problem {
  const what = [
    changed > 0 &&
      (changed === 1 ? 'foi alterada 1 encomenda' : `foram alteradas ${grouped.format(changed)} encomendas`),
    deleted > 0 && (deleted === 1 ? 'foi apagada 1 encomenda' : `foram apagadas ${grouped.format(deleted)} encomendas`),
  ].filter((part) => part !== false);
  return new Problem('in_use', `Este carregamento já não pode ser anulado: desde então ${what.join(' e ')}.`);
}
