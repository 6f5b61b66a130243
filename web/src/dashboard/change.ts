import type { Money } from '@rede/contract/money';
import { formatMoney } from '../lib/money.ts';
import { formatNumber, groupDigits } from '../lib/numbers.ts';

/** A difference to an earlier figure, for show. `text` carries its sign. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  text: string;
}

const signs = { up: '+', down: '−', same: '' };

export function changeOfCount(now: number, before: number): Change {
  const direction = directionOf(now - before);
  return { direction, text: `${signs[direction]}${formatNumber(Math.abs(now - before))}` };
}

export function changeOfMoney(now: Money, before: Money): Change {
  const difference = centsOf(now) - centsOf(before);
  const direction = directionOf(difference);
  const digits = magnitude(difference).toString().padStart(3, '0');
  return { direction, text: `${signs[direction]}${formatMoney(`${digits.slice(0, -2)}.${digits.slice(-2)}`)}` };
}

/**
 * The difference in per cent of the earlier amount, with one decimal, half away from zero; undefined when there was nothing before. Less than
 * half a tenth is the same. Computed from whole cents.
 */
export function changeInPercent(now: Money, before: Money): Change | undefined {
  const base = centsOf(before);
  if (base === 0n) return undefined;
  const difference = centsOf(now) - base;
  const tenths = (2000n * magnitude(difference) + base) / (2n * base);
  const direction = tenths === 0n ? 'same' : directionOf(difference);
  const decimal = `${groupDigits(String(tenths / 10n))},${tenths % 10n}`;
  return { direction, text: `${signs[direction]}${decimal}\u00a0%` };
}

function directionOf(difference: number | bigint): Change['direction'] {
  if (difference === 0 || difference === 0n) return 'same';
  return difference > 0 ? 'up' : 'down';
}

function magnitude(cents: bigint): bigint {
  return cents < 0n ? -cents : cents;
}

/** Sums of networks may have more cents than a number holds exactly. */
function centsOf(amount: Money): bigint {
  return BigInt(amount.replace('.', ''));
}
