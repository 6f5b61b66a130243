import type { Change, RecordKind } from '@rede/contract/activity';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { lockBulkChanges } from '../db/bulk-changes.ts';
import { type Actor, inChange } from '../db/change.ts';
import { type Database, type Queries, violatedConstraint } from '../db/client.ts';
import { notFound, Problem } from '../http/problem.ts';
import { inWords, refuseObstacles } from './obstacles.ts';
import { canUndo, getChange } from './queries.ts';

/** Some of the records of a change: all that is undone together. */
interface Undoing {
  changeId: number;
  /** The records of it, of changed_records as `noted`. */
  noted: RawBuilder<unknown>;
}

/**
 * Undoes a change as a whole, which is a change itself. Deleted records come back as they were, with id and version; changed ones get back
 * what they had; created ones are deleted. Problems: 404, and 409 that says what stands against it.
 */
export function undoChange(database: Database, id: number, by: Actor, company: string): Promise<Change> {
  return withConflictsNamed(() =>
    inChange(database, { by, does: 'undo', undoes: id }, async (db, undoId) => {
      // Who undoes the same waits here, and then finds it undone.
      await sql`select from changes where id = ${id} for update`.execute(db);
      refuseUndone(await getChange(db, id, company));
      await undo(db, { changeId: id, noted: selection(id) }, company);
      return getChange(db, undoId, company);
    }),
  );
}

/**
 * Restores a deleted record: undoes its latest deletion or, where many were deleted together, only its part of it. Problems: 404 where it
 * never was deleted, 409 where it is there, or where something stands against it.
 */
export function restoreRecord(
  database: Database,
  kind: RecordKind,
  id: number,
  by: Actor,
  company: string,
): Promise<Change> {
  return withConflictsNamed(async () => {
    if (await isThere(database, kind, id)) throw new Problem('in_use', `${these[kind]} não está ${deleted[kind]}.`);
    const deletion = await findDeletion(database, kind, id);
    if (!deletion) throw notFound(these[kind]);
    const { changeId, isAll } = deletion;
    if (isAll) return undoChange(database, changeId, by, company);
    return inChange(database, { by, does: 'undo' }, async (db, undoId) => {
      await sql`select from changes where id = ${changeId} for update`.execute(db);
      await undo(db, { changeId, noted: selection(changeId, deletedWith(kind, id)) }, company);
      return getChange(db, undoId, company);
    });
  });
}

const these = { consultant: 'Este consultor', period: 'Este período', order: 'Esta encomenda' };
const deleted = { consultant: 'apagado', period: 'apagado', order: 'apagada' };

function refuseUndone(change: Change): void {
  const { does, recordCount, undoneBy } = change;
  if (undoneBy) throw new Problem('in_use', `Esta acção já foi anulada ${inWords(undoneBy)}.`);
  if (canUndo(change)) return;
  throw new Problem(
    'in_use',
    does.startsWith('file.')
      ? 'O que um ficheiro carregou anula-se na página do carregamento.'
      : recordCount === 0
        ? 'Esta acção não alterou nenhum registo: não há nada para anular.'
        : 'Esta acção não pode ser anulada.',
  );
}

const selection = (changeId: number, condition: RawBuilder<SqlBool> = sql`true`) => sql`
  (select * from changed_records where change_id = ${changeId} and ${condition}) noted`;

/** A deleted record, and with a consultant the periods that went with it. */
const deletedWith = (kind: RecordKind, id: number) => sql<SqlBool>`
  after is null
  and (kind = ${kind} and record_id = ${id} or ${kind} = 'consultant' and kind = 'period' and consultant_id = ${id})`;

