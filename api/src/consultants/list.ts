import type { Consultant, ConsultantFilter, ConsultantQuery, ConsultantSelection } from '@rede/contract/consultants';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { WriteCache } from '../db/write-cache.ts';
import {
  asksOnly,
  inDirection,
  normalizedContains,
  page,
  pageBounds,
  scanLimit,
  sortLimit,
  sortOf,
} from '../db/selection.ts';
import type { AsOf } from '../history/uplines.ts';
import {
  chooseSearch,
  currentUplinesOn,
  hasStatus,
  isKept,
  matching,
  registeredWithin,
  tables,
  texts,
  unindexed,
} from './matching.ts';
import { columns } from './queries.ts';

/** The part of a filter that bounds the sort's own index. */
function keyBounds(filter: ConsultantFilter, column: keyof typeof sortKeys): RawBuilder<SqlBool> {
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
    const { sort: _, pageNumber, pageSize, ...filter } = query;
    const currentUplines = await currentUplinesOn(db, asOf);
    const count = () => countConsultants(db, filter, currentUplines, asOf);
    const total = isKept(filter) ? await count() : await counts.find(database, db, { ...filter, asOf }, count);
    const isPastTheEnd = pageNumber * pageSize >= total;
    return page(isPastTheEnd ? [] : await findPage(db, query, filter, total, currentUplines, asOf), total, query);
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
      where ${matching(filter, () => normalizedContains, asOf)}
      order by ${inOrder(column, sortKeys[column], sql`consultant.id`, { descending })}`,
  );
}

/** A query for the ids of the matching consultants. */
export async function matchingIds(
  db: Queries,
  filter: ConsultantFilter,
  asOf: AsOf,
): Promise<RawBuilder<{ id: number }>> {
  const { from, id } = tables(await currentUplinesOn(db, asOf), true, filter.parentId !== undefined);
  return sql`select ${id} as id from ${from} where ${matching(filter, await chooseSearch(db, filter), asOf)}`;
}

async function countConsultants(
  db: Queries,
  filter: ConsultantFilter,
  currentUplines: RawBuilder<unknown>,
  asOf: AsOf,
): Promise<number> {
  const { from } = tables(currentUplines, filtersOwn(filter), filter.parentId !== undefined);
  const counted = isKept(filter)
    ? sql`select coalesce(sum(consultants), 0)::bigint as total from consultant_counts consultant where ${matching(filter, unindexed, asOf)}`
    : sql`select count(*) as total from ${from} where ${matching(filter, await chooseSearch(db, filter), asOf)}`;
  const { rows } = await sql<{ total: number }>`${counted}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Whether the filter has anything but the upline's code. */
const filtersOwn = (filter: ConsultantFilter) => !asksOnly(filter, ['parentId']);

/** Finds the ids of the page first, from indexes alone, and then the rows. */
async function findPage(
  db: Queries,
  query: ConsultantQuery,
  filter: ConsultantFilter,
  total: number,
  currentUplines: RawBuilder<unknown>,
  asOf: AsOf,
): Promise<Consultant[]> {
  const { column, descending } = sortOf(query.sort);
  const { rows: wanted, backwards, limit, depth } = pageBounds(query, total);
  const key = sortKeys[column];
  const { from, id } = tables(
    currentUplines,
    filtersOwn(filter) || column !== 'parentId',
    filter.parentId !== undefined || column === 'parentId',
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
        select ${id} as id, ${key} as key, ${matching(filter, unindexed, asOf)} as matches
        from ${from}
        where ${keyBounds(filter, column)}
        order by ${inOrder(column, key, id, { descending, backwards })}
        limit ${scanLimit(depth)}
      ) scanned
      where matches`);
    if (rows.length === wanted) return rows;
  }
  return show(sql`
    with matching as materialized (
      select ${id} as id, ${key} as key from ${from} where ${matching(filter, await chooseSearch(db, filter), asOf)}
    )
    select id, key from matching order by ${inOrder(column, sql`key`, sql`id`, { descending, backwards })}`);
}
