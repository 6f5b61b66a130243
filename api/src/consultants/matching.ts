import type { ConsultantFilter } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, asksOnly, containsUnindexed, normalizedContains, shareOf, when } from '../db/selection.ts';
import type { AsOf } from '../history/uplines.ts';

/** When more of the rows contain a text than this share, scanning them all is faster than the text's index. */
const commonShare = 1 / 50;

/** How to search a column. */
type Search = (column: keyof typeof texts) => typeof normalizedContains;

export const unindexed: Search = () => containsUnindexed;

export const texts = {
  name: sql`consultant.normalized_name`,
  email: sql`consultant.normalized_email`,
  internalId: sql`consultant.normalized_internal_id`,
  parentId: sql`current.normalized_code`,
};

/** Chooses by a sample: the index for a rare text, a scan for a common one. */
export async function chooseSearch(db: Queries, filter: ConsultantFilter): Promise<Search> {
  const common = new Set<string>();
  for (const column of ['name', 'email', 'internalId'] as const) {
    const searched = filter[column];
    if (searched === undefined) continue;
    const share = await shareOf(db, 'consultants', 'consultant', containsUnindexed(texts[column], searched));
    if (share > commonShare) common.add(column);
  }
  return (column) => (common.has(column) ? containsUnindexed : normalizedContains);
}

export function matching(filter: ConsultantFilter, search: Search, { today }: AsOf): RawBuilder<SqlBool> {
  const contains = (column: keyof typeof texts) =>
    when(filter[column], (searched) => search(column)(texts[column], searched));
  return all([
    contains('name'),
    contains('email'),
    contains('internalId'),
    contains('parentId'),
    registeredWithin(filter),
    hasStatus(filter),
    when(filter.ids, (ids) => sql`consultant.id = any (${ids}::bigint[])`),
    filter.withoutUpline ? withoutUplineOn(today) : undefined,
  ]);
}

/** Under nobody, not even the company, whatever upline is shown. */
const withoutUplineOn = (day: Day) => sql<SqlBool>`
  not exists (select from upline_periods period where period.consultant_id = consultant.id and period.during @> ${day}::date)`;

export const registeredWithin = ({ dateStart, dateEnd }: ConsultantFilter) =>
  all([
    when(dateStart, (day) => sql`consultant.created_at >= ${day}`),
    when(dateEnd, (day) => sql`consultant.created_at <= ${day}`),
  ]);

/** For the table of counts, too: it has the same columns. */
export const hasStatus = ({ status }: ConsultantFilter) => all([when(status, (is) => sql`consultant.status = ${is}`)]);

/** Joins consultants and current uplines only where needed: many lists need just one of them. */
export function tables(
  currentUplines: RawBuilder<unknown>,
  readsConsultants: boolean,
  readsCurrent: boolean,
): { from: RawBuilder<unknown>; id: RawBuilder<unknown> } {
  if (!readsCurrent) return { from: sql`consultants consultant`, id: sql`consultant.id` };
  const current = { from: sql`${currentUplines} current`, id: sql`current.consultant_id` };
  if (!readsConsultants) return current;
  return {
    ...current,
    from: sql`${current.from} join consultants consultant on consultant.id = current.consultant_id`,
  };
}

/** Whether triggers keep the counts of what is asked for. */
export const isKept = (filter: ConsultantFilter) => asksOnly(filter, ['status', 'dateStart', 'dateEnd']);

/**
 * The stored current uplines are for one day and one company code; the background worker updates them. A list in the first moments of a day
 * computes them instead.
 */
export async function currentUplinesOn(db: Queries, { today, rootUplineCode }: AsOf): Promise<RawBuilder<unknown>> {
  const { rows } = await sql`
    select from current_upline_day where day = ${today} and company_code = ${rootUplineCode}
  `.execute(db);
  return rows.length > 0 ? sql`current_uplines` : sql`current_uplines_on(${today}, ${rootUplineCode})`;
}
