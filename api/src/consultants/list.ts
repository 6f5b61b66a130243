import type { Consultant, ConsultantFilter, ConsultantQuery, ConsultantSelection } from '@rede/contract/consultants';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { WriteCache } from '../db/write-cache.ts';
import {
  all,
  containsUnindexed,
  sortLimit,
  normalizedContains,
  pageBounds,
  inDirection,
  page,
  scanLimit,
  shareOf,
  sortOf,
  when,
} from '../db/selection.ts';
import type { AsOf } from '../history/uplines.ts';
import { columns } from './queries.ts';

/** When more of the rows contain a text than this share, scanning them all is faster than the text's index. */
const commonShare = 1 / 50;

/** How to search a column. */
type Search = (column: keyof typeof texts) => typeof normalizedContains;

const unindexed: Search = () => containsUnindexed;

const texts = {
  name: sql`consultant.normalized_name`,
  email: sql`consultant.normalized_email`,
  internalId: sql`consultant.normalized_internal_id`,
  parentId: sql`current.normalized_code`,
};

/** Chooses by a sample: the index for a rare text, a scan for a common one. */
async function chooseSearch(db: Queries, filter: ConsultantSelection): Promise<Search> {
  const common = new Set<string>();
  for (const column of ['name', 'email', 'internalId'] as const) {
    const searched = filter[column];
    if (searched === undefined) continue;
    const share = await shareOf(db, 'consultants', 'consultant', containsUnindexed(texts[column], searched));
    if (share > commonShare) common.add(column);
  }
  return (column) => (common.has(column) ? containsUnindexed : normalizedContains);
}

function matching(filter: ConsultantSelection, search: Search): RawBuilder<SqlBool> {
  const contains = (column: keyof typeof texts) =>
    when(filter[column], (searched) => search(column)(texts[column], searched));
  return all([
    contains('name'),
    contains('email'),
    contains('internalId'),
    contains('parentId'),
    registeredWithin(filter),
    hasStatus(filter),
  ]);
}

const registeredWithin = ({ dateStart, dateEnd }: ConsultantSelection) =>
  all([
    when(dateStart, (day) => sql`consultant.created_at >= ${day}`),
    when(dateEnd, (day) => sql`consultant.created_at <= ${day}`),
  ]);

const hasStatus = ({ status }: ConsultantSelection) => all([when(status, (is) => sql`consultant.status = ${is}`)]);

/** The part of a filter that bounds the sort's own index. */
function keyBounds(filter: ConsultantSelection, column: keyof typeof sortKeys): RawBuilder<SqlBool> {
  if (column === 'createdAt') return registeredWithin(filter);
  return column === 'status' ? hasStatus(filter) : sql`true`;
}

const sortKeys = {
  ...texts,
  createdAt: sql`consultant.created_at`,
  status: sql`consultant.status`,
};

/** Only an upline can be empty. Any other column needs one index for both directions, read backwards for the descending one. */
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

/** Joins consultants and current uplines only where needed: many lists need just one of them. */
function tables(
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

const filtersText = ({ name, email, internalId, parentId }: ConsultantSelection) =>
  [name, email, internalId, parentId].some(isAsked);
/** Whether the filter has anything but the upline. */
const filtersOwn = ({ name, email, internalId, dateStart, dateEnd, status }: ConsultantSelection) =>
  [name, email, internalId, dateStart, dateEnd, status].some(isAsked);
const isAsked = (value: unknown) => value !== undefined;

const listedColumns = ({ rootUplineCode }: AsOf) =>
  columns(sql`case
    when current.normalized_code is null then null
    when current.upline_id is null then ${rootUplineCode}::text
    else upline.internal_id
  end`);

const listed = (currentUplines: RawBuilder<unknown>) => sql`
  consultants consultant
  join ${currentUplines} current on current.consultant_id = consultant.id
  left join consultants upline on upline.id = current.upline_id`;

const counts = new WriteCache<number>('consultants');

/** A page of the list; page and count come from one snapshot. */
export async function findConsultants(
  database: Database,
  query: ConsultantQuery,
  asOf: AsOf,
): Promise<Page<Consultant>> {
  return inSnapshot(database, async (db) => {
    const currentUplines = await currentUplinesOn(db, asOf);
    const count = () => countConsultants(db, query, currentUplines);
    const key = { ...query, sort: undefined, pageNumber: undefined, pageSize: undefined, asOf };
    const total = filtersText(query) ? await counts.find(database, db, key, count) : await count();
    const isPastTheEnd = query.pageNumber * query.pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, total, currentUplines, asOf), total, query);
  });
}

