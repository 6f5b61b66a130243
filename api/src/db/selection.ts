import type { Page } from '@rede/contract/values';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './client.ts';

/** The words of a searched text: each must be found, in any order. */
export const wordsOf = (searched: string) => [...new Set(searched.split(/\s+/).filter((word) => word !== ''))];

/** Whether a trigram index can find a text: it knows three letters or digits in a row. */
export const isIndexable = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * Matches every word of a text, in any order and anywhere in a normalized column, ignoring case and accents. A trigram index serves it. A
 * word that such an index does not know is looked for in the rows that the others find: for the index it would mean all rows.
 */
export function normalizedContains(column: RawBuilder<unknown>, searched: string): RawBuilder<SqlBool> {
  const words = wordsOf(searched);
  const hasIndexable = words.some(isIndexable);
  return every(
    words.map((word) =>
      hasIndexable && !isIndexable(word) ? hasText(column, word) : sql`${column} like containing(${word})`,
    ),
  );
}

/** The same for rows that are read anyway: cheaper than a pattern, but no index can serve it. */
export const containsUnindexed: typeof normalizedContains = (column, searched) =>
  every(wordsOf(searched).map((word) => hasText(column, word)));

const hasText = (column: RawBuilder<unknown>, text: string) =>
  sql<SqlBool>`strpos(${column}, normalize_text(${text})) > 0`;

const every = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${all(conditions)})`;

/** The share of a table's rows, from 0 to 1, that match a condition, estimated from a few thousand rows. */
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

/** All conditions of a filter; undefined ones are ignored. */
export function all(conditions: (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> {
  const asked = conditions.filter((condition) => condition !== undefined);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
}

/** Whether a filter asks for nothing but what has these names. */
export function asksOnly(filter: Record<string, unknown>, names: string[]): boolean {
  return Object.entries(filter).every(
    ([name, value]) => value === undefined || value === false || names.includes(name),
  );
}

/** The condition, if there is a value for it. */
export function when<T>(
  value: T | undefined,
  condition: (value: T) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> | undefined {
  return value === undefined ? undefined : condition(value);
}

/**
 * The `order by` for a wire sort such as `-createdAt`. Empty values come last in both directions. `tieBreak`, a unique column, makes the
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

/** Parses a wire sort. */
export function sortOf<Column extends string>(sort: Column | `-${Column}`): { column: Column; descending: boolean } {
  const descending = sort.startsWith('-');
  return { column: (descending ? sort.slice(1) : sort) as Column, descending };
}

/** `orderBy` for one column; `backwards` reverses the whole order. */
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
 * A page's offset and limit among `total` rows, from the nearer end of the order: the last page then costs as little as the first. `rows`
 * is the length of the page, `depth` how many rows are read from that end.
 */
export function pageBounds(
  { pageNumber, pageSize }: Paging,
  total: number,
): { backwards: boolean; rows: number; limit: RawBuilder<unknown>; depth: number } {
  const before = pageNumber * pageSize;
  const rows = Math.max(0, Math.min(pageSize, total - before));
  const after = total - before - rows;
  const backwards = after >= 0 && after < before;
  const skipped = backwards ? after : before;
  return { backwards, rows, limit: sql`limit ${rows} offset ${skipped}`, depth: skipped + rows };
}

/**
 * Up to `sortLimit` matching rows are fetched and sorted. For more, a scan of the sort's own index usually finds a page quickly; when it
 * does not, up to `fallbackSortLimit` are fetched and sorted after all.
 */
export const sortLimit = 15_000;
export const fallbackSortLimit = 1_000_000;

/** How many rows an index scan may read to find a page. */
export const scanLimit = (depth: number) => 20_000 + 4 * depth;

/** A page of a list in wire form. */
export function page<Row>(results: Row[], totalResults: number, { pageNumber, pageSize }: Paging): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / pageSize), pageNumber, totalResults };
}
