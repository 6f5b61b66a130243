import { CompiledQuery } from 'kysely';
import type { Queries } from '../db/client.ts';

/** What asks the database in one transaction: a connection, or kysely's. */
export interface Session {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export function sessionOf(db: Queries): Session {
  return {
    query: async <Row>(text: string, values: unknown[] = []) => {
      const { rows, numAffectedRows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
      return { rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) };
    },
  };
}
