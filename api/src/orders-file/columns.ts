import type { Recognised } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';
import { quoted, shown } from './refusal.ts';
import { type Field, normalized, requiredFields, type Shop, shops } from './shops.ts';

/** Which of a file's columns tell what. */
export interface Columns {
  header: string[];
  shop: Shop;
  /** The place of a field's column, where there is one. */
  places: Partial<Record<Field, number>>;
  /** How well the header is known; higher is better. */
  score: number;
}

/** The shop whose columns the header shows the most of, those that every order needs first. */
export function recogniseColumns(header: string[]): Columns {
  const normalizedHeader = header.map(normalized);
  const [first, ...others] = shops.map((shop) => match(shop, header, normalizedHeader));
  if (!first) throw new Error('no shop is known');
  return others.reduce((best, columns) => (columns.score > best.score ? columns : best), first);
}

function match(shop: Shop, header: string[], normalizedHeader: string[]): Columns {
  const places: Columns['places'] = {};
  for (const [field, titles] of Object.entries(shop.titles)) {
    const place = titles.map((title) => normalizedHeader.indexOf(normalized(title))).find((place) => place !== -1);
    if (place !== undefined) places[field as Field] = place;
  }
  const needed = requiredFields.filter((field) => places[field] !== undefined).length;
  // One column alone is no sign of a shop: many files have a "Total".
  const score = needed < 2 ? 0 : needed * header.length + Object.keys(places).length;
  return { header, shop, places, score };
}

/** Throws a Problem 400 where a column is missing without which there are no orders, or one that counts is there twice. */
export function requireColumns({ header, shop, places }: Columns): void {
  const missing = requiredFields.filter((field) => places[field] === undefined).map((field) => titlesOf(shop, field));
  if (missing.length > 0) {
    const found = header.filter((title) => title.trim() !== '').map((title) => quoted(title.trim()));
    throw new Problem(
      'invalid',
      `${missing.length === 1 ? 'Falta a coluna' : 'Faltam as colunas'} ${missing.join(', ')}. Colunas encontradas: ${found.join(', ')}.`,
    );
  }
  const normalizedHeader = header.map(normalized);
  const twice = Object.values(places).find(
    (place) => normalizedHeader.indexOf(normalizedHeader[place] ?? '', place + 1) !== -1,
  );
  if (twice !== undefined) {
    throw new Problem('invalid', `A coluna ${quoted(header[twice]?.trim() ?? '')} aparece mais do que uma vez.`);
  }
}

/** Whose file it is; null where it only has columns that are called so in many programs. */
export function shopOf({ header, shop, places }: Columns): Recognised['shop'] {
  const common = new Set(shop.commonTitles?.map(normalized));
  const isTelling = Object.values(places).some((place) => !common.has(normalized(header[place] ?? '')));
  return isTelling ? shop.name : null;
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
  return (shop.titles[field] ?? []).map((title) => `"${title}"`).join(' ou ');
}
