import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { DatabaseError, Pool, types as standardTypes } from 'pg';
import { preparingPool } from './prepared.ts';
import type { Tables } from './schema.ts';
import { closeUnresponsiveConnections } from './connection-watchdog.ts';

/**
 * The database through kysely, on a pool of connections. `pool` is for what kysely cannot do, such as COPY. `await database.destroy()`
 * closes it.
 */
export type Database = Kysely<Tables> & { readonly pool: Pool };

/** Runs queries: the pool, or a transaction. */
export type Queries = Kysely<Tables>;

export interface ConnectOptions {
  /** The most connections at once. */
  poolSize?: number;
  /** How long to wait for a connection before the database counts as unavailable, in milliseconds. */
  acquireTimeout?: number;
}

/** Opens a pool on a `postgres://` URL. It connects with the first query. */
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
  // The pool drops a broken connection: the current query fails, and the next one opens another connection or reports that the database is
  // down. Without these listeners such an error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  closeUnresponsiveConnections(pool);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  const destroyKysely = kysely.destroy.bind(kysely);
  const destroy = async () => {
    await destroyKysely();
    // kysely ends the pool only after it has used it.
    if (!pool.ending) await pool.end();
  };
  return Object.assign(kysely, { pool, destroy });
}

const dateOid = 1082;
const int8Oid = 20;

/** Days remain `yyyy-MM-dd` text; 64-bit integers (ids, cents) become numbers, and throw when too large. */
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

const maxAttempts = 5;
const serialisationFailures = new Set(['40001', '40P01']);

/**
 * Runs the work in the current transaction, else in a new one. After a serialisation failure or a deadlock a new one is run again, up to
 * five times: the work must not have effects outside the database.
 */
export function inTransaction<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : withRetries(() => db.transaction().execute(work));
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === maxAttempts || !serialisationFailures.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** Runs read-only queries on one snapshot of the database, so that they agree with each other. */
export function inSnapshot<T>(database: Database, read: (db: Queries) => Promise<T>): Promise<T> {
  return database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** The same for work that writes, with retries like `inTransaction`. */
export function inWritableSnapshot<T>(database: Database, work: (db: Queries) => Promise<T>): Promise<T> {
  return withRetries(() => database.transaction().setIsolationLevel('repeatable read').execute(work));
}

/** Rows per fetch. */
const rowsPerFetch = 500;

/**
 * Streams a query's rows in chunks, from one snapshot; `choose` builds the query on that snapshot. Planned for a fast first row: an index
 * in the right order is used instead of a sort, however many rows follow. Leaving the loop early closes the stream.
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
      const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerFetch)} from streamed`.execute(transaction);
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

/** The name of the constraint of a database error; undefined for any other. */
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

/** Whether an error means that the database cannot be reached, has no free connection, or that the retries were used up. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return unavailableStates.has(state) || serialisationFailures.has(state);
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  return (unavailableErrors.has(code) && 'syscall' in error) || unavailableMessages.test(error.message);
}
