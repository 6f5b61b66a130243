import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './client.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the schema up to date with the files in `migrations/`, in the order of their names, each of them once.
 * All run in one transaction under an advisory lock: processes that start together wait for each other, and a failure leaves
 * nothing half done. Throws the database's error, or one that names a migration that was applied but is no longer there.
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const statements = await readFile(new URL(file, folder), 'utf8');
        const migration: Migration = {
          up: async (db: Kysely<unknown>) => {
            await sql`set local statement_timeout = 0`.execute(db);
            await sql.raw(statements).execute(db);
          },
        };
        return [file.replace(/\.sql$/, ''), migration] as const;
      }),
    ),
  );
}
