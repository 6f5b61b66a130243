import type { ConsultantChange, ConsultantFilter, ConsultantsChangePreview } from '@rede/contract/consultants';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, inChange } from '../db/change.ts';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { otherOnes, refuseTooMany } from '../http/many.ts';
import { Problem } from '../http/problem.ts';
import type { AsOf } from '../history/uplines.ts';
import { matchingIds } from './list.ts';

const names = { one: 'consultor', many: 'consultores' };

/** A change of all consultants that match a filter. */
interface ChangeOfMany {
  filter: ConsultantFilter;
  change: ConsultantChange;
}

/** The most consultants that one change may touch: the logins of all have to follow, and to delete them holds every move up. */
const mostChanged = 10_000;

/** What a change would do. Problem 400 where more consultants match than may be changed at once. */
export function previewChange(
  database: Database,
  { filter, change }: ChangeOfMany,
  asOf: AsOf,
): Promise<ConsultantsChangePreview> {
  return inSnapshot(database, async (db) => {
    const { rows } = await sql<{ reason: string | null; consultants: number }>`
      select reason, count(*) as consultants
      from ${planned(await chosen(db, filter, asOf), change)} planned
      group by reason
      order by consultants desc, reason collate "C"
    `.execute(db);
    const all = rows.reduce((sum, { consultants }) => sum + consultants, 0);
    refuseTooMany(all, mostChanged, names);
    return {
      consultants: all,
      changing: rows.find(({ reason }) => reason === null)?.consultants ?? 0,
      skipped: rows.flatMap(({ reason, consultants }) => (reason === null ? [] : [{ reason, consultants }])),
    };
  });
}

/**
 * Changes all consultants that match, but for those that stay as they are. Problems as of the preview, 400 where nobody changes, and 409
 * where others match than were expected.
 */
export function changeConsultants(
  database: Database,
  { filter, change, expected }: ChangeOfMany & { expected: number },
  by: Actor,
  asOf: AsOf,
): Promise<{ changeId: number; changed: number }> {
  return inChange(database, { by, does: 'consultants.change' }, async (db, changeId) => {
    await sql`set local statement_timeout = 0`.execute(db);
    // What deletes consultants takes the history's lock; taken after theirs, it would meet who moves them the other way round.
    if (change.does === 'delete') await sql`select lock_history()`.execute(db);
    const matching = await chosen(db, filter, asOf);
    const held = await holdConsultants(db, matching);
    refuseTooMany(held.length, mostChanged, names);
    // Of those that are held, for one may have been changed just before: what is planned here is what is written.
    const { rows } = await sql<{ id: number; reason: string | null }>`
      select id, reason from ${planned(matching, change)} planned where id = any(${held}::bigint[])
    `.execute(db);
    if (rows.length !== expected) throw otherOnes(rows.length, expected, names);
    const ids = rows.flatMap(({ id, reason }) => (reason === null ? [id] : []));
    if (ids.length === 0) throw new Problem('invalid', 'Não há consultores a alterar.');
    await written(ids, change).execute(db);
    return { changeId, changed: ids.length };
  });
}

/** One more than may be changed tells that there are too many. */
const chosen = async (db: Queries, filter: ConsultantFilter, asOf: AsOf) =>
  sql`(${await matchingIds(db, filter, asOf)} limit ${mostChanged + 1})`;

async function holdConsultants(db: Queries, matching: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from consultants where id in (select id from ${matching} matching) order by id for update
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What happens to each of the matching consultants, for the preview and for the change itself. */
const planned = (matching: RawBuilder<unknown>, change: ConsultantChange) => sql`
  (
    select consultant.id, ${staysFor(change)} as reason
    from ${matching} matching
    join consultants consultant on consultant.id = matching.id
  )`;

/** The reason for which a consultant stays as it is; null where it changes. */
function staysFor(change: ConsultantChange): RawBuilder<string | null> {
  return change.does === 'status'
    ? sql`case when consultant.status = ${change.status} then 'Já tem este Status' end`
    : sql`case
        when exists (select from orders where orders.consultant_id = consultant.id) then 'Tem encomendas'
        when exists (select from upline_periods below where below.upline_id = consultant.id)
          then 'É ou foi upline de alguém'
      end`;
}

function written(ids: number[], change: ConsultantChange): RawBuilder<unknown> {
  return change.does === 'status'
    ? sql`update consultants set status = ${change.status}, version = version + 1 where id = any(${ids}::bigint[])`
    : sql`delete from consultants where id = any(${ids}::bigint[])`;
}
