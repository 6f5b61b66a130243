import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Text found anywhere in a column, without regard to case or accents. */
export function contains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  return foldedContains(sql`fold(${column})`, searched);
}

/** The same in a column that is folded already; an index of its trigrams finds three characters or more. */
export function foldedContains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  return sql`${column} like containing(${searched})`;
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

/** A page of a list on the wire. */
export function page<Row>(results: Row[], totalResults: number, { pageNumber, pageSize }: Paging): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / pageSize), pageNumber, totalResults };
}
