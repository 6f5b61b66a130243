import type { CompiledQuery, Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tables } from './schema.ts';

/** The statements to prepare, by their text, with the names that connections know them by. */
const names = new Map<string, string>();

/**
 * Runs a statement that every connection prepares: it is parsed once, and planned for whatever values come once PostgreSQL finds that a plan for
 * these costs no less (after five). For statements that are asked often, take longer to plan than to run, and are best run the same way for
 * everybody; and of few texts, for each connection keeps the plan of each.
 */
export async function executePrepared<Row>(db: Kysely<Tables>, statement: CompiledQuery<Row>): Promise<Row[]> {
  if (!names.has(statement.sql)) names.set(statement.sql, `statement ${names.size + 1}`);
  const { rows } = await db.executeQuery(statement);
  return rows;
}

/** Has a pool's connections prepare them: pg does where a statement has a name, which kysely does not give it. */
export function prepareStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const queryByName = (statement: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof statement === 'string' ? names.get(statement) : undefined;
      return name === undefined ? query(statement, values, ...rest) : query({ name, text: statement, values }, ...rest);
    };
    client.query = queryByName as PoolClient['query'];
  });
}
