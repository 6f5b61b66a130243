import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './client.ts';

/** Text found anywhere in a column, without regard to case or accents. */
export function contains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  return normalizedContains(sql`normalize_text(${column})`, searched);
}

/** The same in a column that is normalized already; an index of its trigrams finds three characters or more. */
export function normalizedContains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  return sql`${column} like containing(${searched})`;
}

/** The same in rows that are passed anyway: cheaper than a pattern, and nothing that an index could be asked. */
export const containsUnindexed: typeof normalizedContains = (column, searched) =>
  sql`strpos(${column}, normalize_text(${searched})) > 0`;

/** Which part of a table's rows, from 0 to 1, a condition is true of, as far as a few thousand of them tell. */
export async function shareOf(
  db: Queries,
  table: string,
  alias: string,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((${condition})::integer)::float8 as share
    from ${sql.table(table)} as ${sql.id(alias)} tablesample system (
      (select least(100, 100 * 3000 / greatest(reltuples, 1)) from pg_class where oid = ${table}::regclass)
    )`.execute(db);
  return rows[0]?.share ?? 0;
}

/** The conditions that a filter asks for, all of them together; the filter's absent fields ask for nothing. */
export function all(conditions: (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> {
  const asked = conditions.filter((condition) => condition !== undefined);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
}

/** A condition that holds only where there is something to compare with. */
export function when<T>(
  value: T | undefined,
  condition: (value: T) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> | undefined {
  return value === undefined ? undefined : condition(value);
}

/**
 * The `order by` for a wire sort such as `-createdAt`: what is empty comes last either way, and `tieBreak`, a unique column, makes the
 * order total, so that no row is on two pages.
 */
export function orderBy<Column extends string>(
  sort: Column | `-${Column}`,
  columns: Record<Column, RawBuilder<unknown>>,
  tieBreak: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { column, descending } = sortOf(sort);
  return inDirection(columns[column], tieBreak, descending);
}

/** A wire sort taken apart. */
export function sortOf<Column extends string>(sort: Column | `-${Column}`): { column: Column; descending: boolean } {
  const descending = sort.startsWith('-');
  return { column: (descending ? sort.slice(1) : sort) as Column, descending };
}

/** `orderBy` for one column; read `backwards`, it is the same order from its other end. */
export function inDirection(
  column: RawBuilder<unknown>,
  tieBreak: RawBuilder<unknown>,
  descending: boolean,
  backwards = false,
): RawBuilder<unknown> {
  const [direction, empty] = [descending === backwards ? sql`asc` : sql`desc`, backwards ? sql`first` : sql`last`];
  return sql`${column} ${direction} nulls ${empty}, ${tieBreak} ${direction}`;
}

interface Paging {
  pageNumber: number;
  pageSize: number;
}

export function limitTo({ pageNumber, pageSize }: Paging): RawBuilder<unknown> {
  return sql`limit ${pageSize} offset ${pageNumber * pageSize}`;
}

/**
 * A page's place among `total` rows, counted from the nearer end of their order: read from there, the last page costs what the first
 * does. It has `rows`, and `farthest` are read for it.
 */
export function fromNearerEnd(
  { pageNumber, pageSize }: Paging,
  total: number,
): { backwards: boolean; rows: number; limit: RawBuilder<unknown>; farthest: number } {
  const before = pageNumber * pageSize;
  const rows = Math.max(0, Math.min(pageSize, total - before));
  const after = total - before - rows;
  const backwards = after >= 0 && after < before;
  const passed = backwards ? after : before;
  return { backwards, rows, limit: sql`limit ${rows} offset ${passed}`, farthest: passed + rows };
}

/**
 * Up to so many rows that match are gathered and sorted; among more, the sort's own index soon comes upon a page of them. Not always: what
 * matches may lie where the order comes last. Then as many as `mostToSort` are gathered after all.
 */
export const fewEnoughToSort = 15_000;
export const mostToSort = 1_000_000;

/** How many rows a walk passes to find a page, before what matches is gathered instead. */
export const passedBeforeGathering = (farthest: number) => 20_000 + 4 * farthest;

/** A page of a list on the wire. */
export function page<Row>(results: Row[], totalResults: number, { pageNumber, pageSize }: Paging): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / pageSize), pageNumber, totalResults };
}
