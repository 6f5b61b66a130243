import type { Action } from '@rede/contract/activity';
import { sql } from 'kysely';
import { inTransaction, type Queries } from './client.ts';

/** Who does something: a name to show, and the login's own identifier. */
export interface Actor {
  name: string;
  subject: string;
}

/** What somebody does. */
export interface Doing {
  by: Actor;
  does: Action;
  /** What it is about, where no record says so: a file's name, what is exported. */
  about?: string;
  /** The import of a file, or the consultant of a view or a login. */
  aboutId?: number;
  /** The change that this one undoes. */
  undoes?: number;
}

/** What says all by itself. Of any other action nothing is kept where it came to no record. */
const withoutRecords = new Set<Action>([
  'file.load',
  'file.correct',
  'file.undo',
  'status-word.set',
  'login.invite',
  'login.bind',
  'export',
  'view',
]);

/**
 * Does the work in a transaction that the activity log names: triggers note every consultant, period and order it writes under this
 * change (api/sql/activity.sql). Retried like `inTransaction`.
 */
export function inChange<T>(
  database: Queries,
  doing: Doing,
  work: (db: Queries, changeId: number) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (db) => work(db, await beginChange(db, doing)));
}

/** Begins a change in the current transaction; answers its id. */
export async function beginChange(db: Queries, doing: Doing): Promise<number> {
  const { rows } = await sql<{ id: number }>`select begin_change(${JSON.stringify(doing)}::jsonb) as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a change just begun is not there');
  if (withoutRecords.has(doing.does)) await sql`select current_change()`.execute(db);
  return id;
}

/** Notes what changes no record. */
export function noteChange(database: Queries, doing: Doing): Promise<void> {
  return inChange(database, doing, async () => {});
}
