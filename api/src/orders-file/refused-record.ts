import type { LineField, LineValues } from '@rede/contract/orders-import';
import { cut } from './refusal.ts';
import type { Field, Shop } from './shops.ts';

/** What is kept of a record that is refused, so that it can be corrected. */
export interface RefusedRecord {
  /** The field at fault, where it is one of an order's. */
  field: LineField | null;
  /** What the record says, as a file of our own would. */
  values: LineValues;
  /** What speaks against the record beside its values: they would be an order by themselves. */
  objections?: Objection[];
  /** How much of the total is unpaid, in cents and at most the total, where the shop tells that and the total is not known. */
  unpaid?: number;
}

/** Stands until the field has another value; one of no field stands. */
export interface Objection {
  field: LineField | null;
  error: string;
  /** A status that the shop's words did not explain; it falls once they do. */
  status?: { shop: Shop['name']; word: string };
}

/** Which field of an order is wrong where a file's field is; a currency is wrong about the amount. */
export const lineFieldOf: Record<Field, LineField | null> = {
  number: 'ecommerceId',
  coupon: 'couponCode',
  createdAt: 'createdAt',
  paidAt: 'paidAt',
  code: 'internalId',
  total: 'total',
  payment: 'totalPayment',
  outstanding: 'totalPayment',
  currency: 'total',
  status: null,
  cancelledAt: null,
};

const longestValue = 200;

/** Values as they are kept: without those that say nothing, and none longer than an answer takes. */
export function lineValues(texts: Partial<Record<LineField, string | null | undefined>>): LineValues {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (text ? [[field, cut(text, longestValue)]] : [])),
  );
}
