import { Buffer } from 'node:buffer';
import { parseAmount, settleAmount } from '@rede/api/orders-file/amounts';
import { parseDate, settleDate } from '@rede/api/orders-file/dates';
import { decodeText } from '@rede/api/orders-file/encoding';
import { Refusal } from '@rede/api/orders-file/refusal';
import { orderBody } from '@rede/contract/orders';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** The cents an amount is in a file that writes decimals so, or why it is none. */
function centsOf(text: string, decimalMark: '.' | ',' | 'unknown' = 'unknown'): number | string {
  const amount = parseAmount(text);
  const cents =
    amount instanceof Refusal ? amount : 'mark' in amount ? settleAmount(amount, decimalMark) : amount.cents;
  return cents instanceof Refusal ? cents.reason : cents;
}

function dayOf(text: string, order: 'dayFirst' | 'monthFirst' | 'unknown' = 'unknown'): string {
  const date = parseDate(text);
  const day = date instanceof Refusal || typeof date === 'string' ? date : settleDate(date, order);
  return day instanceof Refusal ? day.reason : day;
}

async function decoded(bytes: Uint8Array, pieceLength = 1): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceLength) yield Buffer.from(bytes.subarray(at, at + pieceLength));
  }
  let text = '';
  for await (const piece of decodeText(pieces()).pieces) text += piece;
  return text;
}

test.each([
  ['1234', 123400],
  ['1234.5', 123450],
  ['1234,56', 123456],
  ['1.234,56', 123456],
  ['1,234.56', 123456],
  ['1 234,56 €', 123456],
  ['1\u00a0234\u202f567,89\u00a0€', undefined],
  ['1\u00a0234\u00a0567,89\u00a0€', 123456789],
  ['1\u202f234,56 €', 123456],
  ["1'234.56", 123456],
  ['€1,234.56', 123456],
  ['€ 12', 1200],
  ['EUR 12.30', 1230],
  ['12,3 eur', 1230],
  ['1.234.567', 123456700],
  ['1,234,567.8', 123456780],
  ['0', 0],
  ['007.50', 750],
  ['-0.01', -1],
  ['-€0.01', -1],
  ['€-1.234,50', -123450],
])('%s is an amount in euros', (text, cents) => {
  expect(centsOf(text)).toBe(cents ?? `"${text}" não é um valor em euros`);
});

test.each([
  '',
  'abc',
  '$12.50',
  '12.50 USD',
  '1.2.3',
  '12,34,56',
  '1.234,567.89',
  '12.',
  '.5',
  '--1',
  '-€-1',
  '12 50',
  '1e3',
  '=12',
  '٣',
  '1,,5',
])('"%s" is no amount', (text) => {
  expect(centsOf(text)).toBe(`"${text}" não é um valor em euros`);
});

test.each(['0.234', '1234.567', '1.234,567', '12,3456', '1.0000'])('%s has too many decimals', (text) => {
  expect(centsOf(text)).toBe(`"${text}" tem mais de duas casas decimais`);
});

test('a lone 1.234 is read as the file shows, else not at all', () => {
  expect(centsOf('1.234', ',')).toBe(123400);
  expect(centsOf('1.234', '.')).toBe('"1.234" tem mais de duas casas decimais');
  expect(centsOf('1.234')).toBe(
    '"1.234" é ambíguo: os outros valores do ficheiro não mostram se "." separa milhares ou decimais',
  );
  expect(centsOf('1,234', '.')).toBe(123400);
  expect(centsOf('-1,234 €', '.')).toBe(-123400);
});

test('no amount of ours is read as another, however it is written', () => {
  const styles = [
    ['', '.', (text: string) => text],
    ['.', ',', (text: string) => text],
    [' ', ',', (text: string) => `${text} €`],
    [',', '.', (text: string) => `€${text}`],
  ] as const;

  fc.assert(
    fc.property(fc.nat({ max: 99_999_999_999 }), fc.constantFrom(...styles), (cents, [divider, mark, dressed]) => {
      const euros = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, divider);
      const text = dressed(`${euros}${mark}${String(cents % 100).padStart(2, '0')}`);

      expect(centsOf(text)).toBe(cents);
    }),
  );
});