/** All consultants of a selection in chunks; the list is never held in memory. */
export async function* streamConsultants(
  database: Database,
  filter: ConsultantSelection,
  asOf: AsOf,
): AsyncGenerator<Consultant[]> {
  const { column, descending } = sortOf(filter.sort);
  yield* streamRows(
    database,
    async (db) => sql<Consultant>`
      select ${listedColumns(asOf)}
      from ${listed(await currentUplinesOn(db, asOf))}
      where ${matching(filter, () => normalizedContains)}
      order by ${inOrder(column, sortKeys[column], sql`consultant.id`, { descending })}`,
  );
}

/** Selects the ids of the consultants that match a filter. */
export async function matchingIds(db: Queries, given: ConsultantFilter, asOf: AsOf): Promise<RawBuilder<unknown>> {
  const filter = { ...given, sort: 'name' as const };
  const { from, id } = tables(await currentUplinesOn(db, asOf), true, filter.parentId !== undefined);
  return sql`select ${id} as id from ${from} where ${matching(filter, await chooseSearch(db, filter))}`;
}

/**
 * The stored current uplines are for one day and one company code; the background worker updates them. A list in the first moments of a day
 * computes them instead.
 */
async function currentUplinesOn(db: Queries, { today, rootUplineCode }: AsOf): Promise<RawBuilder<unknown>> {
  const { rows } = await sql`
    select from current_upline_day where day = ${today} and company_code = ${rootUplineCode}
  `.execute(db);
  return rows.length > 0 ? sql`current_uplines` : sql`current_uplines_on(${today}, ${rootUplineCode})`;
}

async function countConsultants(
  db: Queries,
  filter: ConsultantSelection,
  currentUplines: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${await count(db, filter, currentUplines)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

async function count(
  db: Queries,
  filter: ConsultantSelection,
  currentUplines: RawBuilder<unknown>,
): Promise<RawBuilder<number>> {
  if (!filtersText(filter)) {
    return sql`(
      select coalesce(sum(consultants), 0)::bigint from consultant_counts consultant where ${matching(filter, unindexed)}
    )`;
  }
  const { from } = tables(currentUplines, filtersOwn(filter), filter.parentId !== undefined);
  return sql`(select count(*) from ${from} where ${matching(filter, await chooseSearch(db, filter))})`;
}

/** Finds the ids of the page first, from indexes alone, and then the rows. */
async function findPage(
  db: Queries,
  query: ConsultantQuery,
  total: number,
  currentUplines: RawBuilder<unknown>,
  asOf: AsOf,
): Promise<Consultant[]> {
  const { column, descending } = sortOf(query.sort);
  const { rows: wanted, backwards, limit, depth } = pageBounds(query, total);
  const key = sortKeys[column];
  const { from, id } = tables(
    currentUplines,
    filtersOwn(query) || column !== 'parentId',
    query.parentId !== undefined || column === 'parentId',
  );
  const show = async (found: RawBuilder<unknown>): Promise<Consultant[]> => {
    const { rows } = await sql<Consultant>`
      select ${listedColumns(asOf)}
      from (${found} ${limit}) found
      join ${listed(currentUplines)} on consultant.id = found.id
      order by ${inOrder(column, sql`found.key`, sql`found.id`, { descending })}
    `.execute(db);
    return rows;
  };

  if (total > sortLimit) {
    const rows = await show(sql`
      select id, key
      from (
        select ${id} as id, ${key} as key, ${matching(query, unindexed)} as matches
        from ${from}
        where ${keyBounds(query, column)}
        order by ${inOrder(column, key, id, { descending, backwards })}
        limit ${scanLimit(depth)}
      ) scanned
      where matches`);
    if (rows.length === wanted) return rows;
  }
  return show(sql`
    with matching as materialized (
      select ${id} as id, ${key} as key from ${from} where ${matching(query, await chooseSearch(db, query))}
    )
    select id, key from matching order by ${inOrder(column, sql`key`, sql`id`, { descending, backwards })}`);
}
