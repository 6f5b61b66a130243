import type { Recognised } from '@rede/contract/orders-import';

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
  /** A field's titles, the first that is there being the one that counts. */
  titles: Partial<Record<Field, readonly string[]>>;
  /** Those of the titles that many programs use: a file with no other is read alike, but is nobody's in particular. */
  commonTitles?: readonly string[];
  /** What the shop's statuses mean; compared without regard to case, accents and spaces. */
  statuses?: Partial<Record<PaymentStatus, readonly string[]>>;
  /** The number without the shop's decoration. */
  plainNumber?: (text: string) => string;
  /** The coupons in the column's text, parted by `, `. */
  plainCoupons?: (text: string) => string;
  /** Whether an order's further items follow as rows that repeat its number and leave the total empty. */
  itemRows?: true;
}

/**
 * What an order's status says of its payment. `paid` stands even where the export has no day of payment: an order that a discount
 * brought to nothing is paid without ever having been paid for. One that was refunded in part still counts, as paid. A cancelled
 * one does not count. Of a status that is not listed nothing is concluded.
 */
export type PaymentStatus = 'paid' | 'partlyPaid' | 'unpaid' | 'cancelled';

/** Without which no order can be read. */
export const requiredFields = ['number', 'createdAt', 'total'] as const satisfies Field[];

/** May be added to any shop's file. */
const code = ['Código IK', 'internalId'];

/** Files of our own, in the words of the order form or of the API. */
const own: Shop = {
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
  statuses: {
    paid: ['paid', 'partially_refunded'],
    partlyPaid: ['partially_paid'],
    unpaid: ['pending', 'authorized', 'expired'],
    cancelled: ['voided', 'refunded', 'cancelled', 'failed'],
  },
  plainNumber: withoutDecoration,
  itemRows: true,
};

const wooCommerceStatuses: Shop['statuses'] = {
  paid: ['completed', 'processing', 'wc-completed', 'wc-processing'],
  unpaid: ['on-hold', 'on hold', 'pending', 'wc-on-hold', 'wc-pending'],
  cancelled: ['cancelled', 'refunded', 'failed', 'wc-cancelled', 'wc-refunded', 'wc-failed'],
};

const wooCommerce: Shop = {
  name: 'woocommerce',
  titles: {
    number: ['order_number', 'order_id'],
    coupon: ['coupon_items'],
    createdAt: ['order_date'],
    paidAt: ['paid_date'],
    total: ['order_total'],
    currency: ['order_currency'],
    status: ['status'],
    code,
  },
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
    number: ['Order #'],
    coupon: ['Coupon(s)'],
    createdAt: ['Date'],
    total: ['Net Sales'],
    status: ['Status'],
    code,
  },
  statuses: wooCommerceStatuses,
  plainNumber: withoutDecoration,
};

const prestaShop: Shop = {
  name: 'prestashop',
  titles: {
    number: ['Reference', 'Referência', 'ID'],
    createdAt: ['Date', 'Data', 'Fecha'],
    total: ['Total'],
    status: ['Status', 'Estado', 'État'],
    code,
  },
  commonTitles: ['ID', 'Date', 'Data', 'Fecha', 'Total', 'Status', 'Estado', 'État', ...code],
  statuses: {
    paid: ['Payment accepted', 'Remote payment accepted', 'Processing in progress', 'Shipped', 'Delivered'].concat([
      'Pagamento aceite',
      'Pagamento remoto aceite',
      'Enviado',
      'Entregue',
    ]),
    cancelled: ['Canceled', 'Cancelled', 'Refunded', 'Payment error'].concat([
      'Cancelado',
      'Cancelada',
      'Reembolsado',
      'Reembolsada',
      'Erro de pagamento',
    ]),
  },
  plainNumber: withoutDecoration,
};

/** The files that are known. */
export const shops: Shop[] = [own, shopify, wooCommerce, wooCommerceAnalytics, prestaShop];

/** Text without regard to case, accents and spaces. */
export function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
