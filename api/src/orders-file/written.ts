import type { Day } from '@rede/contract/days';
import { largestAmount, toCents } from '@rede/contract/money';
import { type AmbiguousAmount, type Amount, type DecimalMark, settleAmount } from './amounts.ts';
import { type DateOrder, settleDate, type TwoWayDate } from './dates.ts';
import { Refusal } from './refusal.ts';
import type { PaymentStatus } from './statuses.ts';

/** How a file may turn out to write dates and amounts; undefined where it makes no difference. */
export interface Style {
  dateOrder?: DateOrder | undefined;
  decimalMark?: DecimalMark | 'unknown' | undefined;
}

/** A record's dates and amounts before the file's style is applied, null where there is no text, and what its status says of its payment. */
export interface Written {
  createdAt: Day | TwoWayDate | Refusal | null;
  paidAt: Day | TwoWayDate | Refusal | null;
  total: Amount | AmbiguousAmount | Refusal | null;
  payment: Amount | AmbiguousAmount | Refusal | null;
  outstanding: Amount | AmbiguousAmount | Refusal | null;
  paymentStatus: PaymentStatus | undefined;
}

/** A record's days and amounts in cents as far as they are known: null where there is no text, undefined where it is refused. */
export interface Known {
  createdAt: Day | null | undefined;
  paidAt: Day | null | undefined;
  total: number | null | undefined;
  payment: number | null | undefined;
}

/** Unpaid, whatever the total. */
export const everything = toCents(largestAmount);

/**
 * How much of the total is still to be paid, at most all of it, as a shop tells it; null where it does not. The balance says it best: below
 * zero (a cent of rounding, a refund due) nothing is unpaid. Without one the status does; it cannot for an order paid in part.
 */
export function unpaidAtMost({ outstanding, paymentStatus }: Written, style: Style): number | null | Refusal {
  const balance = centsOf(outstanding, style);
  if (balance instanceof Refusal) return balance;
  if (balance !== null) return Math.max(balance, 0);
  switch (paymentStatus) {
    case 'paid':
      return 0;
    case 'unpaid':
      return everything;
    case 'partlyPaid':
      return new Refusal('em falta, numa encomenda que está paga em parte');
    case 'cancelled':
    case 'draft':
    case 'unknown':
    case undefined:
      return null;
  }
}

export function known<T>(value: T | Refusal): T | undefined {
  return value instanceof Refusal ? undefined : value;
}

export function isTwoWay(date: Written['createdAt']): date is TwoWayDate {
  return typeof date === 'object' && date !== null && 'dayFirst' in date;
}

export function isAmbiguous(amount: Written['total']): amount is AmbiguousAmount {
  return amount !== null && 'mark' in amount;
}

export function dayOf(date: Written['createdAt'], order: DateOrder): Day | Refusal | null {
  return isTwoWay(date) ? settleDate(date, order) : date;
}

export function centsOf(amount: Written['total'], { decimalMark }: Style): number | Refusal | null {
  if (amount === null || amount instanceof Refusal) return amount;
  return isAmbiguous(amount) ? settleAmount(amount, decimalMark ?? 'unknown') : amount.cents;
}
