import { sql } from 'kysely';
import type { Database, Queries } from './client.ts';

const maxEntries = 1000;

/** The tables that a list shows, as `list_writes` names them. */
const sources = { consultants: ['consultants', 'history'], orders: ['consultants', 'history', 'orders'] } as const;

interface Entry<Answer> {
  writes: number;
  answer: Answer;
}

/**
 * Caches what was counted or summed for each filter until a table of the list is written: it is computed once, and the other pages of the
 * list reuse it. Always correct, whoever writes: `list_writes` is read in the page's own snapshot, and two snapshots with the same sum see
 * the same rows.
 */
export class WriteCache<Answer> {
  readonly #sources: readonly string[];
  readonly #answers = new WeakMap<Database, Map<string, Entry<Answer>>>();

  constructor(list: keyof typeof sources) {
    this.#sources = sources[list];
  }

  /** The cached answer for a `filter`, or a new one. `db` is a transaction of `database` with one snapshot. */
  async find(database: Database, db: Queries, filter: unknown, compute: () => Promise<Answer>): Promise<Answer> {
    const answers = this.#of(database);
    const key = JSON.stringify(filter);
    const writes = await this.#writes(db);
    const cached = answers.get(key);
    if (cached?.writes === writes) return cached.answer;

    const answer = await compute();
    answers.delete(key);
    answers.set(key, { writes, answer });
    const [oldest] = answers.keys();
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest);
    return answer;
  }

  #of(database: Database): Map<string, Entry<Answer>> {
    const known = this.#answers.get(database) ?? new Map<string, Entry<Answer>>();
    this.#answers.set(database, known);
    return known;
  }

  async #writes(db: Queries): Promise<number> {
    const { rows } = await sql<{ writes: number }>`
      select coalesce(sum(writes), 0)::bigint as writes from list_writes where source = any(${this.#sources})
    `.execute(db);
    return rows[0]?.writes ?? 0;
  }
}
