import type { RawBuilder } from 'kysely';
import type { Api } from './start-api.ts';

/** Writes straight to the database. What it refuses (an overlap, a cycle, somebody needed, a payment before the order) is no change. */
export async function writeUnlessRefused({ database }: Api, statement: RawBuilder<unknown>): Promise<void> {
  try {
    await statement.execute(database);
  } catch (error) {
    if (!/violates|conflicting|cycle|must be less/.test(String(error))) throw error;
  }
}
