import { inWritableSnapshot } from '@rede/api/db/client';
import { findMismatches, type Mismatch } from '@rede/api/verify/mismatches';
import type { Api } from './start-api.ts';

/** Between what is kept beside the history and what the history and the orders say. */
export function differencesIn({ database }: Pick<Api, 'database'>): Promise<Mismatch[]> {
  return inWritableSnapshot(database, async (db) => {
    const found: Mismatch[] = [];
    for await (const mismatch of findMismatches(db)) found.push(mismatch);
    return found;
  });
}
