import process from 'node:process';
import { readConfig } from './config.ts';
import { connect } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { builtWeb } from './http/pages.ts';
import { run } from './run.ts';

// The server against real servers, configured by the environment. (`npm start` is for development.)
const config = readConfig(process.env);
const database = connect(config.database.url, { poolSize: config.database.poolSize });
await migrate(database);
const app = await run({ config, database, pages: builtWeb });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

/** Finishes the current requests, then closes everything. */
async function stop(): Promise<void> {
  await app.close();
  await database.destroy();
}
