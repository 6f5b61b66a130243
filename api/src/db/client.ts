import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { DatabaseError, Pool, types as standardTypes } from 'pg';
import { preparingPool } from './prepared.ts';
import type { Tables } from './schema.ts';
import { breakSilentConnections } from './silence.ts';

/**
 * The database as kysely sees it, on a pool of connections; the pool is there for what kysely cannot do, such as COPY.
 * `await database.destroy()` closes it.
 */
export type Database = Kysely<Tables> & { readonly pool: Pool };

/** What a query runs on: the pool, or the transaction it is part of. */
export type Queries = Kysely<Tables>;

export interface ConnectOptions {
  /** The most connections at once. */
  poolSize?: number;
  /** How long to wait for a free or new connection, in milliseconds, before the database counts as unavailable. */
  acquireTimeout?: number;
}

/** Opens a pool on a `postgres://` URL. Nothing is connected until the first query. */
export function connect(url: string, { poolSize = 10, acquireTimeout = 900 }: ConnectOptions = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 300_000,
    application_name: 'rede',
    keepAlive: true,
    types,
  });
  // A connection that breaks is dropped by the pool: the query at hand fails, and the next one opens another, or says that there
  // is no database. Nobody hearing of it, idle or at work, would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  breakSilentConnections(pool);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  const destroyKysely = kysely.destroy.bind(kysely);
  const destroy = async () => {
    await destroyKysely();
    // Which ends the pool only where it has asked something of it.
    if (!pool.ending) await pool.end();
  };
  return Object.assign(kysely, { pool, destroy });
}

const dateOid = 1082;
const int8Oid = 20;

/** Days stay `yyyy-MM-dd`; 64-bit integers (ids, cents) become numbers, and one too large for that is refused, never rounded. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
    if (oid === dateOid) return (text: string) => text;
    if (oid === int8Oid) return safeInteger;
    return format === 'binary' ? standardTypes.getTypeParser(oid, 'binary') : standardTypes.getTypeParser(oid, 'text');
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer too large for a number was read');
  return value;
}

const mostAttempts = 5;
const serialisationFailures = new Set(['40001', '40P01']);

/**
 * Runs the work in one transaction: in the one at hand where there is one already. Where concurrent transactions stood in each
 * other's way (a serialisation failure or a deadlock) it is run again from the start, up to five times: the work may have no
 * effects outside the database.
 */
export function inTransaction<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : retrying(() => db.transaction().execute(work));
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === mostAttempts || !serialisationFailures.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** Runs queries that must not disagree on one snapshot of the database. They only read. */
export function inSnapshot<T>(database: Database, read: (db: Queries) => Promise<T>): Promise<T> {
  return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** The same for work that writes: where others wrote the same rows meanwhile it is run again from the start, like `inTransaction`. */
export function inWritableSnapshot<T>(database: Database, work: (db: Queries) => Promise<T>): Promise<T> {
  return retrying(() => database.transaction().setIsolationLevel('repeatable read').execute(work));
}

/** How many rows are fetched at a time. */
const fetched = 500;

/**
 * A query's rows, some at a time, of one moment; `choose` makes it on the snapshot that it then reads. It is planned for its first rows to be there
 * soon: where an index has them in the order asked for, nothing is sorted first, however many follow. Leaving the loop early ends it.
 */
export async function* streamRows<Row>(
  database: Database,
  choose: (db: Queries) => RawBuilder<Row> | Promise<RawBuilder<Row>>,
): AsyncGenerator<Row[]> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const query = await choose(transaction);
    await sql`set local cursor_tuple_fraction = 0.001`.execute(transaction);
    await sql`declare streamed no scroll cursor for ${query}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(fetched)} from streamed`.execute(transaction);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await transaction.rollback().execute();
  }
}

/** The SQLSTATE of a database error; undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** The name of the constraint that a database error is about; undefined for any other. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006']);
const unavailableErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
]);
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|Client has encountered a connection error|not queryable/i;

/**
 * Whether an error means that there is no database to talk to right now, no connection free to do it, or that others stood in the way
 * as often as work is retried.
 */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return unavailableStates.has(state) || serialisationFailures.has(state);
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  return (unavailableErrors.has(code) && 'syscall' in error) || unavailableMessages.test(error.message);
}
