import type { SavedView, SavedViewBody } from '@rede/contract/saved-views';
import { sql } from 'kysely';
import type { Actor } from '../db/change.ts';
import { inTransaction, type Queries, violatedConstraint } from '../db/client.ts';
import { fieldProblem, notFound, Problem } from '../http/problem.ts';

const columns = (subject: string) => sql`
  id, list, name, query, shared, made_by_subject = ${subject} as own, made_by as "madeBy"`;

/** Somebody's own views and those that are shared, by name. */
export async function findViews(db: Queries, { subject }: Actor): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns(subject)}
    from saved_views
    where shared or made_by_subject = ${subject}
    order by normalize_text(name) collate "C", id
  `.execute(db);
  return rows;
}

/** Problem 409 where they have a view of that name and list. */
export function insertView(db: Queries, { list, name, query, shared }: SavedViewBody, by: Actor): Promise<SavedView> {
  return refusingTaken(name, async () => {
    const { rows } = await sql<SavedView>`
      insert into saved_views (list, name, query, shared, made_by, made_by_subject)
      values (${list}, ${name}, ${query}, ${shared}, ${by.name}, ${by.subject})
      returning ${columns(by.subject)}
    `.execute(db);
    return only(rows);
  });
}

/** Problems as of `holdOwn`, and 409. */
export function updateView(
  db: Queries,
  id: number,
  { list, name, query, shared }: SavedViewBody,
  by: Actor,
): Promise<SavedView> {
  return refusingTaken(name, () =>
    inTransaction(db, async (db) => {
      await holdOwn(db, id, by);
      const { rows } = await sql<SavedView>`
        update saved_views
        set list = ${list}, name = ${name}, query = ${query}, shared = ${shared}, made_by = ${by.name}
        where id = ${id}
        returning ${columns(by.subject)}
      `.execute(db);
      return only(rows);
    }),
  );
}

/** Problems as of `holdOwn`. */
export function deleteView(db: Queries, id: number, by: Actor): Promise<void> {
  return inTransaction(db, async (db) => {
    await holdOwn(db, id, by);
    await sql`delete from saved_views where id = ${id}`.execute(db);
  });
}

/** Locks a view for who made it. Problem 403 for anybody else, and 404 where they do not see it. */
async function holdOwn(db: Queries, id: number, { subject }: Actor): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`
    select made_by_subject = ${subject} as own
    from saved_views
    where id = ${id} and (shared or made_by_subject = ${subject})
    for update
  `.execute(db);
  const [view] = rows;
  if (!view) throw notFound('Esta vista');
  if (!view.own) throw new Problem('forbidden', 'Só quem fez esta vista a pode alterar ou apagar.');
}

async function refusingTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_views_name') throw error;
    throw fieldProblem('taken', 'name', `Já tem uma vista desta lista com o nome ${name}`);
  }
}

function only(rows: SavedView[]): SavedView {
  const [view] = rows;
  if (!view) throw new Error('a view just written is not there');
  return view;
}
