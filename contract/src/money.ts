import * as z from 'zod/mini';

/** An amount in euros on the wire: a decimal string with two decimals, `"1234.50"`. Never a binary float. */
export type Money = string;

/** The largest amount of an order: ten million of them still add up in 64 bits of cents. */
export const largestAmount: Money = '999999999.99';

/** The cents of a wire amount. Exact: at most eleven digits, far below 2^53. */
export function toCents(amount: Money): number {
  const [euros = '0', decimals = ''] = amount.split('.');
  return Number(euros) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The wire amount of a whole number of cents. Sums beyond a number's range come as a bigint or as digits. */
export function fromCents(cents: number | bigint | string): Money {
  const value = BigInt(cents);
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An amount in a request: not negative, at most two decimals. `required` is the message when it is missing. */
export function amount(required = 'Valor obrigatório') {
  return z
    .string({
      error: (issue) =>
        issue.input === undefined ? required : 'Valor inválido: envie texto com duas casas decimais, como "1234.50"',
    })
    .check(
      z.trim(),
      // Stops at invalid text: `overwrite` needs a number.
      z.regex(/^\d+(\.\d{1,2})?$/, {
        error: 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais',
        abort: true,
      }),
      z.refine((amount) => amount.length <= 20 && toCents(amount) <= toCents(largestAmount), {
        error: 'Valor demasiado alto',
        abort: true,
      }),
      z.overwrite((amount) => fromCents(toCents(amount))),
      z.meta({ example: '1234.50' }),
    );
}

export const money = z
  .string()
  .check(z.meta({ example: '1234.50', description: 'Euros, texto com duas casas decimais' }));
