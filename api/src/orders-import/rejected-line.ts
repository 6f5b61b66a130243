import { fromCents } from '@rede/contract/money';
import type { OrderReader } from '../orders-file/order-reader.ts';
import { quoted, Refusal } from '../orders-file/refusal.ts';
import { lineValues, type RefusedRecord } from '../orders-file/refused-record.ts';
import type { KeptLine } from './queries.ts';
import type { RejectedRecord } from './validation.ts';

/**
 * A rejected record as it is answered and kept.
 *
 * @param message says what is wrong with a field, with its column.
 * @param lineOf where the record starts that this load made this order of without staging it.
 */
export function rejectedLine(
  record: RejectedRecord,
  message: OrderReader['message'],
  lineOf: (orderId: number) => number | undefined,
): KeptLine {
  const { line: lineNumber, lines, number, problem, refused, unknownCode, loadedId } = record;
  if (problem !== null) {
    const kept = JSON.parse(refused ?? '{}') as Partial<RefusedRecord>;
    return { lineNumber, lines, error: problem, ...kept, field: kept.field ?? null, values: kept.values ?? {} };
  }
  const values = valuesOf(record);
  if (unknownCode !== null) {
    const error = message('code', new Refusal(`${quoted(unknownCode)} não existe`));
    return { lineNumber, lines, error, field: 'internalId', values };
  }
  const firstLine = record.firstLine ?? (loadedId === null ? undefined : lineOf(loadedId));
  return { lineNumber, lines, error: message('number', numberTaken(number, firstLine)), field: 'ecommerceId', values };
}

/** @param firstLine where the file has that order; undefined where it was there before. */
function numberTaken(number: string, firstLine: number | undefined): Refusal {
  return new Refusal(
    firstLine === undefined
      ? `${quoted(number)} já existe`
      : `${quoted(number)} está repetido no ficheiro (linha ${firstLine})`,
  );
}

function valuesOf({
  number,
  createdAt,
  total,
  paidAt,
  payment,
  coupon,
  code,
}: RejectedRecord): RefusedRecord['values'] {
  return lineValues({
    ecommerceId: number,
    createdAt,
    total: total === null ? null : fromCents(total),
    paidAt,
    totalPayment: payment === null ? null : fromCents(payment),
    couponCode: coupon,
    internalId: code,
  });
}
