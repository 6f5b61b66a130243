import { addDays, type Day } from '@rede/contract/days';
import type { HistoryBody, HistoryEntry, ImpactPreview } from '@rede/contract/history';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { type Actor, inChange } from '../db/change.ts';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';
import { fieldProblem, notFound, type Problem, stale } from '../http/problem.ts';
import { inWords, refuseCycle, refusedCycle } from './cycles.ts';
import { findImpact, type OwnDates } from './impact.ts';
import { firstOverlap, type Period, periodFromToday, type Plan, shownUpline, type Upline, withPeriod } from './plan.ts';
import { type AsOf, findUpline, type Hold } from './uplines.ts';

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
  period.version,
  case when upline.id is not null then jsonb_build_object('id', upline.id, 'name', upline.name) end as upline`;

const source = sql`
  upline_periods period
  join consultants consultant on consultant.id = period.consultant_id
  left join consultants upline on upline.id = period.upline_id`;

/** A consultant's periods, the oldest first; Problem 404 when there is no such consultant. */
export async function findHistory(
  db: Queries,
  consultantId: number,
  paging: Paging,
  asOf: AsOf,
): Promise<Page<HistoryEntry>> {
  const { rows: counted } = await sql<{ total: number }>`
    select (select count(*) from upline_periods where consultant_id = consultants.id) as total
    from consultants where id = ${consultantId}
  `.execute(db);
  if (!counted[0]) throw notFound('Este consultor');
  const { rows } = await sql<HistoryEntry>`
    select ${columns(asOf.rootUplineCode)} from ${source}
    where period.consultant_id = ${consultantId}
    order by lower(period.during)
    ${limitTo(paging)}
  `.execute(db);
  return page(rows, counted[0].total, paging);
}

/** A change by an administrator: a period added, corrected or deleted. */
export type HistoryChange =
  | { does: 'add'; body: HistoryBody; takeDays: boolean }
  | { does: 'correct'; periodId: number; body: HistoryBody; takeDays: boolean }
  | { does: 'delete'; periodId: number };

type Put = Exclude<HistoryChange, { does: 'delete' }>;

/** Adds or corrects a period and returns it. Problems: 400 for the upline, 404, 409 (stale; overlap, unless it takes the days; cycle). */
export function putPeriod(
  db: Queries,
  consultantId: number,
  change: Put,
  asOf: AsOf,
  by: Actor,
): Promise<HistoryEntry> {
  const does = change.does === 'add' ? 'period.create' : 'period.update';
  return inChange(db, { by, does }, async (db) => {
    await applyChange(db, consultantId, change, asOf);
    return findEntry(db, consultantId, change.body.startDate, asOf);
  });
}

/** Deletes a period, even the last one left; Problem 404. */
export function deletePeriod(
  db: Queries,
  consultantId: number,
  periodId: number,
  asOf: AsOf,
  by: Actor,
): Promise<void> {
  return inChange(db, { by, does: 'period.delete' }, (db) =>
    applyChange(db, consultantId, { does: 'delete', periodId }, asOf),
  );
}

/** Increments the consultant's version when its shown upline changes: a form opened before would otherwise silently undo the change. */
async function applyChange(db: Queries, consultantId: number, change: HistoryChange, asOf: AsOf): Promise<void> {
  const plan = await planChange(db, consultantId, change, asOf, 'hold');
  await writePlan(db, plan);
  if (shownUpline(plan.before, asOf.today) === shownUpline(plan.after, asOf.today)) return;
  await db
    .updateTable('consultants')
    .set({ version: sql`version + 1` })
    .where('id', '=', consultantId)
    .execute();
}

/** What a change of a consultant's history would move; Problems as for the change itself. Reads one snapshot without locks. */
export function previewChange(
  database: Database,
  consultantId: number,
  change: HistoryChange,
  asOf: AsOf,
): Promise<ImpactPreview> {
  return inSnapshot(database, async (db) => {
    return previewPlan(db, await planChange(db, consultantId, change, asOf, 'read'));
  });
}

/** What a plan would move, with other own dates of the consultant where given; Problem 409 when it would make a cycle. */
export async function previewPlan(db: Queries, plan: Plan, newDates?: OwnDates): Promise<ImpactPreview> {
  await refuseCycle(db, plan);
  return findImpact(db, plan, newDates);
}

/** Plans a change after all checks except the one for cycles, which needs the network. */
async function planChange(
  db: Queries,
  consultantId: number,
  change: HistoryChange,
  asOf: AsOf,
  hold: Hold,
): Promise<Plan> {
  await findConsultant(db, consultantId, hold);
  const before = await findPeriods(db, consultantId);
  const changed = change.does === 'add' ? undefined : before.find(({ id }) => id === change.periodId);
  if (change.does !== 'add' && !changed) throw notFound('Este período');
  if (change.does === 'delete') return { consultantId, before, after: before.filter((period) => period !== changed) };

  const { body, takeDays } = change;
  if (changed && body.version !== undefined && body.version !== changed.version) throw stale();
  const proposed: Period = {
    id: changed?.id ?? null,
    upline: await findUpline(db, body.parentId, asOf.rootUplineCode, consultantId, hold),
    first: body.startDate,
    end: body.endDate === undefined ? null : addDays(body.endDate, 1),
    version: changed ? changed.version + 1 : 1,
  };
  const overlap = takeDays ? undefined : firstOverlap(before, proposed);
  if (overlap) throw await overlapProblem(db, overlap, asOf);
  return { consultantId, before, after: withPeriod(before, proposed), proposed };
}

/**
 * The plan for an upline from today on; without an upline, the unchanged history. To write the plan, the caller must hold the consultant's
 * lock.
 */
export async function planMove(
  db: Queries,
  consultantId: number,
  upline: Upline | undefined,
  { today }: AsOf,
): Promise<Plan> {
  const before = await findPeriods(db, consultantId);
  if (upline === undefined) return { consultantId, before, after: before };
  const proposed = periodFromToday(before, upline, today);
  return { consultantId, before, after: withPeriod(before, proposed), proposed };
}

/** Opens the first period of a new consultant. */
export async function openFirstPeriod(db: Queries, consultantId: number, upline: Upline, first: Day): Promise<void> {
  const period: Period = { id: null, upline, first, end: null, version: 1 };
  await writePlan(db, { consultantId, before: [], after: [period] });
}

/**
 * Writes the difference of a plan in one statement, so that what triggers derive never passes through days without an upline. Problem 409
 * when it makes a cycle, which the database detects.
 */
export async function writePlan(db: Queries, { consultantId, before, after }: Plan): Promise<void> {
  const deleted = before.filter(({ id }) => after.every((period) => period.id !== id)).map(({ id }) => ({ id }));
  const written = after.filter((period) =>
    before.every(({ id, version }) => id !== period.id || version !== period.version),
  );
  if (deleted.length + written.length === 0) return;
  try {
    await sql`
      merge into upline_periods period
      using jsonb_to_recordset(${JSON.stringify([...deleted, ...written])})
        as planned (id bigint, upline bigint, first date, "end" date, version integer)
      on period.id = planned.id
      when matched and planned.first is null then delete
      when matched then update
        set upline_id = planned.upline, during = daterange(planned.first, planned."end"), version = planned.version
      when not matched then
        insert (consultant_id, upline_id, during)
        values (${consultantId}, planned.upline, daterange(planned.first, planned."end"))
    `.execute(db);
  } catch (error) {
    throw refusedCycle(error) ?? error;
  }
}

/** Problem 404 when there is no such consultant. With `hold` locks it, so that writers of one history run one after the other. */
async function findConsultant(db: Queries, consultantId: number, hold: Hold): Promise<void> {
  const consultant = await db
    .selectFrom('consultants')
    .select('id')
    .where('id', '=', consultantId)
    .$if(hold === 'hold', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!consultant) throw notFound('Este consultor');
}

async function findPeriods(db: Queries, consultantId: number): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select id, upline_id as upline, lower(during) as first, upper(during) as "end", version
    from upline_periods
    where consultant_id = ${consultantId}
    order by lower(during)
  `.execute(db);
  return rows;
}

/** The period just written, the only one with this first day. */
async function findEntry(db: Queries, consultantId: number, first: Day, asOf: AsOf): Promise<HistoryEntry> {
  const { rows } = await sql<HistoryEntry>`
    select ${columns(asOf.rootUplineCode)} from ${source}
    where period.consultant_id = ${consultantId} and lower(period.during) = ${first}
  `.execute(db);
  if (!rows[0]) throw new Error('a period just written is not there');
  return rows[0];
}

/**
 * Names the overlapping period and the first day in common. Within the consultant's lock no other change can interfere; the constraint
 * upline_periods_no_overlap covers any other writer.
 */
async function overlapProblem(
  db: Queries,
  { other, sharedDay }: { other: Period; sharedDay: Day },
  { rootUplineCode }: AsOf,
): Promise<Problem> {
  const { rows } = await sql<{ code: string }>`
    select internal_id as code from consultants where id = ${other.upline}
  `.execute(db);
  const days = inWords(other.first, other.end && addDays(other.end, -1));
  const message = `O período sobrepõe-se ao de ${days}, sob ${rows[0]?.code ?? rootUplineCode}; o primeiro dia em comum é ${sharedDay}`;
  return fieldProblem('overlap', 'startDate', message);
}
