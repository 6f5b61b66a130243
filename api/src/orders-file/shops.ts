import type { Recognised } from '@rede/contract/orders-import';
import {
  type PaymentStatus,
  prestaShopStatuses,
  shopifyStatuses,
  statusKey,
  type Statuses,
  wooCommerceStatuses,
} from './statuses.ts';

/** What a file can tell of an order. */
export type Field =
  | 'number'
  | 'coupon'
  | 'createdAt'
  | 'paidAt'
  | 'code'
  | 'total'
  | 'payment'
  | 'outstanding'
  | 'currency'
  | 'status'
  | 'cancelledAt';

/** A shop's export: what its columns are called, and what they mean where that is not plain. */
export interface Shop {
  name: NonNullable<Recognised['shop']>;
  /** A field's titles, in the languages that the shop comes in: a file has one of them. */
  titles: Partial<Record<Field, readonly string[]>>;
  /** What a field is read from where the file has none of its titles. */
  fallbackTitles?: Partial<Record<Field, readonly string[]>>;
  /** Those of the titles that many programs use: a file with no other is read alike, but is nobody's in particular. */
  commonTitles?: readonly string[];
  /** What the shop's statuses mean. */
  statuses?: Statuses;
  /** The number without the shop's decoration. */
  plainNumber?: (text: string) => string;
  /** The coupons in the column's text, parted by `, `. */
  plainCoupons?: (text: string) => string;
  /** Whether an order's further items follow as rows that repeat its number and leave the total empty. */
  itemRows?: true;
}

/** Without which no order can be read. */
export const requiredFields = ['number', 'createdAt', 'total'] as const satisfies Field[];

/** May be added to any shop's file. */
const code = ['Código IK', 'internalId'];

/** Files of our own, in the words of the order form or of the API. */
export const own: Shop = {
  name: 'rede',
  titles: {
    number: ['Número de encomenda', 'ecommerceId'],
    coupon: ['Cupão', 'couponCode'],
    createdAt: ['Data de Encomenda', 'createdAt'],
    paidAt: ['Data de Pagamento', 'paidAt'],
    total: ['Valor da Encomenda', 'total'],
    payment: ['Valor Pago', 'totalPayment'],
    code,
  },
};

const withoutDecoration = (text: string) => text.replace(/^'?#?/, '').trim();

const shopify: Shop = {
  name: 'shopify',
  titles: {
    number: ['Name'],
    coupon: ['Discount Code'],
    createdAt: ['Created at'],
    paidAt: ['Paid at'],
    total: ['Total'],
    outstanding: ['Outstanding Balance'],
    currency: ['Currency'],
    status: ['Financial Status'],
    cancelledAt: ['Cancelled at'],
    code,
  },
  statuses: shopifyStatuses,
  plainNumber: withoutDecoration,
  itemRows: true,
};

const wooCommerce: Shop = {
  name: 'woocommerce',
  titles: {
    number: ['order_number'],
    coupon: ['coupon_items'],
    createdAt: ['order_date'],
    paidAt: ['paid_date'],
    total: ['order_total'],
    currency: ['order_currency'],
    status: ['status'],
    code,
  },
  fallbackTitles: { number: ['order_id'] },
  statuses: wooCommerceStatuses,
  plainNumber: withoutDecoration,
  plainCoupons: (text) =>
    text
      .split(';')
      .map((item) => /(?:^|\|)\s*code:([^|]*)/.exec(item)?.[1]?.trim() ?? item.trim())
      .filter((coupon) => coupon !== '')
      .join(', '),
};

const wooCommerceAnalytics: Shop = {
  name: 'woocommerce-analytics',
  titles: {
    number: ['Order #', 'Encomenda #', 'Pedido #', 'Commande n°'],
    coupon: ['Coupon(s)', 'Cupão(ões)', 'Cupón(es)', 'Code(s) promo'],
    createdAt: ['Date', 'Data', 'Fecha'],
    total: ['Net Sales', 'Vendas líquidas', 'Ventas netas', 'Ventes nettes'],
    status: ['Status', 'Estado', 'État'],
    code,
  },
  statuses: wooCommerceStatuses,
  plainNumber: withoutDecoration,
};

const prestaShop: Shop = {
  name: 'prestashop',
  titles: {
    number: ['Reference', 'Referência'],
    createdAt: ['Date', 'Data', 'Fecha'],
    total: ['Total'],
    status: ['Status', 'Estado', 'État'],
    code,
  },
  fallbackTitles: { number: ['ID'] },
  commonTitles: ['ID', 'Date', 'Data', 'Fecha', 'Total', 'Status', 'Estado', 'État', ...code],
  statuses: prestaShopStatuses,
  plainNumber: withoutDecoration,
};

/** The files that are known. */
export const shops: Shop[] = [own, shopify, wooCommerce, wooCommerceAnalytics, prestaShop];

/** What a shop's statuses mean of themselves, by `statusKey`. */
export function knownStatuses({ statuses = {} }: Pick<Shop, 'statuses'>): Map<string, PaymentStatus> {
  return new Map(
    Object.entries(statuses).flatMap(([meaning, words]) =>
      words.map((word) => [statusKey(word), meaning as PaymentStatus] as const),
    ),
  );
}

export function shopNamed(name: Shop['name']): Shop {
  const shop = shops.find((shop) => shop.name === name);
  if (!shop) throw new Error(`no shop is called ${name}`);
  return shop;
}
