import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database, Queries } from './client.ts';

/** A file of SQL; `name` has no extension. */
interface SqlFile {
  name: string;
  text: string;
  checksum: string;
}

/** The schema in the database is none that these files lead on from. The message is Portuguese, fit to show. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

const migrations = new URL('../../migrations/', import.meta.url);
const definitions = new URL('../../sql/', import.meta.url);

/**
 * Updates the schema: runs each file in `migrations/` once, by name; then, when a file in `sql/` has changed, defines all functions, views
 * and triggers again. All in one transaction under an advisory lock: processes that start together wait for each other, and a failure
 * changes nothing.
 *
 * Throws the database's error, or an error that names an applied migration that was changed or removed.
 */
export async function migrate(database: Database): Promise<void> {
  const [tables, code] = await Promise.all([readFiles(migrations), readFiles(definitions)]);
  await database.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(hashtext('migrations'))`.execute(db);
    await refuseFormerSchema(db);
    await sql`
      create table if not exists applied_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      create table if not exists applied_definitions (checksum text not null, objects text[] not null);
    `.execute(db);
    const isChanged = await applyMigrations(db, tables);
    await applyDefinitions(db, code, isChanged);
  });
}

/** Before these migrations there were others, which no installation had: what a trial left of them is not upgraded. */
async function refuseFormerSchema(db: Queries): Promise<void> {
  const { rows } = await sql<{ isFormer: boolean }>`
    select to_regclass('consultants') is not null and to_regclass('applied_migrations') is null as "isFormer"
  `.execute(db);
  if (!rows[0]?.isFormer) return;
  throw new SchemaError(
    'a base de dados é de uma versão experimental anterior, que esta não actualiza. Use uma base de dados vazia; ' +
      'a embutida recomeça do princípio quando se apaga a pasta dos dados (REDE_DATA, .data ou /var/lib/rede)',
  );
}

async function readFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      // Line endings depend on the checkout.
      const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name: file.replace(/\.sql$/, ''), text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Returns whether any was applied now. */
async function applyMigrations(db: Queries, files: SqlFile[]): Promise<boolean> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from applied_migrations order by name
  `.execute(db);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const file = files.find((file) => file.name === name);
    if (!file) throw new SchemaError(`a migração ${name} foi aplicada a esta base de dados e já não existe`);
    if (file.checksum !== checksum) {
      throw new SchemaError(
        `a migração ${name} foi alterada depois de aplicada a esta base de dados; uma alteração é uma migração nova`,
      );
    }
  }
  const pending = files.filter(({ name }) => !applied.has(name));
  for (const { name, text, checksum } of pending) {
    await sql.raw(text).execute(db);
    await sql`insert into applied_migrations (name, checksum) values (${name}, ${checksum})`.execute(db);
  }
  return pending.length > 0;
}

/** Records the objects that the definitions create, and drops them before defining them again: no object without a file remains. */
async function applyDefinitions(db: Queries, files: SqlFile[], isChanged: boolean): Promise<void> {
  const checksum = createHash('sha256')
    .update(files.map((file) => file.checksum).join())
    .digest('hex');
  const { rows: applied } = await sql<{ checksum: string; objects: string[] }>`
    select checksum, objects from applied_definitions
  `.execute(db);
  if (applied[0]?.checksum === checksum && !isChanged) return;

  for (const object of applied[0]?.objects ?? []) await sql.raw(`drop ${object} cascade`).execute(db);
  const others = new Set(await findObjects(db));
  // Functions may call functions of later files. (Views may not: the order of the files' names must be right.)
  await sql`set local check_function_bodies = off`.execute(db);
  for (const { text } of files) await sql.raw(text).execute(db);
  const objects = (await findObjects(db)).filter((object) => !others.has(object));
  await sql`delete from applied_definitions`.execute(db);
  await sql`insert into applied_definitions values (${checksum}, ${objects})`.execute(db);
}

/** The functions and views of our schema that belong to no extension, as `drop` names them. */
async function findObjects(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select format('view if exists %s', oid::regclass) as object
    from pg_class
    where relkind = 'v' and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('function if exists %s', oid::regprocedure)
    from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  `.execute(db);
  return rows.map(({ object }) => object);
}
