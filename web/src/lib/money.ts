import type { Money } from '@rede/contract/money';
import { groupDigits } from './numbers.ts';

const noBreakSpace = '\u00a0';

/** Formats a wire amount: "1234.50" as "1 234,50 €", with no-break spaces. Works on the digits, never on a float. */
export function formatMoney(amount: Money): string {
  const [euros = '0', decimals = ''] = amount.split('.');
  return `${groupDigits(euros)},${decimals.padEnd(2, '0')}${noBreakSpace}€`;
}

const spaces = /[\s\u00a0\u202f]/g;
const groupedByDots = /^\d{1,3}(\.\d{3})+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$/;
const groupedByCommas = /^\d{1,3}(,\d{3})+\.\d{1,2}$/;
const plain = /^\d+(\.\d{1,2})?$/;

/**
 * The wire amount of typed text: "1 234,5", "1.234,50", "1234.5" and "1 234,50 €" alike; undefined for anything else. "1.234" and "1,234"
 * are ambiguous, so they are not amounts.
 */
export function parseMoney(typed: string): Money | undefined {
  const text = typed.replace(spaces, '').replace(/^€|€$/g, '');
  const digits = groupedByCommas.test(text)
    ? text.replaceAll(',', '')
    : (groupedByDots.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
  if (!plain.test(digits)) return undefined;
  const [euros = '', decimals = ''] = digits.split('.');
  return `${euros.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`;
}
