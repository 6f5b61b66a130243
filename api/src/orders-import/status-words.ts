import { type StatusMeaning, statusMeanings, type StatusWord } from '@rede/contract/orders-import';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Actor, inChange } from '../db/change.ts';
import type { Database, Queries } from '../db/client.ts';
import { Problem } from '../http/problem.ts';
import { knownStatuses, type Shop, shopNamed } from '../orders-file/shops.ts';
import { shownStatus, statusKey } from '../orders-file/statuses.ts';
import { instant } from './queries.ts';
import type { Session } from './session.ts';

const answerRows = z.array(z.object({ key: z.string(), meaning: z.enum(statusMeanings) }));

/** What somebody said that the shop's statuses mean, by `statusKey`. */
export async function answersFor(session: Session, shop: Shop['name']): Promise<Map<string, StatusMeaning>> {
  const { rows } = await session.query('select key, meaning from status_words where shop = $1', [shop]);
  return new Map(answerRows.parse(rows).map(({ key, meaning }) => [key, meaning]));
}

export async function findStatusWords(db: Queries): Promise<{ results: StatusWord[] }> {
  const { rows } = await sql<StatusWord>`
    select shop, word, meaning, said_by as "saidBy", ${sql.raw(instant('said_at'))} as "saidAt"
    from status_words
    order by shop, key
  `.execute(db);
  return { results: rows };
}

export interface StatusAnswer {
  shop: Shop['name'];
  word: string;
  /** Without one the answer is forgotten. */
  meaning?: StatusMeaning | undefined;
}

const meanings: Record<StatusMeaning, string> = { paid: 'pago', unpaid: 'por pagar', cancelled: 'cancelado' };

const shopTitles: Record<Shop['name'], string> = {
  rede: 'Ficheiro próprio',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  'woocommerce-analytics': 'WooCommerce Analytics',
  prestashop: 'PrestaShop',
};

/** Keeps what a status means, in place of what was said before. Problem 400 where that is known without an answer. */
export async function setStatusWord(
  database: Database,
  { shop, word: written, meaning }: StatusAnswer,
  by: Actor,
): Promise<{ results: StatusWord[] }> {
  const word = shownStatus(written);
  const key = statusKey(word);
  if (meaning && knownStatuses(shopNamed(shop)).has(key)) {
    throw new Problem('invalid', `Já se sabe o que significa o estado "${word}".`);
  }
  if ((await meaningNow(database, shop, key)) === meaning) return findStatusWords(database);
  const about = `${shopTitles[shop]}, ${word}: ${meaning ? meanings[meaning] : 'sem resposta'}`;
  return inChange(database, { by, does: 'status-word.set', about }, async (db) => {
    if (meaning) {
      await sql`
        insert into status_words (shop, key, word, meaning, said_by, said_by_subject)
        values (${shop}, ${key}, ${word}, ${meaning}, ${by.name}, ${by.subject})
        on conflict (shop, key) do update
        set word = excluded.word, meaning = excluded.meaning, said_at = clock_timestamp(),
          said_by = excluded.said_by, said_by_subject = excluded.said_by_subject
      `.execute(db);
    } else {
      await sql`delete from status_words where shop = ${shop} and key = ${key}`.execute(db);
    }
    return findStatusWords(db);
  });
}

async function meaningNow(db: Queries, shop: Shop['name'], key: string): Promise<StatusMeaning | undefined> {
  const { rows } = await sql<{ meaning: StatusMeaning }>`
    select meaning from status_words where shop = ${shop} and key = ${key}
  `.execute(db);
  return rows[0]?.meaning;
}
