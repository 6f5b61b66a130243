import { mostSuggestions, type Suggestion } from '@rede/contract/consultants';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot, type Queries } from '../db/client.ts';
import { all, isIndexable, wordsOf } from '../db/selection.ts';
import { findSuggestions } from './suggestions.ts';

/**
 * The consultants whose code or name is most like a text that may be mistyped: those whose code it may mean, those that contain it, and those
 * whose name is like it; each the most alike first.
 */
export function findNearest(database: Database, text: string): Promise<Suggestion[]> {
  return inSnapshot(database, async (db) => {
    const found = new Map<string, Suggestion>();
    // Names that are alike cost the most to find, and are looked for only while there are too few others.
    for (const find of [
      () => findAlikeCodes(db, text),
      () => findSuggestions(db, { text, withCompany: false }, ''),
      () => findAlikeNames(db, text),
    ]) {
      if (found.size >= mostSuggestions) break;
      for (const one of await find()) found.set(one.internalId, found.get(one.internalId) ?? one);
    }
    return [...found.values()].slice(0, mostSuggestions);
  });
}

const findAlikeCodes = (db: Queries, text: string) =>
  findAlike(
    db,
    sql`normalized_internal_id = any (array(select normalize_text(code) from unnest(${codesLike(text)}::text[]) code))`,
    sql`(${asSeen(sql`normalized_internal_id`)} = ${asSeen(sql`normalize_text(${text})`)})::integer
      + similarity(normalized_internal_id, normalize_text(${text}))`,
  );

/** The same for characters that are taken for each other where one reads: O and 0, I and l and 1, S and 5, B and 8, Z and 2. */
const asSeen = (code: RawBuilder<unknown>) => sql`translate(${code}, 'oilsbz', '011582')`;

/** How much of a word's trigrams a word of the name must have: half of them, as where one of five letters is another. */
const likeEnough = '0.5';

/** Each word is like one of the name's, wherever it is. Of very short ones everything is like. */
async function findAlikeNames(db: Queries, text: string): Promise<Suggestion[]> {
  const words = wordsOf(text).filter(isIndexable);
  if (words.length === 0) return [];
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${likeEnough}, true)`.execute(db);
  return findAlike(
    db,
    all(words.map((word) => sql`normalize_text(${word}) <% normalized_name`)),
    sql.join(
      words.map((word) => sql`word_similarity(normalize_text(${word}), normalized_name)`),
      sql` + `,
    ),
  );
}

async function findAlike(
  db: Queries,
  matches: RawBuilder<unknown>,
  likeness: RawBuilder<unknown>,
): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select id, internal_id as "internalId", name, status
    from consultants
    where ${matches}
    order by ${likeness} desc, normalized_name, id
    limit ${mostSuggestions}
  `.execute(db);
  return rows;
}

/** Longer texts are names. */
const longestCode = 20;
const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789-_./'];
const mostZeros = 8;

/**
 * The codes that a mistyped one may mean: with one character wrong, missing, too many, or swapped with its neighbour, or with another number
 * of zeros before its number, as spreadsheets leave it. All are looked up as they are: of trigrams, numbers have too many in common.
 */
function codesLike(text: string): string[] {
  const typed = [...text.toLowerCase()];
  if (typed.length > longestCode) return [];
  const codes = [text];
  for (const place of [...typed.keys(), typed.length]) {
    const before = typed.slice(0, place).join('');
    const [here = '', next = ''] = typed.slice(place);
    const [from, after, later] = [place, place + 1, place + 2].map((first) => typed.slice(first).join(''));
    codes.push(`${before}${after}`, `${before}${next}${here}${later}`);
    for (const character of characters) codes.push(`${before}${character}${after}`, `${before}${character}${from}`);
  }
  const [, letters, number] = /^(\D*)0*(\d.*)$/u.exec(text) ?? [];
  if (number === undefined) return codes;
  for (let zeros = 0; zeros < mostZeros; zeros += 1) codes.push(`${letters}${'0'.repeat(zeros)}${number}`);
  return codes;
}
