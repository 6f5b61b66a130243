import { mostSuggestions, type Suggestion } from '@rede/contract/consultants';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, containsUnindexed, isIndexable, normalizedContains, wordsOf } from '../db/selection.ts';

interface Typed {
  text?: string | undefined;
  withCompany: boolean;
}

/** One way to match the text: a condition on `among`, by default all consultants. */
interface MatchLevel {
  condition: RawBuilder<SqlBool>;
  among?: RawBuilder<unknown>;
}

/** A suggestion as it is found: the company has an id, too. */
type Found = Suggestion & { id: number };

/** The company's id in these queries; no consultant has it. */
const companyId = 0;
const company = sql<number>`${companyId}::bigint`;

/**
 * The consultants that a typed text may mean, by code or name: the best matches first, equal ones by name. Weaker matches are searched only
 * while there are too few, so a single letter, which is in every name, is as fast as a whole code.
 */
export async function findSuggestions(db: Queries, typed: Typed, rootUplineCode: string): Promise<Suggestion[]> {
  const found: Found[] = [];
  for (const level of matchLevels(typed.text)) {
    if (found.length === mostSuggestions) break;
    found.push(...(await findNext(db, level, found, typed.withCompany, rootUplineCode)));
  }
  return found.map(({ id, internalId, name, status }) => ({
    id: id === companyId ? null : id,
    internalId,
    name,
    status,
  }));
}

/** The next matches, up to the number still missing. Reads their rows after choosing their ids. */
async function findNext(
  db: Queries,
  { condition, among = sql`consultants` }: MatchLevel,
  found: { id: number }[],
  withCompany: boolean,
  rootUplineCode: string,
): Promise<Found[]> {
  const isNext = sql`${condition} and person.id <> all (${found.map(({ id }) => id)}::bigint[])`;
  const first = sql`order by normalized_name, id limit ${mostSuggestions - found.length}`;
  const consultants = sql`(select id, normalized_name from ${among} person where ${isNext} ${first})`;
  const theCompany = sql`
    (select id, normalized_name from (
      select ${company} as id, normalize_text('Empresa') as normalized_name, normalize_text(${rootUplineCode}) as normalized_internal_id
    ) person where ${isNext})`;
  const { rows } = await sql<Found>`
    select
      next.id,
      coalesce(consultant.internal_id, ${rootUplineCode}) as "internalId",
      coalesce(consultant.name, 'Empresa') as name,
      consultant.status
    from (${withCompany ? sql`${consultants} union all ${theCompany} ${first}` : consultants}) next
    left join consultants consultant on consultant.id = next.id
    order by next.normalized_name, next.id
  `.execute(db);
  return rows;
}

/**
 * The ways to match, the best first. With several words, a name that begins with one of them ranks above a name that contains all of them
 * in a row: people type the surname before the first name.
 */
function matchLevels(text: string | undefined): MatchLevel[] {
  if (text === undefined) return [{ condition: sql`person.id = ${company}` }, { condition: sql`true` }];
  const words = wordsOf(text);
  const phrase = words.join(' ');
  const hasIndexable = words.some(isIndexable);
  const hasAll = all(
    words.map((word) => {
      const contains = hasIndexable && !isIndexable(word) ? containsUnindexed : normalizedContains;
      return sql`(${contains(sql`person.normalized_internal_id`, word)} or ${contains(sql`person.normalized_name`, word)})`;
    }),
  );
  return [
    { condition: sql`person.normalized_internal_id = normalize_text(${phrase})` },
    { condition: sql`person.normalized_internal_id like ${prefixPattern(phrase)}` },
    { condition: sql`person.normalized_name like ${prefixPattern(phrase)}` },
    ...(words.length > 1
      ? words.map((word) => ({
          condition: sql<SqlBool>`person.normalized_name like ${prefixPattern(word)} and ${hasAll}`,
        }))
      : []),
    ...withinNames(sql`person.normalized_name like '% ' || ${prefixPattern(phrase)}`, beginsWithWord.test(phrase)),
    ...withinNames(hasAll, hasIndexable),
  ];
}

/** The pattern for texts that begin with this one: `containing` without its leading %. */
const prefixPattern = (text: string) => sql<string>`substr(containing(${text}), 2)`;

/**
 * Searches inside names in the first names of the list, where common texts are found at once, and then in all names if the trigram index
 * can help. It can for the beginning of a word and for three letters or digits in a row. A shorter text is in nearly every name or in none,
 * and not worth scanning a million names.
 */
function withinNames(condition: RawBuilder<SqlBool>, isIndexable: boolean): MatchLevel[] {
  return isIndexable ? [{ condition, among: firstNames }, { condition }] : [{ condition, among: firstNames }];
}

const beginsWithWord = /^[\p{L}\p{N}]/u;
const firstNames = sql`
  (select id, normalized_name, normalized_internal_id from consultants order by normalized_name, id limit 10000)`;
