import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../src/lib/money.ts';

describe('an amount as it is shown', () => {
  test.each([
    ['0.00', '0,00\u00a0€'],
    ['999.90', '999,90\u00a0€'],
    ['1234.50', '1\u00a0234,50\u00a0€'],
    ['1234567.89', '1\u00a0234\u00a0567,89\u00a0€'],
    ['-12345.00', '-12\u00a0345,00\u00a0€'],
    ['90071992547409931.07', '90\u00a0071\u00a0992\u00a0547\u00a0409\u00a0931,07\u00a0€'],
  ])('%s is %s', (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown);
  });
});

describe('an amount as it is typed', () => {
  test.each([
    ['1234,5', '1234.50'],
    ['1234.5', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1\u00a0234,50\u00a0€', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234.567', '1234567.00'],
    [' €12 ', '12.00'],
    ['0012', '12.00'],
    ['0', '0.00'],
  ])('"%s" means %s', (typed, amount) => {
    expect(parseMoney(typed)).toBe(amount);
  });

  test.each(['', 'doze', '-5', '1,234', '1.234', '12,345', '1,2,3', '12.34.56', '.5'])(
    '"%s" is no amount, or could be meant two ways',
    (typed) => {
      expect(parseMoney(typed)).toBeUndefined();
    },
  );

  test('what is shown can be typed back', () => {
    expect(parseMoney(formatMoney('1234567.89'))).toBe('1234567.89');
  });
});
