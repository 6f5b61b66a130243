import type { Recognised } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';
import { normalized } from './normalized.ts';
import { quoted, shown } from './refusal.ts';
import { type Field, own, requiredFields, type Shop, shops } from './shops.ts';

/** Which of a file's columns tell what. */
export interface Columns {
  header: string[];
  shop: Shop;
  /** The place of a field's column, where there is one. */
  places: Partial<Record<Field, number>>;
  /** The places of two columns that say the same field, where there are such: the file does not tell which of them counts. */
  rivals: [number, number] | undefined;
  /** How well the header is known; higher is better. */
  score: number;
}

/** The shop whose columns the header shows the most of, those that every order needs first. */
export function recogniseColumns(header: string[]): Columns {
  return shops
    .map((shop) => match(shop, header))
    .reduce((best, columns) => (columns.score > best.score ? columns : best));
}

function match(shop: Shop, header: string[]): Columns {
  const normalizedHeader = header.map(normalized);
  const placesOf = (titles: readonly string[] = []) => {
    const known = new Set(titles.map(normalized));
    return normalizedHeader.flatMap((title, place) => (known.has(title) ? [place] : []));
  };
  const places: Columns['places'] = {};
  let rivals: Columns['rivals'];
  for (const field of Object.keys(shop.titles) as Field[]) {
    const found = placesOf(shop.titles[field]);
    const [place, rival] = found.length > 0 ? found : placesOf(shop.fallbackTitles?.[field]);
    if (place === undefined) continue;
    places[field] = place;
    if (rival !== undefined) rivals ??= [place, rival];
  }
  const needed = requiredFields.filter((field) => places[field] !== undefined).length;
  // One column alone is no sign of a shop: many files have a "Total".
  const score = needed < 2 ? 0 : needed * header.length + Object.keys(places).length;
  return { header, shop, places, rivals, score };
}

/**
 * Throws a Problem 400 where a column is missing without which there are no orders, or where two say the same. A file of no shop in particular
 * is told what it lacks by our own titles.
 */
export function requireColumns(columns: Columns): void {
  const { header } = columns;
  const isMissing = ({ places }: Columns) => requiredFields.some((field) => places[field] === undefined);
  if (isMissing(columns)) {
    const { shop, places } = isTelling(columns) ? columns : match(own, header);
    const missing = requiredFields.filter((field) => places[field] === undefined).map((field) => titlesOf(shop, field));
    const found = header.filter((title) => title.trim() !== '').map((title) => quoted(title.trim()));
    throw new Problem(
      'invalid',
      `${missing.length === 1 ? 'Falta a coluna' : 'Faltam as colunas'} ${missing.join(', ')}. Colunas encontradas: ${found.join(', ')}.`,
    );
  }
  if (columns.rivals) {
    const [one = '', other = ''] = columns.rivals.map((place) => header[place]?.trim());
    throw new Problem(
      'invalid',
      normalized(one) === normalized(other)
        ? `A coluna ${quoted(one)} aparece mais do que uma vez.`
        : `As colunas ${quoted(one)} e ${quoted(other)} dizem o mesmo e não se sabe qual vale. Deixe só uma delas no ficheiro.`,
    );
  }
}

/**
 * Whose file it is; null where it only has columns that are called so in many programs. One that has a status is its shop's in any case, for
 * the shop's words are what it is read by.
 */
export function shopOf(columns: Columns): Recognised['shop'] {
  return isTelling(columns) || columns.places.status !== undefined ? columns.shop.name : null;
}

function isTelling({ header, shop, places }: Columns): boolean {
  const common = new Set(shop.commonTitles?.map(normalized));
  return Object.values(places).some((place) => !common.has(normalized(header[place] ?? '')));
}

/** What each field tells of an order, by its name on the wire; a currency or a cancellation becomes no part of it. */
const wireNames: Partial<Record<Field, string>> = {
  number: 'ecommerceId',
  coupon: 'couponCode',
  createdAt: 'createdAt',
  paidAt: 'paidAt',
  code: 'internalId',
  total: 'total',
  payment: 'totalPayment',
  outstanding: 'totalPayment',
  status: 'totalPayment',
};

/** Which columns are read for what, from the file's first to its last. */
export function columnsRead({ header, places }: Columns): Recognised['columns'] {
  return Object.entries(places)
    .toSorted(([, one], [, other]) => one - other)
    .flatMap(([field, place]) => {
      const wireName = wireNames[field as Field];
      return wireName ? [{ field: wireName, title: shown(header[place]?.trim() ?? '') }] : [];
    });
}

function titlesOf(shop: Shop, field: Field): string {
  const titles = [...(shop.titles[field] ?? []), ...(shop.fallbackTitles?.[field] ?? [])];
  return titles.map((title) => `"${title}"`).join(' ou ');
}
