import type { CompiledQuery, Kysely, PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tables } from './schema.ts';

/** The prepared statements' names, by their text. */
const names = new Map<string, string>();

/**
 * Runs a statement that every connection prepares: PostgreSQL parses it once, and after five times plans it once for all values, if that plan costs
 * no more. For frequent statements that take longer to plan than to run and have few texts: each connection keeps the plan of each.
 */
export async function executePrepared<Row>(db: Kysely<Tables>, statement: CompiledQuery<Row>): Promise<Row[]> {
  if (!names.has(statement.sql)) names.set(statement.sql, `statement ${names.size + 1}`);
  const { rows } = await db.executeQuery(statement);
  return rows;
}

/** Wraps a pool for kysely and adds the names: pg prepares statements that have one. */
export function preparingPool(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function preparingClient(client: PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => {
    const name = names.get(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  // kysely's type has a second form of query, for cursors, which nothing here uses.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}
