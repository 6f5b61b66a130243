import { type Difference, findDifferences } from '@rede/api/dashboard/verify';
import type { Api } from './start-api.ts';

/** Between what is kept beside the history and what the history and the orders say. */
export async function differencesIn({ database }: Api): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of findDifferences(database)) found.push(difference);
  return found;
}
