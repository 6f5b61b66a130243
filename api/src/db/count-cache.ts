import { sql } from 'kysely';
import type { Database, Queries } from './client.ts';

const mostRemembered = 1000;

/**
 * Remembers how many rows a filter left, for as long as nothing is written that could change it: what is counted row by row is counted once,
 * and the other pages of the same list only read what they show. It cannot be wrong, whoever writes: `list_writes` is read in the
 * page's own snapshot, and no two snapshots that see the same sum there differ in what was counted.
 */
export class CountCache {
  readonly #ofOrders: boolean;
  readonly #counts = new WeakMap<Database, Map<string, { writes: number; total: number }>>();

  constructor(of: 'consultants' | 'orders') {
    this.#ofOrders = of === 'orders';
  }

  /** The count of what `asked` says, all of it: remembered, or else counted now. `db` is a transaction of `database` with one snapshot. */
  async find(database: Database, db: Queries, asked: unknown, count: () => Promise<number>): Promise<number> {
    const counts = this.#of(database);
    const key = JSON.stringify(asked);
    const writes = await this.#writes(db);
    const remembered = counts.get(key);
    if (remembered?.writes === writes) return remembered.total;

    const total = await count();
    counts.delete(key);
    counts.set(key, { writes, total });
    const [oldest] = counts.keys();
    if (counts.size > mostRemembered && oldest !== undefined) counts.delete(oldest);
    return total;
  }

  #of(database: Database) {
    const known = this.#counts.get(database) ?? new Map<string, { writes: number; total: number }>();
    this.#counts.set(database, known);
    return known;
  }

  async #writes(db: Queries): Promise<number> {
    const { rows } = await sql<{ writes: number }>`
      select coalesce(sum(writes), 0)::bigint as writes from list_writes where ${this.#ofOrders} or not of_orders
    `.execute(db);
    return rows[0]?.writes ?? 0;
  }
}