test('an amount of digits and a point is one of ours exactly where the order form takes it', () => {
  const written = fc.stringMatching(/^[019]{0,11}\.?[019]{0,3}$/);

  fc.assert(
    fc.property(written, (total) => {
      const form = orderBody.safeParse({ ecommerceId: '1', createdAt: '2026-03-06', total });

      const cents = centsOf(total, '.');

      expect(typeof cents === 'number' && cents <= 99_999_999_999).toBe(form.success);
    }),
  );
});

test.each([
  ['2026-03-06', '2026-03-06'],
  ['2026-03-06 08:58:42 +0000', '2026-03-06'],
  ['2026-03-06 23:59:59 -1100', '2026-03-06'],
  ['2026-03-06T08:58:42.123Z', '2026-03-06'],
  ['2026/3/6', '2026-03-06'],
  ['31/03/2026', '2026-03-31'],
  ['31-03-2026 11:23', '2026-03-31'],
  ['31.3.2026, 11:23:09', '2026-03-31'],
  ['03/31/2026 11:23 PM', '2026-03-31'],
  ['05/05/2026', '2026-05-05'],
  ['29/02/2024', '2024-02-29'],
])('%s is a date', (text, day) => {
  const order = text.startsWith('03/31') ? 'monthFirst' : 'dayFirst';

  expect(dayOf(text, order)).toBe(day);
});

test.each([
  '',
  'ontem',
  '2026-02-30',
  '30/02/2026',
  '31/13/2026',
  '1989-12-31',
  '2101-01-01',
  '06/03/26',
  '2026-03-06 25:00',
  '2026-03/06',
  '20260306',
  '46088',
  '2026-3-6-1',
])('"%s" is no date', (text) => {
  expect(dayOf(text, 'dayFirst')).toBe(`"${text}" não é uma data de 1990 a 2100`);
});

test('a date that can be read both ways is read in the order of its file', () => {
  expect(dayOf('03/04/2026', 'dayFirst')).toBe('2026-04-03');
  expect(dayOf('03/04/2026', 'monthFirst')).toBe('2026-03-04');
  expect(dayOf('03/04/2026')).toBe('"03/04/2026" tanto pode ser dia/mês como mês/dia');
});

test.each([
  ['UTF-8', Buffer.from('Cupão;10 €\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeffCupão;10 €\n')],
  ['UTF-16, little end first', Buffer.from('\ufeffCupão;10 €\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffCupão;10 €\n', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from([...Buffer.from('Cup\xe3o;10 ', 'latin1'), 0x80, 0x0a])],
])('%s is told by itself, however the bytes come', async (_, bytes) => {
  for (const pieceLength of [1, 2, 3, 5, 100]) expect(await decoded(bytes, pieceLength)).toBe('Cupão;10 €\n');
});

test('broken bytes in UTF-8 are marked, and what stands around them is kept', async () => {
  const bytes = Buffer.concat([Buffer.from('João\nJos'), Buffer.from([0xc3]), Buffer.from(',á\ufffd\n')]);

  expect(await decoded(bytes)).toBe('João\nJos\0,á\ufffd\n');
});

test('half a character at the end of a UTF-16 file is marked', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeffa😀\ud83d', 'utf16le'), Buffer.from([0x41])]);

  expect(await decoded(bytes)).toBe('a😀\0');
});

test('UTF-8 survives being cut anywhere, in lines of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '\r') })),
      fc.integer({ min: 1, max: 9 }),
      async (parts, pieceLength) => {
        const text = `é${parts.join('')}`;

        expect(await decoded(Buffer.from(text), pieceLength)).toBe(text);
      },
    ),
  );
});
