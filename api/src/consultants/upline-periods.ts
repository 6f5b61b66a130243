import type { Day } from '@rede/contract/days';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { fieldProblem } from '../http/problem.ts';
import type { Upline } from './uplines.ts';

/** A period to be: under whom, on which days (a daterange). */
export interface Period {
  upline: Upline;
  during: RawBuilder<string>;
}

/** The days of a period: from the first to the last, or from the first on where there is no last. */
export function daysBetween(first: Day, last: Day | null | undefined): RawBuilder<string> {
  return sql`daterange(${first}::date, ${last ?? null}::date, '[]')`;
}

/** The same in words. */
export function inWords(first: Day, last: Day | null): string {
  return last === null ? `${first} em diante` : `${first} a ${last}`;
}

export async function openFirstPeriod(db: Queries, consultantId: number, upline: Upline, from: Day): Promise<void> {
  await insertPeriod(db, consultantId, { upline, during: daysBetween(from, null) });
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
  const first = inPlace?.first ?? today;
  const end = (inPlace ?? inForce) ? (inPlace ?? inForce)?.end : next?.first;
  const period = { upline, during: sql<string>`daterange(${first}::date, ${end ?? null}::date)` };
  await refuseCycle(db, consultantId, period);
  if (inPlace) {
    await rewritePeriod(db, inPlace.id, period);
    return;
  }
  await insertTakingDays(db, consultantId, period);
}

export async function rewritePeriod(db: Queries, id: number, { upline, during }: Period): Promise<void> {
  await db
    .updateTable('upline_periods')
    .set({ upline_id: upline, during, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function insertPeriod(db: Queries, consultantId: number, { upline, during }: Period): Promise<number> {
  const { id } = await db
    .insertInto('upline_periods')
    .values({ consultant_id: consultantId, upline_id: upline, during })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a period; days on which another of the consultant's holds are taken from that one. */
export async function insertTakingDays(db: Queries, consultantId: number, { upline, during }: Period): Promise<number> {
  const { rows } = await sql<{ id: number; isAdded: boolean }>`
    with ${othersGivingWay(consultantId, during)}
    insert into upline_periods (consultant_id, upline_id, during)
    select ${consultantId}, new.upline_id, new.during
    from given_way
    cross join (
      select upline_id, during from remainder where place = 2
      union all
      select ${upline}::bigint, ${during}
    ) new
    returning id, during = ${during} as "isAdded"
  `.execute(db);
  const added = rows.find(({ isAdded }) => isAdded);
  if (!added) throw new Error('a period just added is not there');
  return added.id;
}

/** Puts a period in the place of one; days on which another of the consultant's holds are taken from that one. */
export async function rewriteTakingDays(
  db: Queries,
  consultantId: number,
  id: number,
  { upline, during }: Period,
): Promise<void> {
  await sql`
    with ${othersGivingWay(consultantId, during, id)},
    split as (
      insert into upline_periods (consultant_id, upline_id, during)
      select ${consultantId}, remainder.upline_id, remainder.during from given_way cross join remainder where place = 2
    )
    update upline_periods
    set upline_id = ${upline}, during = ${during}, version = version + 1
    from given_way
    where id = ${id}
  `.execute(db);
}

/**
 * The part of a statement in which a consultant's other periods leave some days: one that holds before or after them is shortened, one that holds
 * on none else is deleted. Of one that holds on both sides the second remainder is left to be inserted, once `given_way` is read.
 *
 * All in one statement: what is kept of everybody below (migration 0005) is then taken from one network and added to the other in one go,
 * and is never worked out for a consultant who stands nowhere in between.
 */
function othersGivingWay(consultantId: number, during: Period['during'], except: number | null = null) {
  return sql`
    remainder as materialized (
      select period.id, period.upline_id, rest.during, rest.place
      from upline_periods period
      left join lateral unnest(datemultirange(period.during) - datemultirange(${during}))
        with ordinality as rest (during, place) on true
      where period.consultant_id = ${consultantId}
        and period.during && ${during}
        and period.id is distinct from ${except}::bigint
    ),
    deleted as (
      delete from upline_periods using remainder
      where upline_periods.id = remainder.id and remainder.during is null
      returning 1
    ),
    shortened as (
      update upline_periods
      set during = remainder.during, version = version + 1
      from remainder
      where upline_periods.id = remainder.id and remainder.place = 1
      returning 1
    ),
    given_way as materialized (
      select (select count(*) from deleted) + (select count(*) from shortened) as periods
    )`;
}

/** How a chain of uplines comes back to the consultant on a day. */
interface Cycle {
  day: Day;
  /** From the proposed upline to the one that stands under the consultant: the ends, and how many there are. */
  upline: string;
  last: string;
  length: number;
  /** Of the period in which that one stands under the consultant. */
  startDate: Day;
  endDate: Day | null;
}

/**
 * Problem 409 where a period would make a cycle, with the first day of it and the way back. The trigger upline_periods_acyclic holds
 * against every writer and walks the same; it cannot say more than the day. The turn is taken first, as that of a writer: nobody changes
 * the history between what is found here and what is written.
 */
export async function refuseCycle(db: Queries, consultantId: number, { upline, during }: Period): Promise<void> {
  if (upline === null) return;
  await sql`select pg_advisory_xact_lock(hashtext('upline_periods'))`.execute(db);
  const { rows } = await sql<Cycle>`
    with recursive above (consultant_id, during, chain, period_id) as (
      select ${upline}::bigint, ${during}, array[]::bigint[], null::bigint
      union all
      select period.upline_id, period.during * above.during, chain || above.consultant_id, period.id
      from above
      join upline_periods period on period.consultant_id = above.consultant_id and period.during && above.during
      where above.consultant_id <> ${consultantId}
    )
    select
      lower(above.during) as day,
      upline.internal_id as upline,
      last.internal_id as last,
      cardinality(chain) as length,
      lower(period.during) as "startDate",
      upper(period.during) - 1 as "endDate"
    from above
    join consultants upline on upline.id = chain[1]
    join consultants last on last.id = chain[cardinality(chain)]
    join upline_periods period on period.id = above.period_id
    where above.consultant_id = ${consultantId}
    order by lower(above.during)
    limit 1
  `.execute(db);
  const [cycle] = rows;
  if (cycle) throw fieldProblem('cycle', 'parentId', `Este upline faria um ciclo na rede: ${wayBack(cycle)}`);
}

function wayBack({ day, upline, last, length, startDate, endDate }: Cycle): string {
  const between = length > 2 ? ' está sob … sob' : ' está sob';
  const toLast = length > 1 ? `${between} ${last}, que` : '';
  return `a ${day}, ${upline}${toLast} está sob este consultor (período de ${inWords(startDate, endDate)})`;
}
