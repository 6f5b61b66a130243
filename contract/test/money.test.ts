import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, fromCents, largestAmount, toCents } from '../src/money.ts';

const anyCents = fc.integer({ min: 0, max: 99_999_999_999 });

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [10, '0.10'],
  [123_450, '1234.50'],
  [99_999_999_999, '999999999.99'],
])('%d cents are %s', (cents, money) => {
  expect(fromCents(cents)).toBe(money);
  expect(toCents(money)).toBe(cents);
});

test('every amount an order may carry survives the way to cents and back', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(toCents(fromCents(cents))).toBe(cents);
    }),
  );
});

test('every amount as it may be written is kept as the cents it says', () => {
  const schema = amount();
  const euros = fc.integer({ min: 0, max: 999_999_999 });
  const decimals = fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 2 }));

  fc.assert(
    fc.property(euros, decimals, (euros, decimals) => {
      const written = decimals === null ? `${euros}` : `${euros}.${decimals}`;
      const cents = BigInt(euros) * 100n + BigInt((decimals ?? '').padEnd(2, '0'));

      expect(schema.parse(written)).toBe(fromCents(cents));
    }),
  );
});

test('whatever text comes, an amount is two decimals or a complaint, never an exception', () => {
  const schema = amount();
  const almost = fc.string({ unit: fc.constantFrom(...'0123456789.,-+e €'), maxLength: 30 });

  fc.assert(
    fc.property(fc.oneof(almost, fc.string(), fc.anything()), (written) => {
      const parsed = schema.safeParse(written);

      expect(parsed.success ? parsed.data : '0.00').toMatch(/^\d+\.\d\d$/);
    }),
  );
});

test('sums beyond what a number holds are written exactly', () => {
  expect(fromCents('123456789012345678901')).toBe('1234567890123456789.01');
  expect(fromCents(-1n)).toBe('-0.01');
});

test('the largest amount is taken, a cent more is not', () => {
  expect(amount().parse(largestAmount)).toBe('999999999.99');
  expect(amount().safeParse('1000000000.00').error?.issues[0]?.message).toBe('Valor demasiado alto');
});
