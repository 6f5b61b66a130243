import type { Day } from '@rede/contract/days';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';

/** What the routes of a feature need. */
export interface Services {
  app: FastifyInstance;
  database: Database;
  config: Config;
  /** Today's day in Lisbon. */
  today: () => Day;
}
