import type { Day } from '@rede/contract/days';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';

/** What a feature's routes are registered with. */
export interface Services {
  app: FastifyInstance;
  database: Database;
  config: Config;
  /** The day it is in Lisbon. */
  today: () => Day;
}
