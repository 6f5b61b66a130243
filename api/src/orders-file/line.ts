import { type LineField, lineFields, type LineValues } from '@rede/contract/orders-import';
import { recogniseColumns } from './columns.ts';
import { OrderReader, type Reading } from './order-reader.ts';
import type { Field } from './shops.ts';
import { own } from './shops.ts';

const ownField: Record<LineField, Field> = {
  ecommerceId: 'number',
  createdAt: 'createdAt',
  total: 'total',
  paidAt: 'paidAt',
  totalPayment: 'payment',
  couponCode: 'coupon',
  internalId: 'code',
};

/** A file of our own with every column there is. */
const columns = recogniseColumns(lineFields.map((field) => own.titles[ownField[field]]?.[0] ?? ''));

/** Reads a line as one of a file of our own that has no other. */
export function readLine(line: number, values: LineValues): Reading {
  const fields = lineFields.map((field) => values[field] ?? '');
  const reading = new OrderReader(columns).readAlone({ line, lines: 1, fields });
  if (!reading) throw new Error('a line has no reading');
  return reading;
}

/** What is wrong with a line's value, as a file of our own says it. */
export function lineMessage(field: Field, reason: Parameters<OrderReader['message']>[1]): string {
  return new OrderReader(columns).message(field, reason);
}
