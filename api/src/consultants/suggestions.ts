import { mostSuggestions, type Suggestion } from '@rede/contract/consultants';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { all, normalizedContains } from '../db/selection.ts';

interface Typed {
  text?: string | undefined;
  withCompany: boolean;
}

/** People a text may mean: those of `among`, all consultants where it is left out, that fulfil the condition. */
interface Likeness {
  condition: RawBuilder<SqlBool>;
  among?: RawBuilder<unknown>;
}

/** The id the company goes by here: no consultant has it. */
const company = sql<number>`0::bigint`;

/**
 * Whom a typed text may mean, by code or by name: the most alike first, those equally alike by name. Who is less alike is looked for
 * only as long as there are not enough, so that a single letter, which is in everybody's name, is answered as soon as a whole code.
 */
export async function findSuggestions(db: Queries, typed: Typed, rootUplineCode: string): Promise<Suggestion[]> {
  const found: (Suggestion & { id: number })[] = [];
  for (const likeness of fromMostAlike(typed.text)) {
    if (found.length === mostSuggestions) break;
    found.push(...(await findAlike(db, likeness, found, typed.withCompany, rootUplineCode)));
  }
  return found.map(({ internalId, name, status }) => ({ internalId, name, status }));
}

/** The next ones, up to as many as are still missing; their rows are read once it is known which. */
async function findAlike(
  db: Queries,
  { condition, among = sql`consultants` }: Likeness,
  found: { id: number }[],
  withCompany: boolean,
  rootUplineCode: string,
): Promise<(Suggestion & { id: number })[]> {
  const isNext = sql`${condition} and person.id <> all (${found.map(({ id }) => id)}::bigint[])`;
  const first = sql`order by normalized_name, id limit ${mostSuggestions - found.length}`;
  const consultants = sql`(select id, normalized_name from ${among} person where ${isNext} ${first})`;
  const theCompany = sql`
    (select id, normalized_name from (
      select ${company} as id, normalize_text('Empresa') as normalized_name, normalize_text(${rootUplineCode}) as normalized_internal_id
    ) person where ${isNext})`;
  const { rows } = await sql<Suggestion & { id: number }>`
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
 * How alike people can be to a text, from the most to the least. Of several words, one that begins the name comes before all of them in a
 * row within it: the surname before the name is what people type.
 */
function fromMostAlike(text: string | undefined): Likeness[] {
  if (text === undefined) return [{ condition: sql`person.id = ${company}` }, { condition: sql`true` }];
  const words = text.split(/\s+/);
  const phrase = words.join(' ');
  const hasAll = all(
    words.map(
      (word) =>
        sql`(${normalizedContains(sql`person.normalized_internal_id`, word)} or ${normalizedContains(sql`person.normalized_name`, word)})`,
    ),
  );
  return [
    { condition: sql`person.normalized_internal_id = normalize_text(${phrase})` },
    { condition: sql`person.normalized_internal_id like ${beginning(phrase)}` },
    { condition: sql`person.normalized_name like ${beginning(phrase)}` },
    ...(words.length > 1
      ? words.map((word) => ({ condition: sql<SqlBool>`person.normalized_name like ${beginning(word)} and ${hasAll}` }))
      : []),
    ...withinNames(sql`person.normalized_name like '% ' || ${beginning(phrase)}`, beginsLikeAWord.test(phrase)),
    ...withinNames(
      hasAll,
      words.some((word) => knownToTheIndex.test(word)),
    ),
  ];
}

/** The pattern for what begins with a text: `containing` has the % before it that lets anything stand there. */
const beginning = (text: string) => sql<string>`substr(containing(${text}), 2)`;

/**
 * What is within names is looked for among the first names, where what many have in common is found at once, and only then among all:
 * if the index of trigrams knows it. Words by their beginnings it does, and any three letters or digits in a row; less than that within a
 * word is in nearly everybody's name or in nobody's, and not worth reading a million names.
 */
function withinNames(condition: RawBuilder<SqlBool>, isKnownToTheIndex: boolean): Likeness[] {
  return isKnownToTheIndex ? [{ condition, among: firstNames }, { condition }] : [{ condition, among: firstNames }];
}

const beginsLikeAWord = /^[\p{L}\p{N}]/u;
const knownToTheIndex = /[\p{L}\p{N}]{3}/u;
const firstNames = sql`
  (select id, normalized_name, normalized_internal_id from consultants order by normalized_name, id limit 10000)`;
