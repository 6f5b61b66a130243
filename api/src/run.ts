import type { FastifyInstance } from 'fastify';
import { type AppOptions, createApp } from './app.ts';
import { refuseHeldRootCode } from './consultants/queries.ts';

/**
 * Starts the server and returns it once it listens. Throws when the port is taken or the configuration contradicts the data. The database
 * must be migrated.
 */
export async function run(options: AppOptions): Promise<FastifyInstance> {
  await refuseHeldRootCode(options.database, options.config.rootUplineCode);
  const app = await createApp(options);
  await app.listen({ port: options.config.port, host: options.config.host });
  return app;
}
