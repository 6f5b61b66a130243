import { sql } from 'kysely';
import type { Database, Queries } from './client.ts';

const maxEntries = 1000;

/** The tables that a list shows, as `list_writes` names them. */
const sources = { consultants: ['consultants', 'history'], orders: ['consultants', 'history', 'orders'] } as const;

interface Entry<Counted> {
  writes: number;
  counted: Counted;
}

/**
 * Caches the number of rows of each filter, or whatever else is counted, until a table of the list is written: an expensive count runs once,
 * and the other pages of the list reuse it. Always correct, whoever writes: `list_writes` is read in the page's own snapshot, and two snapshots with the same sum see
 * the same rows.
 */
export class CountCache<Counted = number> {
  readonly #sources: readonly string[];
  readonly #counts = new WeakMap<Database, Map<string, Entry<Counted>>>();

  constructor(list: keyof typeof sources) {
    this.#sources = sources[list];
  }

  /** The cached count of a `filter`, or a new one. `db` is a transaction of `database` with one snapshot. */
  async find(database: Database, db: Queries, filter: unknown, count: () => Promise<Counted>): Promise<Counted> {
    const counts = this.#of(database);
    const key = JSON.stringify(filter);
    const writes = await this.#writes(db);
    const cached = counts.get(key);
    if (cached?.writes === writes) return cached.counted;

    const counted = await count();
    counts.delete(key);
    counts.set(key, { writes, counted });
    const [oldest] = counts.keys();
    if (counts.size > maxEntries && oldest !== undefined) counts.delete(oldest);
    return counted;
  }

  #of(database: Database): Map<string, Entry<Counted>> {
    const known = this.#counts.get(database) ?? new Map<string, Entry<Counted>>();
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
