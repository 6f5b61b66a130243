import { migrate } from '@rede/api/db/migrate';
import { connect } from '@rede/api/db/client';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database that every test file makes its own copy of. */
    templateUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowAwayPostgres();
  // No call waits for this: a machine that is busy with other work may take its time.
  const database = connect(postgres.url, { acquireTimeout: 30_000 });
  await migrate(database);
  await database.destroy();
  project.provide('templateUrl', postgres.url);
  return () => postgres.stop();
}
