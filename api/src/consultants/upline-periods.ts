import type { Day } from '@rede/contract/days';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Queries } from '../db/client.ts';
import { fieldProblem } from '../http/problem.ts';
import type { Upline } from './uplines.ts';

export async function openFirstPeriod(db: Queries, consultantId: number, upline: Upline, from: Day): Promise<void> {
  await insertPeriod(db, consultantId, upline, sql`daterange(${from}, null)`);
}

/**
 * Puts a consultant under another upline from today on. The period in force ends yesterday and the new one takes over its last day; one
 * that itself starts today is changed in place. With none in force the new one lasts until the next period, else it is open; if
 * all periods are still to come, the first is changed in place. Problem 409 where that would make a cycle.
 */
export async function moveFromToday(db: Queries, consultantId: number, upline: Upline, today: Day): Promise<void> {
  const periods = await db
    .selectFrom('upline_periods')
    .select(['id', sql<Day>`lower(during)`.as('first'), sql<Day | null>`upper(during)`.as('end')])
    .where('consultant_id', '=', consultantId)
    .orderBy(sql`lower(during)`)
    .execute();
  const inForce = periods.find(({ first, end }) => first <= today && (end === null || end > today));
  const next = periods.find(({ first }) => first > today);
  const inPlace = inForce?.first === today ? inForce : next === periods[0] ? next : undefined;
  await sayingCycle(async () => {
    if (inPlace) {
      await changePeriod(db, inPlace.id, { upline_id: upline });
      return;
    }
    if (inForce) await changePeriod(db, inForce.id, { during: sql`daterange(lower(during), ${today})` });
    const end = inForce ? inForce.end : (next?.first ?? null);
    await insertPeriod(db, consultantId, upline, sql`daterange(${today}, ${end})`);
  });
}

async function changePeriod(
  db: Queries,
  id: number,
  change: { upline_id: Upline } | { during: RawBuilder<string> },
): Promise<void> {
  await db
    .updateTable('upline_periods')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function insertPeriod(
  db: Queries,
  consultantId: number,
  upline: Upline,
  during: RawBuilder<string>,
): Promise<number> {
  const { id } = await db
    .insertInto('upline_periods')
    .values({ consultant_id: consultantId, upline_id: upline, during })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Says in words that the database found a cycle (trigger upline_periods_acyclic, whose detail is the first such day). */
export async function sayingCycle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'upline_periods_acyclic')) throw error;
    const message = `Este upline faria um ciclo na rede: a ${error.detail} está ele próprio na rede deste consultor`;
    throw fieldProblem('cycle', 'parentId', message);
  }
}
