import { Buffer } from 'node:buffer';
import { Problem } from '@rede/api/http/problem';
import { openOrdersFile } from '@rede/api/orders-file/file';
import { OrderReader } from '@rede/api/orders-file/order-reader';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';

interface ReadOrder {
  number: string;
  total: number;
  line: number;
}

/** The orders that a file of these bytes is read as, and how many of its records are none. */
async function readOrders(bytes: Buffer): Promise<{ orders: ReadOrder[]; others: number }> {
  const file = await openOrdersFile(pieces(bytes));
  const reader = new OrderReader(file.columns);
  const orders: ReadOrder[] = [];
  let others = 0;
  for await (const items of file.records) {
    for (const item of items) {
      const readings = 'error' in item ? [] : reader.read(item);
      const [reading] = readings;
      if (reading?.order) orders.push({ number: reading.number, total: reading.order.total, line: reading.line });
      else others += 1;
    }
  }
  return { orders, others };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
}

const separator = fc.constantFrom(',', ';', '\t', '|');
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const note = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '|', '\t', ' ', '\n', '\r\n', 'Rua Direita, 5', '2026-03-06', '10,00'),
  maxLength: 8,
});
const cents = fc.integer({ min: 0, max: 99_999_999 });

/** As a careful program writes a field. */
function field(text: string): string {
  return /[",;|\t\r\n ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function amount(value: number): string {
  return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
}

test('a well-formed file is read as another reader reads it: numbers, amounts and lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ total: cents, note }), { minLength: 1, maxLength: 12 }),
      separator,
      lineEnd,
      async (records, parted, end) => {
        const rows = records.map(({ total, note }, index) => [`N${index}`, field(note), '2026-03-06', amount(total)]);
        const lines = [['ecommerceId', 'notes', 'createdAt', 'total'], ...rows].map((row) => row.join(parted) + end);

        const read = await readOrders(Buffer.from(lines.join('')));

        const oracle = parse(lines.join(''), { delimiter: parted, record_delimiter: end, from: 2 });
        const starts = lines.map((_, index) => 1 + lineEndsIn(lines.slice(0, index).join('')));
        expect(read.others).toBe(0);
        expect(read.orders).toEqual(
          oracle.map(([number = '', , , total = ''], index) => ({
            number,
            total: Math.round(Number(total) * 100),
            line: starts[index + 1],
          })),
        );
      },
    ),
    { numRuns: 500 },
  );
});

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A plain file, without quotes. */
const plainFile = fc.record({
  totals: fc.array(cents, { minLength: 2, maxLength: 20 }),
  separator,
  end: lineEnd,
});

function plainLines({ totals, separator, end }: { totals: number[]; separator: string; end: string }): string[] {
  const rows = totals.map((total, index) => [`N${index}`, '2026-03-06', amount(total)]);
  return [['ecommerceId', 'createdAt', 'total'], ...rows].map((row) => row.join(separator) + end);
}

test('one quote too many costs the record that it stands in, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(plainFile, fc.nat(), fc.nat(), async (given, which, where) => {
      const lines = plainLines(given);
      const hit = 1 + (which % given.totals.length);
      const line = lines[hit] ?? '';
      const at = where % (line.length - given.end.length + 1);
      lines[hit] = `${line.slice(0, at)}"${line.slice(at)}`;

      const { orders, others } = await readOrders(Buffer.from(lines.join('')));

      const untouched = given.totals.flatMap((total, index) =>
        index + 1 === hit ? [] : [{ number: `N${index}`, total, line: index + 2 }],
      );
      expect({ orders, others }).toEqual({ orders: untouched, others: 1 });
    }),
    { numRuns: 1000 },
  );
});

/** Where a field begins or ends, which is where two quotes can make one field of all between them. */
const edge = fc.record({ column: fc.nat({ max: 3 }), atEnd: fc.boolean() });

test('two quotes too many cost the records that they stand in, and no other, also where they make one field of all between them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cents, { minLength: 2, maxLength: 12 }),
      separator,
      lineEnd,
      fc.constantFrom('', 'a', 'Rua Direita 5', 'Silva'),
      fc.tuple(fc.nat(), edge),
      fc.tuple(fc.nat(), edge),
      async (totals, parted, end, note, ...quotes) => {
        const rows = totals.map((total, index) => [`N${index}`, note, '2026-03-06', amount(total)]);
        const hit = quotes.map(([which]) => which % totals.length);
        fc.pre(hit[0] !== hit[1]);
        for (const [index, [, { column, atEnd }]] of quotes.entries()) {
          const row = rows[hit[index] ?? 0] ?? [];
          row[column] = atEnd ? `${row[column]}"` : `"${row[column]}`;
        }
        const lines = [['ecommerceId', 'notes', 'createdAt', 'total'], ...rows].map((row) => row.join(parted) + end);

        const { orders, others } = await readOrders(Buffer.from(lines.join('')));

        const untouched = totals.flatMap((total, index) =>
          hit.includes(index) ? [] : [{ number: `N${index}`, total, line: index + 2 }],
        );
        expect({ orders, others }).toEqual({ orders: untouched, others: 2 });
      },
    ),
    { numRuns: 2000 },
  );
});

const change = fc.record({
  at: fc.nat(),
  removed: fc.integer({ min: 0, max: 3 }),
  put: fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
});

test('a damaged file is read or refused, and never is an amount that the damage did not touch another', async () => {
  await fc.assert(
    fc.asyncProperty(plainFile, fc.array(change, { minLength: 1, maxLength: 3 }), async (given, changes) => {
      const [header = '', ...lines] = plainLines(given);
      let body = Buffer.from(lines.join(''));
      for (const { at, removed, put } of changes) {
        const place = at % (body.length + 1);
        body = Buffer.concat([body.subarray(0, place), put, body.subarray(place + removed)]);
      }

      const read = await readOrders(Buffer.concat([Buffer.from(header), body])).catch((error: unknown) => {
        if (error instanceof Problem) return { orders: [] };
        throw error;
      });

      const left = body.toString('latin1').split(/\r\n|\r|\n/);
      const untouched = given.totals.flatMap((total, index) => {
        const isWhole = left.includes(lines[index]?.trim() ?? '');
        const isAlone = left.filter((line) => line.startsWith(`N${index}${given.separator}`)).length === 1;
        return isWhole && isAlone ? [{ number: `N${index}`, total }] : [];
      });
      const readAs = new Map(read.orders.map(({ number, total }) => [number, total]));
      expect(untouched.filter(({ number, total }) => (readAs.get(number) ?? total) !== total)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
