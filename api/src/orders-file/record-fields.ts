import { fromCents } from '@rede/contract/money';
import type { LineValues } from '@rede/contract/orders-import';
import { parseAmount } from './amounts.ts';
import type { Columns } from './columns.ts';
import { parseDate } from './dates.ts';
import { Refusal, shown } from './refusal.ts';
import { lineValues } from './refused-record.ts';
import { type Field, requiredFields, type Shop } from './shops.ts';
import type { Known } from './written.ts';

/** Tells whether fields have what every order has in the columns where the file has it: a number, a date and an amount. */
export function isOrderLine({ places }: Columns): (fields: string[]) => boolean {
  return (fields) => {
    const [number, createdAt, total] = requiredFields.map((field) => fields[places[field] ?? -1]?.trim() ?? '');
    if (!number || !createdAt || !total) return false;
    return !(parseDate(createdAt) instanceof Refusal) && !(parseAmount(total) instanceof Refusal);
  };
}

/** What the columns of a file say of a record. */
export class RecordFields {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  get shop(): Shop {
    return this.#columns.shop;
  }

  text(fields: string[], field: Field): string {
    const place = this.#columns.places[field];
    return place === undefined ? '' : (fields[place]?.trim() ?? '');
  }

  title(field: Field): string {
    const place = this.#columns.places[field];
    const { header, shop } = this.#columns;
    return shown((place === undefined ? undefined : header[place]?.trim()) ?? shop.titles[field]?.[0] ?? '');
  }

  /** A refusal in Portuguese, with the column as the file calls it. */
  message(field: Field, { reason }: Refusal): string {
    const title = this.title(field);
    return reason.startsWith(title) ? reason : `${title}: ${reason}`;
  }

  coupons(fields: string[]): string {
    const coupons = this.text(fields, 'coupon');
    const { plainCoupons } = this.shop;
    return plainCoupons ? plainCoupons(coupons) : coupons;
  }

  /** What a file of our own would say: days and amounts as they are known, else the text as it stands. */
  values(fields: string[], number: string, { createdAt, paidAt, total, payment }: Known): LineValues {
    return lineValues({
      ecommerceId: number,
      createdAt: createdAt ?? this.text(fields, 'createdAt'),
      total: typeof total === 'number' ? fromCents(total) : this.text(fields, 'total'),
      paidAt: paidAt ?? this.text(fields, 'paidAt'),
      totalPayment: typeof payment === 'number' ? fromCents(payment) : this.text(fields, 'payment'),
      couponCode: this.coupons(fields),
      internalId: this.text(fields, 'code'),
    });
  }
}
