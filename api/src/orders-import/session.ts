import { CompiledQuery } from 'kysely';
import type { Queries } from '../db/client.ts';

/** What asks the database in one transaction: a connection, or kysely's. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export function sessionOf(db: Queries): Session {
  return {
    query: async (text: string, values: unknown[] = []) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: numAffectedRows === undefined ? null : Number(numAffectedRows) };
    },
  };
}
