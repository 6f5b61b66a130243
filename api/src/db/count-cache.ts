import { sql } from 'kysely';
import type { Database, Queries } from './client.ts';

const mostKept = 1000;

/** The tables that a list shows, as `list_writes` names them. */
const sources = { consultants: ['consultants', 'history'], orders: ['consultants', 'history', 'orders'] } as const;

interface Kept {
  writes: number;
  total: number;
}

/**
 * Keeps how many rows a filter left, for as long as nothing is written that could change it: what is counted row by row is counted once, and the other
 * pages of the same list only read what they show. It cannot be wrong, whoever writes: `list_writes` is read in the page's own snapshot, and two
 * snapshots that see the same sum there see the same rows.
 */
export class CountCache {
  readonly #sources: readonly string[];
  readonly #counts = new WeakMap<Database, Map<string, Kept>>();

  constructor(list: keyof typeof sources) {
    this.#sources = sources[list];
  }

  /** The count of what `asked` says, all of it: kept, or else counted now. `db` is a transaction of `database` with one snapshot. */
  async find(database: Database, db: Queries, asked: unknown, count: () => Promise<number>): Promise<number> {
    const counts = this.#of(database);
    const key = JSON.stringify(asked);
    const writes = await this.#writes(db);
    const kept = counts.get(key);
    if (kept?.writes === writes) return kept.total;

    const total = await count();
    counts.delete(key);
    counts.set(key, { writes, total });
    const [oldest] = counts.keys();
    if (counts.size > mostKept && oldest !== undefined) counts.delete(oldest);
    return total;
  }

  #of(database: Database): Map<string, Kept> {
    const known = this.#counts.get(database) ?? new Map<string, Kept>();
    this.#counts.set(database, known);
    return known;
  }

  async #writes(db: Queries): Promise<number> {
    const { rows } = await sql<{ writes: number }>`
      select coalesce(sum(writes), 0)::bigint as writes from list_writes where source = any(${this.#sources})
    `.execute(db);
    return rows[0]?.writes ?? 0;
  }
}
