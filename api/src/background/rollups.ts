import { type Day, todayInLisbon } from '@rede/contract/days';
import { sql } from 'kysely';
import { type Database, sqlState } from '../db/client.ts';

/** How much is done while writers of the history and of orders wait. */
export interface Portion {
  /** How many branches are attached to a node before the time is looked at. */
  branches: number;
  /** How many totals a branch may bring along: of days times nodes below it. */
  totals: number;
  milliseconds: number;
}

const usualPortion: Portion = { branches: 8, totals: 10_000, milliseconds: 40 };

/** To size all networks reads all of them: it is done at most so often as takes this part of the time, and every two seconds. */
const shareOfSizing = 1 / 20;
const shortestPause = 2000;

/** What the members changed while they were counted is raised with (api/sql/rollup-nodes.sql). */
const membersChanged = 'RL001';

/** Keeps rollup nodes (docs/network.md): makes one of everybody with many below, and counts the members whose counts do not hold. */
export class Rollups {
  readonly #database: Database;
  readonly #today: () => Day;
  readonly #portion: Portion;
  #candidates: number[] = [];
  #sizeAgainAt = 0;
  #historyWhenSized = -1;

  constructor(database: Database, today: () => Day = todayInLisbon, portion = usualPortion) {
    this.#database = database;
    this.#today = today;
    this.#portion = portion;
  }

  /** One step, in transactions that nobody waits for long. Answers whether there is another one to take. */
  async step(): Promise<boolean> {
    return (await this.#attachBranches()) || (await this.#beginNode()) || (await this.#countMembers());
  }

  async countAllMembers(): Promise<void> {
    while (await this.#countMembers());
  }

  async #attachBranches(): Promise<boolean> {
    const { branches, totals, milliseconds } = this.#portion;
    const { rows } = await sql`
      select attach_rollup_branches(consultant_id, ${branches}, ${milliseconds}, ${totals}) from (
        select consultant_id from rollup_nodes where is_building limit 1
      ) node
    `.execute(this.#database);
    return rows.length > 0;
  }

  async #beginNode(): Promise<boolean> {
    await this.#findCandidates();
    for (let candidate = this.#candidates.shift(); candidate !== undefined; candidate = this.#candidates.shift()) {
      const { rows } = await sql<{ begun: boolean }>`select begin_rollup_node(${candidate}) as begun`.execute(
        this.#database,
      );
      if (rows[0]?.begun) return true;
    }
    return false;
  }

  /** Looks for whoever is worth a node, once the history has changed since the last look. */
  async #findCandidates(): Promise<void> {
    if (this.#candidates.length > 0 || performance.now() < this.#sizeAgainAt) return;
    const began = performance.now();
    const { rows } = await sql<{ writes: number }>`
      select coalesce(sum(writes), 0)::bigint as writes from list_writes where source = 'history'
    `.execute(this.#database);
    const writes = rows[0]?.writes ?? 0;
    this.#sizeAgainAt = began + shortestPause;
    if (writes === this.#historyWhenSized) return;
    this.#historyWhenSized = writes;
    this.#candidates = await this.#database.transaction().execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      const { rows } = await sql<{ id: number }>`
        select consultant_id as id from rollup_candidates(${this.#today()})
      `.execute(db);
      return rows.map(({ id }) => id);
    });
    const took = performance.now() - began;
    this.#sizeAgainAt = performance.now() + Math.max(shortestPause, took / shareOfSizing);
  }

  /** The smallest network first: it is soonest done, and its members are looked up until then. Answers false too where somebody else is counting. */
  async #countMembers(): Promise<boolean> {
    const { rows } = await sql<{ id: number }>`
      select consultant_id as id
      from rollup_nodes node
      where counted_version <> membership_version and not is_building
      order by (select count(*) from rollup_closure where ancestor_id = node.consultant_id)
      limit 1
    `.execute(this.#database);
    const [node] = rows;
    if (!node) return false;
    try {
      return await this.#database.transaction().execute(async (db) => {
        await sql`set local statement_timeout = 0`.execute(db);
        const { rows } = await sql<{ counted: boolean }>`
          select count_rollup_members(${node.id}) as counted
        `.execute(db);
        return rows[0]?.counted === true;
      });
    } catch (error) {
      if (sqlState(error) !== membersChanged) throw error;
      return true;
    }
  }
}
