import type { ActivitySelection } from '@rede/contract/activity';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, normalizedContains, when } from '../db/selection.ts';

const ofConsultants = sql`('view', 'login.invite', 'login.bind')`;
const ofFiles = sql`('file.load', 'file.correct', 'file.undo')`;

/** Whether a filter asks for nothing but what the counts by day, action and person know. */
export function isCounted(filter: Matchable): boolean {
  return sets(filter).length === 0;
}

/** The part of a filter that `change_counts` knows, too. */
export function countsMatching({ by, does, dateStart, dateEnd }: Matchable): RawBuilder<SqlBool> {
  return all([
    when(by, (names) => sql`by_name = any(${names}::text[])`),
    when(does, (action) => sql`does = ${action}`),
    when(dateStart, (day) => sql`day >= ${day}`),
    when(dateEnd, (day) => sql`day <= ${day}`),
  ]);
}

/** The condition of a filter, of changes as `change`. */
export function matching(filter: Matchable): RawBuilder<SqlBool> {
  const { by, does, dateStart, dateEnd } = filter;
  return all([
    when(by, (names) => sql`change.by_name = any(${names}::text[])`),
    when(does, (action) => sql`change.does = ${action}`),
    when(dateStart, (day) => sql`change.at >= ${day}::date::timestamp at time zone 'Europe/Lisbon'`),
    when(dateEnd, (day) => sql`change.at < (${day}::date + 1)::timestamp at time zone 'Europe/Lisbon'`),
    ...sets(filter).map((ids) => sql<SqlBool>`change.id in (${ids})`),
  ]);
}

/** A filter with the names that `by` is part of, so that a statement is planned for how much these people did. */
export type Matchable = Omit<ActivitySelection, 'by'> & { by: string[] | undefined };

/** There are few names, and the counts have them all. */
export async function matchable(db: Queries, filter: ActivitySelection): Promise<Matchable> {
  const { by, ...others } = filter;
  if (by === undefined) return { ...others, by };
  const { rows } = await sql<{ name: string }>`
    select name from (select distinct by_name as name from change_counts where by_name is not null) author
    where ${normalizedContains(sql`normalize_text(name)`, by)}
  `.execute(db);
  return { ...others, by: rows.map(({ name }) => name) };
}

/** The sets of changes, each found by an index of its own, that all parts of a filter must have. */
function sets({ record, consultantId, orderId, importId, undone }: Matchable): RawBuilder<unknown>[] {
  return [
    record !== undefined && changesKnownBy(record),
    consultantId !== undefined &&
      sql`
        select change_id from changed_records where consultant_id = ${consultantId}
        union
        select id from changes where about_id = ${consultantId} and does in ${ofConsultants}`,
    orderId !== undefined && sql`select change_id from changed_records where kind = 'order' and record_id = ${orderId}`,
    importId !== undefined && sql`select id from changes where about_id = ${importId} and does in ${ofFiles}`,
    undone && sql`select undoes from changes where undoes is not null`,
  ].filter((set) => set !== false);
}

/** By a record, a period's consultant, or what was noted in place of a record. Consultants are found by what they were called then, too. */
function changesKnownBy(text: string): RawBuilder<unknown> {
  const records = sql`
    select change_id, kind, consultant_id from changed_records
    where ${normalizedContains(sql`known_by`, text)}`;
  return sql`
    with known as materialized (${records})
    select change_id from known
    union
    select change_id from changed_records
    where consultant_id in (
      select consultant_id from known where kind = 'consultant'
      union
      select id from consultants
      where ${normalizedContains(sql`normalized_internal_id`, text)} or ${normalizedContains(sql`normalized_name`, text)}
    )
    union
    select id from changes where ${normalizedContains(sql`normalize_text(about)`, text)} and about is not null`;
}
