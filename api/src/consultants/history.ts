import type { HistoryBody, HistoryEntry, HistoryQuery } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { inTransaction, type Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import { fieldProblem, notFound, stale } from '../http/problem.ts';
import { lockConsultant, type Standing } from './queries.ts';
import {
  daysBetween,
  insertPeriod,
  insertTakingDays,
  inWords,
  type Period,
  refuseCycle,
  rewritePeriod,
  rewriteTakingDays,
} from './upline-periods.ts';
import { findUpline } from './uplines.ts';

interface Paging {
  pageNumber: number;
  pageSize: number;
}

const columns = (rootUplineCode: string) => sql`
  period.id,
  case when period.upline_id is null then ${rootUplineCode}::text else upline.internal_id end as "parentId",
  lower(period.during) as "startDate",
  upper(period.during) - 1 as "endDate",
  jsonb_build_object('id', consultant.id, 'internalId', consultant.internal_id) as consultant,
  period.version`;

const source = sql`
  upline_periods period
  join consultants consultant on consultant.id = period.consultant_id
  left join consultants upline on upline.id = period.upline_id`;

/** A consultant's periods, the oldest first; Problem 404 where there is no such consultant. */
export async function findHistory(
  db: Queries,
  consultantId: number,
  paging: Paging,
  standing: Standing,
): Promise<Page<HistoryEntry>> {
  const { rows: counted } = await sql<{ total: number }>`
    select (select count(*) from upline_periods where consultant_id = consultants.id) as total
    from consultants where id = ${consultantId}
  `.execute(db);
  if (!counted[0]) throw notFound('Este consultor');
  const { rows } = await sql<HistoryEntry>`
    select ${columns(standing.rootUplineCode)} from ${source}
    where period.consultant_id = ${consultantId}
    order by lower(period.during)
    ${limitTo(paging)}
  `.execute(db);
  return page(rows, counted[0].total, paging);
}

/** Adds a period. Problems: 400 for the upline, 404, 409 (overlap, unless it takes the days from the others; cycle). */
export function addPeriod(
  db: Queries,
  consultantId: number,
  body: HistoryBody,
  { takeDays }: HistoryQuery,
  standing: Standing,
): Promise<HistoryEntry> {
  return changeHistory(db, consultantId, standing, async (db) => {
    const period = await acceptablePeriod(db, consultantId, body, { takeDays }, standing);
    return takeDays ? insertTakingDays(db, consultantId, period) : insertPeriod(db, consultantId, period);
  });
}

/** Corrects a period. Problems: as for one that is added, and 409 (stale). */
export function correctPeriod(
  db: Queries,
  consultantId: number,
  periodId: number,
  body: HistoryBody,
  { takeDays }: HistoryQuery,
  standing: Standing,
): Promise<HistoryEntry> {
  return changeHistory(db, consultantId, standing, async (db) => {
    const { version } = await findPeriod(db, consultantId, periodId);
    if (body.version !== undefined && body.version !== version) throw stale();
    const period = await acceptablePeriod(db, consultantId, body, { periodId, takeDays }, standing);
    if (takeDays) await rewriteTakingDays(db, consultantId, periodId, period);
    else await rewritePeriod(db, periodId, period);
    return periodId;
  });
}

/** Deletes a period, the last one left too; Problem 404. */
export async function deletePeriod(
  db: Queries,
  consultantId: number,
  periodId: number,
  standing: Standing,
): Promise<void> {
  await inTransaction(db, (db) =>
    keepingVersionTrue(db, consultantId, standing, async () => {
      await findPeriod(db, consultantId, periodId);
      await db.deleteFrom('upline_periods').where('id', '=', periodId).execute();
    }),
  );
}

/** Changes a consultant's history in one transaction, and answers the period whose id the change answers. */
function changeHistory(
  db: Queries,
  consultantId: number,
  standing: Standing,
  change: (db: Queries) => Promise<number>,
): Promise<HistoryEntry> {
  return inTransaction(db, async (db) => {
    const id = await keepingVersionTrue(db, consultantId, standing, () => change(db));
    const { rows } = await sql<HistoryEntry>`
      select ${columns(standing.rootUplineCode)} from ${source} where period.id = ${id}
    `.execute(db);
    if (!rows[0]) throw new Error('a period just written is not there');
    return rows[0];
  });
}

/** The period a body asks for, once nothing stands against it: an unknown upline, another period whose days it may not take, a cycle. */
async function acceptablePeriod(
  db: Queries,
  consultantId: number,
  body: HistoryBody,
  { periodId, takeDays }: { periodId?: number; takeDays: boolean },
  standing: Standing,
): Promise<Period> {
  const upline = await findUpline(db, body.parentId, standing.rootUplineCode, consultantId);
  const period = { upline, during: daysBetween(body.startDate, body.endDate) };
  if (!takeDays) await refuseOverlap(db, consultantId, period, periodId, standing);
  await refuseCycle(db, consultantId, period);
  return period;
}

/**
 * A consultant's answer shows its upline, so a change of the history that changes what is shown makes a new version of it:
 * a form opened before would otherwise undo the change without a word.
 */
async function keepingVersionTrue<T>(
  db: Queries,
  consultantId: number,
  standing: Standing,
  change: () => Promise<T>,
): Promise<T> {
  const before = await lockConsultant(db, consultantId, undefined, standing);
  const result = await change();
  const after = await lockConsultant(db, consultantId, undefined, standing);
  if (before.parentId !== after.parentId) {
    await db
      .updateTable('consultants')
      .set({ version: sql`version + 1` })
      .where('id', '=', consultantId)
      .execute();
  }
  return result;
}

async function findPeriod(db: Queries, consultantId: number, periodId: number): Promise<{ version: number }> {
  const period = await db
    .selectFrom('upline_periods')
    .select('version')
    .where('id', '=', periodId)
    .where('consultant_id', '=', consultantId)
    .executeTakeFirst();
  if (!period) throw notFound('Este período');
  return period;
}

/**
 * Problem 409 where a period would overlap another one, with that one and the first day they share. Who changes a consultant's history
 * holds the consultant, so none comes in between; the constraint upline_periods_no_overlap holds against every writer.
 */
async function refuseOverlap(
  db: Queries,
  consultantId: number,
  { during }: Period,
  periodId: number | undefined,
  standing: Standing,
): Promise<void> {
  const { rows } = await sql<HistoryEntry & { shared: Day }>`
    select ${columns(standing.rootUplineCode)}, lower(period.during * ${during}) as shared
    from ${source}
    where period.consultant_id = ${consultantId}
      and period.during && ${during}
      and period.id is distinct from ${periodId ?? null}::bigint
    order by lower(period.during)
    limit 1
  `.execute(db);
  const [other] = rows;
  if (!other) return;
  const days = inWords(other.startDate, other.endDate);
  const message = `O período sobrepõe-se ao de ${days}, sob ${other.parentId}; o primeiro dia em comum é ${other.shared}`;
  throw fieldProblem('overlap', 'startDate', message);
}
