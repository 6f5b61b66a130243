import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Text found anywhere in a column, without regard to case or accents. */
export function contains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  return sql`fold(${column}) like containing(${searched})`;
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
  const descending = sort.startsWith('-');
  const column = columns[(descending ? sort.slice(1) : sort) as Column];
  return descending ? sql`${column} desc nulls last, ${tieBreak} desc` : sql`${column} asc nulls last, ${tieBreak} asc`;
}

interface Paging {
  pageNumber: number;
  pageSize: number;
}

export function limitTo({ pageNumber, pageSize }: Paging): RawBuilder<unknown> {
  return sql`limit ${pageSize} offset ${pageNumber * pageSize}`;
}

/** A page of a list on the wire. */
export function page<Row>(results: Row[], totalResults: number, { pageNumber, pageSize }: Paging): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / pageSize), pageNumber, totalResults };
}
