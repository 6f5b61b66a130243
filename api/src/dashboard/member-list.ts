import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { limitTo, page } from '../db/selection.ts';

/** Members of a network to tell of, each with its name and an upline. */
interface MemberList {
  /**
   * Common table expressions, the last of them `matching`: a row for each member, with its `id`, and the `upline_day` on which its upline is
   * the one to show.
   */
  matching: RawBuilder<unknown>;
  /** A column of `matching` to sort by, names breaking ties; undefined: by name alone. */
  weight: RawBuilder<unknown> | undefined;
  descending: boolean;
  /** What is shown of a member, with the names on the wire. */
  columns: RawBuilder<unknown>;
  /** Further common table expressions for `columns`, of the members on the page, which are `shown`. */
  figures?: RawBuilder<unknown>;
  /** What is summed over all members. */
  sum?: RawBuilder<unknown>;
}

/** What every row of such a list has. */
interface ListedMember {
  id: number;
  internalId: string;
  name: string;
  parentId: string;
}

/** A page of the members, and the sum over all of them as text. */
export async function findMembers<Row>(
  db: Queries,
  { matching, weight, descending, columns, figures, sum = sql`0` }: MemberList,
  query: { pageNumber: number; pageSize: number },
): Promise<{ members: Page<Row & ListedMember>; sum: string }> {
  const direction = descending ? sql`desc` : sql`asc`;
  const order = (table: RawBuilder<unknown>) =>
    weight
      ? sql`${weight} ${direction}, ${table}.normalized_name, ${table}.id`
      : sql`${table}.normalized_name ${direction}, ${table}.id ${direction}`;
  const last = (query.pageNumber + 1) * query.pageSize;
  // Names are looked up only of those that may be on the page.
  const mayBeShown = weight
    ? sql`
      (${weight} ${descending ? sql`<` : sql`>`} (
        select ${weight} from matching order by ${weight} ${direction} offset ${last - 1} limit 1
      )) is not true`
    : sql`true`;
  const { rows } = await sql<{ total: number; sum: string; results: (Row & ListedMember)[] }>`
    with ${matching},
    shown as materialized (
      select matching.*, name, internal_id, normalized_name
      from matching
      join consultants using (id)
      where ${mayBeShown}
      order by ${order(sql`consultants`)}
      ${limitTo(query)}
    ),
    ${figures ? sql`${figures},` : sql``}
    found as (
      select shown.id, shown.internal_id as "internalId", shown.name, upline.internal_id as "parentId", ${columns}
      from shown
      join upline_periods period on period.consultant_id = any (array[shown.id]) and period.during @> upline_day
      join consultants upline on upline.id = period.upline_id
      ${figures ? sql`join figures on figures.id = shown.id` : sql``}
      order by ${order(sql`shown`)}
    )
    select
      count(*) as total,
      coalesce(${sum}, 0)::text as sum,
      coalesce((select jsonb_agg(to_jsonb(found)) from found), '[]') as results
    from matching
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('an aggregate has one row');
  return { members: page(found.results, found.total, query), sum: found.sum };
}
