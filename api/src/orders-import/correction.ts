import { largestAmount, toCents } from '@rede/contract/money';
import type { LineField, LineValues, StatusMeaning } from '@rede/contract/orders-import';
import { readLine } from '../orders-file/line.ts';
import type { OrderValues } from '../orders-file/order-reader.ts';
import type { Objection } from '../orders-file/refused-record.ts';
import { knownStatuses, type Shop, shopNamed } from '../orders-file/shops.ts';
import { type PaymentStatus, statusKey } from '../orders-file/statuses.ts';
import type { KeptLine } from './queries.ts';

/** Why a corrected line is refused again. */
export interface Refused {
  error: string;
  field: LineField | null;
}

/** A corrected line that is an order, as far as it tells itself. */
export interface Corrected {
  number: string;
  order: OrderValues;
}

/** What somebody said that a shop's statuses mean, by `statusKey`. */
export type Answers = ReadonlyMap<Shop['name'], ReadonlyMap<string, StatusMeaning>>;

/** Reads a refused line by the values it has now. */
export function readCorrected(line: KeptLine, after: LineValues, answers: Answers): Corrected | Refused {
  const before = line.values ?? {};
  const isChanged = (field: LineField) => after[field] !== undefined && after[field] !== before[field];
  let unpaid = line.unpaid;
  for (const objection of line.objections ?? []) {
    const meaning = meaningOf(objection, answers);
    if (meaning === 'paid') unpaid ??= 0;
    else if (meaning === 'unpaid') unpaid ??= everything;
    else if (meaning === 'cancelled' || meaning === 'draft') {
      return { error: `A loja cancelou esta encomenda (estado "${objection.status?.word}")`, field: null };
    } else if (!isAnswered(objection, isChanged)) return { error: objection.error, field: objection.field };
  }
  const { number, order, problem, refused } = readLine(line.lineNumber, after);
  if (!order) return { error: problem ?? line.error, field: refused?.field ?? null };
  // What the shop says of the payment holds while nobody says otherwise.
  const isTold = order.payment !== null || before.totalPayment !== undefined || isChanged('paidAt');
  if (isTold || unpaid === undefined) return { number, order };
  return { number, order: { ...order, payment: order.total - Math.min(unpaid, order.total) } };
}

const everything = toCents(largestAmount);

/** What the objection's status means by now; undefined where it is about none. */
function meaningOf({ status }: Objection, answers: Answers): PaymentStatus | undefined {
  if (!status) return undefined;
  const key = statusKey(status.word);
  return knownStatuses(shopNamed(status.shop)).get(key) ?? answers.get(status.shop)?.get(key);
}

function isAnswered({ field, status }: Objection, isChanged: (field: LineField) => boolean): boolean {
  if (status) return isChanged('paidAt') || isChanged('totalPayment');
  return field !== null && isChanged(field);
}
