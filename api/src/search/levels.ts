import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { all, containsUnindexed, isIndexable, normalizedContains, wordsOf } from '../db/selection.ts';

/** One way to match a text: a condition on the table, or on part of it (`among`), and the order of what matches. */
export interface Level {
  condition: RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
  among?: RawBuilder<unknown>;
}

const name = sql`consultant.normalized_name`;
const email = sql`consultant.normalized_email`;
const code = sql`consultant.normalized_internal_id`;
const taxId = sql`lower(consultant.tax_id) collate "C"`;
const number = sql`normalize_text("order".ecommerce_id) collate "C"`;

const byName = sql`${name}, consultant.id`;
const byCode = sql`${code}, consultant.id`;
const byEmail = sql`${email}, consultant.id`;
const byTaxId = sql`${taxId}, consultant.id`;
const byNumber = sql`${number}, "order".id`;

/** The pattern of texts that begin with this one: `containing` without its leading %. */
const beginningWith = (text: string) => sql<string>`substr(containing(${text}), 2)`;
const begins = (column: RawBuilder<unknown>, text: string) => sql<SqlBool>`${column} like ${beginningWith(text)}`;
const equals = (column: RawBuilder<unknown>, text: string) => sql<SqlBool>`${column} = normalize_text(${text})`;

/** How many rows a level reads where no index bounds it. */
const mostRead = 10_000;

/** How many of what a trigram index finds are looked at: the sort of a very common text would take long, and nobody reads to its end. */
const mostSorted = 200;

/** Of a text with more words, so many begin a search: a name has fewer. */
const mostFirstWords = 4;

/**
 * The consultants that a text may mean: an exact code, email or NIF; names that begin with it; codes, NIFs and emails that do; names with all of
 * its words, those that begin with one of them first; and whatever has all words in the name, the code or the email.
 */
export function consultantLevels(text: string): Level[] {
  const words = wordsOf(text);
  const phrase = words.join(' ');
  const digits = text.replaceAll(/\s/g, '');
  const isOneWord = words.length === 1;
  const hasAll = normalizedContains(name, phrase);
  return [
    { condition: equals(code, phrase), order: byCode },
    { condition: equals(email, phrase), order: byEmail },
    { condition: sql`${taxId} = lower(${digits})`, order: byTaxId },
    { condition: begins(name, phrase), order: byName },
    ...(isOneWord ? [{ condition: begins(code, phrase), order: byCode }] : []),
    ...(/^\d{3,}$/.test(digits) ? [{ condition: sql<SqlBool>`${taxId} like ${`${digits}%`}`, order: byTaxId }] : []),
    ...(isOneWord ? [{ condition: begins(email, phrase), order: byEmail }] : []),
    ...(isOneWord ? [] : words.slice(0, mostFirstWords).map((word) => withFirstWord(word, hasAll))),
    { condition: hasAll, order: byName, among: firstNames },
    // No name has an @.
    ...(words.some(isIndexable) && !text.includes('@') ? [anywhere(words, [name])] : []),
    ...(words.some(isIndexable) ? [anywhere(words, [name, code, email])] : []),
  ];
}

/** The orders whose number a text may mean: the number itself, those that begin with it, those that have it within. */
export function orderLevels(text: string): Level[] {
  return [
    { condition: equals(number, text), order: byNumber },
    { condition: begins(number, text), order: byNumber },
    ...(isIndexable(text)
      ? [
          {
            condition: sql<SqlBool>`true`,
            order: byNumber,
            among: sql`(select id, ecommerce_id from orders "order" where ${normalizedContains(sql`normalize_text("order".ecommerce_id)`, text)} limit ${mostSorted}) "order"`,
          },
        ]
      : []),
  ];
}

/** Names that begin with a word and have all the others: people type the surname before the first name. */
function withFirstWord(word: string, hasAll: RawBuilder<SqlBool>): Level {
  const among = sql`(
    select id, normalized_name from consultants consultant where ${begins(name, word)} order by ${byName} limit ${mostRead}
  ) consultant`;
  return { condition: hasAll, order: byName, among };
}

/** The first names of all: a text that is common is found among them at once. */
const firstNames = sql`(
  select id, normalized_name from consultants consultant order by ${byName} limit ${mostRead}
) consultant`;

/**
 * Every word in one of the columns. An index knows only the runs of letters and digits in them. Where a word is no such run, what has the
 * runs is read for the words themselves, and no more than so much: the runs alone may be very common.
 */
function anywhere(words: string[], columns: RawBuilder<unknown>[]): Level {
  const runs = words.flatMap((word) => word.match(indexableRuns) ?? []);
  const most = words.every((word) => runs.includes(word)) ? mostSorted : mostRead;
  const among = sql`(select * from consultants consultant where ${inAnyOf(columns, runs)} limit ${most}) consultant`;
  return { condition: inAnyOf(columns, words), order: byName, among };
}

const indexableRuns = /[\p{L}\p{N}]{3,}/gu;

function inAnyOf(columns: RawBuilder<unknown>[], words: string[]): RawBuilder<SqlBool> {
  const contains = (word: string) => (isIndexable(word) ? normalizedContains : containsUnindexed);
  return all(
    words.map((word) => {
      const found = columns.map((column) => contains(word)(column, word));
      return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
    }),
  );
}
