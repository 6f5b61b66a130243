import process from 'node:process';
import { dataFolder } from './data-folder.ts';
import { AlreadyRunningError, startPostgres } from './postgres/start-postgres.ts';

/**
 * The database of DATABASE_URL, else the embedded one: the product's own where it runs, which then goes on running; else started for as
 * long as it takes.
 */
export async function configuredDatabase(
  fail: (reason: unknown) => void,
): Promise<{ url: string; stop?: () => Promise<void> }> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { url: DATABASE_URL };
  try {
    return await startPostgres({ folder: await dataFolder(), onLost: fail });
  } catch (error) {
    if (error instanceof AlreadyRunningError && error.url !== undefined) return { url: error.url };
    throw error;
  }
}
