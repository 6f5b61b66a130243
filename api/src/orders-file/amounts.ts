import { largestAmount, toCents } from '@rede/contract/money';
import { quoted, Refusal } from './refusal.ts';

export type DecimalMark = '.' | ',';

/** An amount such as `1.234`: over a thousand where its mark parts thousands, one and three decimals where it parts decimals. */
export interface AmbiguousAmount {
  text: string;
  mark: DecimalMark;
  /** What it is as thousands. */
  cents: number;
}

export interface Amount {
  cents: number;
  /** What parts decimals in this file, where this amount shows it. */
  decimalMark?: DecimalMark | undefined;
}

const longestAmount = 60;
const largest = toCents(largestAmount);

const plain = /^(\d{1,9})(?:([.,])(\d{1,2}))?$/;
const withCurrency = /^(-?)(?:(?:€|EUR)\s*)?(-?)(\d[\d\s.,'’]*?)(?:\s*(?:€|EUR))?$/i;
const undivided = /^(\d+)(?:([.,])(\d+))?$/;
const grouped = /^\d{1,3}(?:([\s.,'’])\d{3})(?:\1\d{3})*(?:(?!\1)([.,])(\d+))?$/;

/** Reads a trimmed amount in euros; below zero it has negative cents. */
export function parseAmount(text: string): Amount | AmbiguousAmount | Refusal {
  const simple = plain.exec(text);
  if (simple) return amount(text, simple[1] ?? '', simple[2], simple[3]);
  const written = text.length > longestAmount ? null : withCurrency.exec(text);
  if (!written || (written[1] && written[2])) return notAnAmount(text);
  const [, before, after, digits = ''] = written;
  const read = parseDigits(text, digits);
  return (before || after) && 'cents' in read ? { ...read, cents: -read.cents } : read;
}

/** What an ambiguous amount is in a file that writes decimals so; `unknown` where the file's other amounts do not show it. */
export function settleAmount(
  { text, mark, cents }: AmbiguousAmount,
  decimalMark: DecimalMark | 'unknown',
): number | Refusal {
  if (decimalMark === mark) return tooPrecise(text);
  if (decimalMark !== 'unknown') return cents;
  return new Refusal(
    `${quoted(text)} é ambíguo: os outros valores do ficheiro não mostram se "${mark}" separa milhares ou decimais`,
  );
}

/** Holds cents that were read from the text to what an order may carry. */
export function inRange(cents: number | Refusal | null, text: string): number | Refusal | null {
  if (typeof cents !== 'number') return cents;
  if (cents < 0) return new Refusal(`${quoted(text)} não pode ser negativo`);
  return cents > largest ? new Refusal(`${quoted(text)} é demasiado alto`) : cents;
}

function parseDigits(text: string, digits: string): Amount | AmbiguousAmount | Refusal {
  const simple = undivided.exec(digits);
  if (simple) {
    const [, euros = '', mark, decimals = ''] = simple;
    const ambiguous = decimals.length === 3 && euros.length <= 3 && !euros.startsWith('0');
    if (ambiguous) return { text, mark: mark as DecimalMark, cents: Number(euros + decimals) * 100 };
    return amount(text, euros, mark, decimals);
  }
  const parts = grouped.exec(digits);
  if (!parts) return notAnAmount(text);
  const [, divider = '', mark, decimals = ''] = parts;
  const euros = (mark ? digits.slice(0, digits.lastIndexOf(mark)) : digits).replaceAll(divider, '');
  return amount(text, euros, mark ?? otherMark[divider], decimals);
}

/** Where one mark parts thousands, decimals can only be parted by the other. */
const otherMark: Record<string, DecimalMark> = { '.': ',', ',': '.' };

function amount(text: string, euros: string, decimalMark: string | undefined, decimals = ''): Amount | Refusal {
  if (decimals.length > 2) return tooPrecise(text);
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, '0'));
  return { cents, decimalMark: decimalMark as DecimalMark | undefined };
}

const notAnAmount = (text: string) => new Refusal(`${quoted(text)} não é um valor em euros`);

const tooPrecise = (text: string) => new Refusal(`${quoted(text)} tem mais de duas casas decimais`);
