import { expect, test } from 'vitest';
import { formatNumber } from '../src/lib/numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [4384, '4\u00a0384'],
  [12_345, '12\u00a0345'],
  [1_000_000, '1\u00a0000\u00a0000'],
])('%d is shown as %s, grouped as an amount is', (number, shown) => {
  expect(formatNumber(number)).toBe(shown);
});
