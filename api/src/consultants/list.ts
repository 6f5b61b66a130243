import type { Consultant, ConsultantQuery, ConsultantSelection } from '@rede/contract/consultants';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, type Queries, streamRows } from '../db/client.ts';
import { all, foldedContains, fromNearerEnd, inDirection, page, sortOf, when } from '../db/selection.ts';
import { columns, type Standing } from './queries.ts';

/** Up to so many rows that match are gathered and sorted; among more, the sort's own index soon comes upon a page of them. */
const fewEnoughToSort = 15_000;

/** Text looked for in rows that are passed anyway: cheaper than a pattern, and nothing that an index could be asked. */
const containsInPassing: typeof foldedContains = (column, searched) => sql`strpos(${column}, fold(${searched})) > 0`;

function matching(filter: ConsultantSelection, contains = foldedContains): RawBuilder<SqlBool> {
  return all([
    when(filter.name, (name) => contains(sql`consultant.folded_name`, name)),
    when(filter.email, (email) => contains(sql`consultant.folded_email`, email)),
    when(filter.internalId, (code) => contains(sql`consultant.folded_internal_id`, code)),
    when(filter.parentId, (code) => contains(sql`shown.folded_code`, code)),
    when(filter.dateStart, (day) => sql`consultant.created_at >= ${day}`),
    when(filter.dateEnd, (day) => sql`consultant.created_at <= ${day}`),
    when(filter.status, (status) => sql`consultant.status = ${status}`),
  ]);
}

const sortKeys = {
  name: sql`consultant.folded_name`,
  email: sql`consultant.folded_email`,
  internalId: sql`consultant.folded_internal_id`,
  parentId: sql`shown.folded_code`,
  createdAt: sql`consultant.created_at`,
  status: sql`consultant.status`,
};

/** Only an upline can be missing. A column that never is has one index for both its orders: the descending one is it read backwards. */
function inOrder(
  column: keyof typeof sortKeys,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { descending, backwards = false }: { descending: boolean; backwards?: boolean },
): RawBuilder<unknown> {
  return column === 'parentId'
    ? inDirection(key, id, descending, backwards)
    : inDirection(key, id, false, descending !== backwards);
}

/** What is read of the consultants themselves and what of the uplines shown for them: a list often needs but one of the two. */
function tables(
  readsConsultants: boolean,
  readsShown: boolean,
): { from: RawBuilder<unknown>; id: RawBuilder<unknown> } {
  if (!readsShown) return { from: sql`consultants consultant`, id: sql`consultant.id` };
  const shown = { from: sql`shown_uplines shown`, id: sql`shown.consultant_id` };
  if (!readsConsultants) return shown;
  return { ...shown, from: sql`${shown.from} join consultants consultant on consultant.id = shown.consultant_id` };
}

const filtersText = ({ name, email, internalId }: ConsultantSelection) => [name, email, internalId].some(isAsked);
const filtersFacts = ({ dateStart, dateEnd, status }: ConsultantSelection) =>
  [dateStart, dateEnd, status].some(isAsked);
const isAsked = (value: unknown) => value !== undefined;

const listedColumns = ({ rootUplineCode }: Standing) =>
  columns(sql`case
    when shown.folded_code is null then null
    when shown.upline_id is null then ${rootUplineCode}::text
    else upline.internal_id
  end`);

const listed = sql`
  consultants consultant
  join shown_uplines shown on shown.consultant_id = consultant.id
  left join consultants upline on upline.id = shown.upline_id`;

/** A page of the list; page and number of results are those of one moment. */
export async function findConsultants(
  database: Database,
  query: ConsultantQuery,
  standing: Standing,
): Promise<Page<Consultant>> {
  await showUplinesOn(database, standing);
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const total = await countConsultants(db, query);
      const isPastTheEnd = query.pageNumber * query.pageSize >= total;
      return page(isPastTheEnd ? [] : await findPage(db, query, total, standing), total, query);
    });
}

/** Every consultant of a selection, one by one; the list is never held in memory. */
export async function* streamConsultants(
  db: Queries,
  filter: ConsultantSelection,
  standing: Standing,
): AsyncGenerator<Consultant> {
  await showUplinesOn(db, standing);
  const { column, descending } = sortOf(filter.sort);
  yield* streamRows(
    db,
    sql<Consultant>`
      select ${listedColumns(standing)}
      from ${listed}
      where ${matching(filter)}
      order by ${inOrder(column, sortKeys[column], sql`consultant.id`, { descending })}`,
  );
}

/** The uplines shown are kept for one day and one company's code; on another day, or for another code, they are brought up to it first. */
async function showUplinesOn(db: Queries, { today, rootUplineCode }: Standing): Promise<void> {
  await sql`
    select show_uplines_on(${today}, ${rootUplineCode})
    where not exists (select from shown_uplines_standing where day = ${today} and company_code = ${rootUplineCode})
  `.execute(db);
}

async function countConsultants(db: Queries, filter: ConsultantSelection): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${count(filter)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

function count(filter: ConsultantSelection): RawBuilder<number> {
  const { parentId } = filter;
  if (!filtersText(filter) && parentId === undefined) {
    return sql`(select coalesce(sum(consultants), 0)::bigint from consultant_tallies consultant where ${matching(filter)})`;
  }
  const { from } = tables(filtersText(filter) || filtersFacts(filter), parentId !== undefined);
  return sql`(select count(*) from ${from} where ${matching(filter)})`;
}

/** Finds the page's ids first, from indexes alone, and only then the rows. */
async function findPage(db: Queries, query: ConsultantQuery, total: number, standing: Standing): Promise<Consultant[]> {
  const { column, descending } = sortOf(query.sort);
  const { backwards, limit } = fromNearerEnd(query, total);
  const key = sortKeys[column];
  const { from, id } = tables(
    filtersText(query) || filtersFacts(query) || column !== 'parentId',
    query.parentId !== undefined || column === 'parentId',
  );
  const found =
    total <= fewEnoughToSort
      ? sql`
        with matching as materialized (select ${id} as id, ${key} as key from ${from} where ${matching(query)})
        select id, key from matching order by ${inOrder(column, sql`key`, sql`id`, { descending, backwards })} ${limit}`
      : sql`
        select ${id} as id, ${key} as key from ${from} where ${matching(query, containsInPassing)}
        order by ${inOrder(column, key, id, { descending, backwards })} ${limit}`;
  const { rows } = await sql<Consultant>`
    select ${listedColumns(standing)}
    from (${found}) found
    join ${listed} on consultant.id = found.id
    order by ${inOrder(column, sql`found.key`, sql`found.id`, { descending })}
  `.execute(db);
  return rows;
}