async function isThere(db: Queries, kind: RecordKind, id: number): Promise<boolean> {
  const tables = { consultant: 'consultants', period: 'upline_periods', order: 'orders' };
  const { rows } = await sql`select from ${sql.table(tables[kind])} where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The latest deletion of a record, and whether nothing else happened in it. */
async function findDeletion(
  db: Queries,
  kind: RecordKind,
  id: number,
): Promise<{ changeId: number; isAll: boolean } | undefined> {
  const { rows } = await sql<{ changeId: number; isAll: boolean }>`
    select
      change.id as "changeId",
      not exists (
        select from changed_records where change_id = change.id and (${deletedWith(kind, id)}) is not true
      ) as "isAll"
    from changed_records noted
    join changes change on change.id = noted.change_id
    where noted.kind = ${kind} and noted.record_id = ${id} and noted.after is null
    order by change.at desc, change.id desc
    limit 1
  `.execute(db);
  return rows[0];
}

async function undo(db: Queries, { changeId, noted }: Undoing, company: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await lock(db, noted);
  await refuseObstacles(db, changeId, noted, company);
  for (const write of writes(noted)) await write.execute(db);
}

/** In the order of every other write: who changes many orders, consultants, orders, the history. */
async function lock(db: Queries, noted: RawBuilder<unknown>): Promise<void> {
  await sql`
    ${sql.raw(lockBulkChanges)}
    where (select count(*) from ${noted} where kind = 'order') > 1`.execute(db);
  await sql`
    select from consultants where id in (select consultant_id from ${noted}) order by id for no key update
  `.execute(db);
  await sql`
    select from orders where id in (select record_id from ${noted} where kind = 'order') order by id for update
  `.execute(db);
  await sql`select lock_history() where exists (select from ${noted} where kind <> 'order')`.execute(db);
}

const consultantColumns = 'name email tax_id internal_id created_at start_date end_date status'.split(' ');
const orderColumns = 'ecommerce_id consultant_id coupon_code created_at paid_at total_cents total_payment_cents'.split(
  ' ',
);

const namesOf = (columns: string[], table = '') => sql.raw(columns.map((column) => table + column).join(', '));

/** The statements that undo, in the order in which records refer to each other. */
function writes(noted: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const former = (kind: RecordKind, table: string) => sql`
    ${noted} cross join lateral jsonb_populate_record(null::${sql.table(table)}, noted.before) former
    where noted.kind = ${kind} and noted.before is not null`;
  const created = (kind: RecordKind) => sql`select record_id from ${noted} where kind = ${kind} and before is null`;
  return [
    sql`
      insert into consultants (id, ${namesOf(consultantColumns)}, subject, version)
      overriding system value
      select id, ${namesOf(consultantColumns)}, subject, version
      from (select former.* from ${former('consultant', 'consultants')} and noted.after is null) former`,
    sql`
      update consultants
      set (${namesOf(consultantColumns)}, version) = (${namesOf(consultantColumns, 'former.')}, consultants.version + 1)
      from (select former.* from ${former('consultant', 'consultants')} and noted.after is not null) former
      where consultants.id = former.id`,
    sql`delete from orders where id in (${created('order')})`,
    sql`
      update orders
      set (${namesOf(orderColumns)}, version) = (${namesOf(orderColumns, 'former.')}, orders.version + 1)
      from (select former.* from ${former('order', 'orders')} and noted.after is not null) former
      where orders.id = former.id`,
    sql`
      insert into orders (id, ${namesOf(orderColumns)}, import_id, version)
      overriding system value
      select id, ${namesOf(orderColumns)}, import_id, version
      from (select former.* from ${former('order', 'orders')} and noted.after is null) former`,
    // One statement, so that what is derived never passes through days without an upline.
    sql`
      merge into upline_periods period
      using (
        select noted.record_id, noted.after is null as is_deleted, former.*
        from ${noted}
        cross join lateral jsonb_populate_record(null::upline_periods, noted.before) former
        where noted.kind = 'period'
      ) former
      on period.id = former.record_id
      when matched and former.id is null then delete
      when matched then update
        set upline_id = former.upline_id, during = former.during, version = period.version + 1
      when not matched then
        insert (id, consultant_id, upline_id, during, version)
        overriding system value
        values (former.id, former.consultant_id, former.upline_id, former.during, former.version)`,
    sql`delete from consultants where id in (${created('consultant')})`,
    // A form that was opened before would otherwise silently undo the undoing of a move.
    sql`
      update consultants set version = version + 1
      where id in (
        select consultant_id from ${noted} where kind = 'period'
        except
        select record_id from ${noted} where kind = 'consultant'
      )`,
  ];
}

/** Says what another transaction wrote between the checks and the writes: once more, they find it. */
async function withConflictsNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    refuseCycle(error);
    if (!violatedConstraint(error)) throw error;
  }
  try {
    return await work();
  } catch (error) {
    refuseCycle(error);
    if (!violatedConstraint(error)) throw error;
    throw new Problem('in_use', 'Não é possível anular: os dados de agora não o permitem.', undefined, {
      cause: error,
    });
  }
}

function refuseCycle(error: unknown): void {
  if (!(error instanceof DatabaseError) || error.constraint !== 'upline_periods_acyclic') return;
  const cycle = JSON.parse(error.detail ?? '') as { first_day: string; upline_code: string };
  throw new Problem(
    'cycle',
    `Não é possível anular: faria um ciclo na rede. A ${cycle.first_day}, ${cycle.upline_code} já está abaixo deste consultor.`,
  );
}
