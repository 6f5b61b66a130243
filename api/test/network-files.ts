import { fromCents } from '@rede/contract/money';
import type { NetworkModel } from './network-model.ts';
import { loadDecision } from './network-state.ts';
import type { LineStep } from './network-steps.ts';

/** A line of a file that is about to be sent, its consultant being a code by now. */
export interface FileLine extends LineStep {
  number: string;
  code: string | null;
}

/** The header is the first. */
const firstLine = 2;

const titles = {
  wire: ['ecommerceId', 'createdAt', 'paidAt', 'internalId', 'total', 'totalPayment'],
  portuguese: [
    'Número de encomenda',
    'Data de Encomenda',
    'Data de Pagamento',
    'Código IK',
    'Valor da Encomenda',
    'Valor Pago',
  ],
};

/** The file's text: with commas and wire names, or as a Portuguese spreadsheet program writes it. */
export function fileOf(lines: FileLine[], isPortuguese: boolean): string {
  const separator = isPortuguese ? ';' : ',';
  const amount = (cents: number) => (isPortuguese ? fromCents(cents).replace('.', ',') : fromCents(cents));
  const records = lines.map(({ number, code, order, flaw }) => [
    number,
    flaw === 'no such day' ? '2026-02-30' : order.createdAt,
    order.paidAt ?? '',
    code ?? '',
    `${flaw === 'negative' ? '-1' : ''}${amount(order.total)}`,
    order.payment === null ? '' : amount(order.payment),
    ...(flaw === 'a field too many' ? ['?'] : []),
  ]);
  const header = isPortuguese ? titles.portuguese : titles.wire;
  return [header, ...records].map((fields) => fields.join(separator)).join(isPortuguese ? '\r\n' : '\n');
}

/** What becomes of the lines, in the model too. */
export function loadedInto(model: NetworkModel, key: number, lines: FileLine[], updateExisting: boolean): string {
  const read = lines.flatMap(({ number, code, flaw, order }, place) => {
    if (flaw === 'a field too many') return [];
    const { createdAt, paidAt, total, payment } = order;
    const isGood = flaw === null && (paidAt === null || paidAt >= createdAt);
    const meant = isGood ? model.orderOf(code, { createdAt, paidAt, total, payment }) : undefined;
    return [{ place, record: { number, order: meant } }];
  });
  const { refused, ...loaded } = model.book.load(
    key,
    read.map(({ record }) => record),
    updateExisting,
  );
  const isLoaded = new Set(read.filter((_, index) => !refused.includes(index)).map(({ place }) => place));
  return loadDecision({
    ...loaded,
    malformed: lines.length - read.length,
    lines: lines.flatMap((_, place) => (isLoaded.has(place) ? [] : [place + firstLine])),
  });
}
