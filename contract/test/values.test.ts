import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { windowOf } from '../src/dashboard.ts';
import { fieldErrors } from '../src/problem.ts';
import { paging, rowId, search, sortedBy, withoutBlanks } from '../src/values.ts';

test('absent, null and blank are left out, inside objects too; everything else stays', () => {
  const given = { a: null, b: undefined, c: ' ', d: '', e: 0, f: false, g: ' x ', h: { i: null, j: 1 }, k: [null, ''] };

  expect(withoutBlanks(given)).toEqual({ e: 0, f: false, g: ' x ', h: { j: 1 }, k: [null, ''] });
});

test('whatever a request is, leaving out its blanks throws nothing and changes nothing in it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (given) => {
      const before = structuredClone(given);

      const cleaned = withoutBlanks(given);

      expect(given).toEqual(before);
      expect(withoutBlanks(cleaned)).toEqual(cleaned);
    }),
  );
});

test('a key that is dangerous elsewhere is a key like any other', () => {
  const cleaned = withoutBlanks(JSON.parse('{"__proto__": {"isAdmin": true}}'));

  expect(Object.keys(cleaned as object)).toEqual(['__proto__']);
  expect((cleaned as { isAdmin?: boolean }).isAdmin).toBe(undefined);
});

test('each field is complained of once, by its path, unknown ones by name', () => {
  const schema = z.strictObject({ name: z.string(), inner: z.strictObject({ size: z.int() }) });
  const { error } = schema.safeParse({ name: 1, inner: { size: 'x', a: 1 }, b: 1, c: 1 });

  expect(fieldErrors(error ?? new z.core.$ZodError([])).map(({ field }) => field)).toEqual([
    'name',
    'inner.size',
    'inner.a',
    'b',
    'c',
  ]);
});

test('a page is the first of twenty unless asked otherwise', () => {
  const schema = z.strictObject(paging());

  expect(schema.parse({})).toEqual({ pageNumber: 0, pageSize: 20 });
  expect(schema.parse({ pageNumber: '3', pageSize: '200' })).toEqual({ pageNumber: 3, pageSize: 200 });
  expect(schema.safeParse({ pageSize: '201' }).success).toBe(false);
  expect(z.strictObject(paging(2147483647)).parse({ pageSize: '2147483647' }).pageSize).toBe(2147483647);
});

test('a list is sorted by one of its columns, either way, or as it usually is', () => {
  const schema = sortedBy(['name', 'createdAt'], '-createdAt');

  expect([schema.parse(undefined), schema.parse('name'), schema.parse('-name')]).toEqual([
    '-createdAt',
    'name',
    '-name',
  ]);
  expect(schema.safeParse('nif').error?.issues[0]?.message).toBe(
    'Ordenação inválida: name, -name, createdAt, -createdAt',
  );
});

test('a row’s id is a whole number from 1', () => {
  expect(rowId.parse('17')).toBe(17);
  expect(['0', '-1', '1.5', 'x', '9007199254740993'].filter((id) => rowId.safeParse(id).success)).toEqual([]);
});

test('a number in a path or a query is written in digits and in no other way', () => {
  const otherWays = ['0x10', '0b1', '1e1', ' 1', '1 ', '+1', '1.0', '１', '', true, ['1'], null];
  const schema = z.strictObject(paging());

  expect(otherWays.filter((id) => rowId.safeParse(id).success)).toEqual([]);
  expect(otherWays.filter((pageNumber) => schema.safeParse({ pageNumber }).success)).toEqual([]);
});

test('what is searched for is trimmed and no longer than a text', () => {
  expect(search.parse(' João ')).toBe('João');
  expect(search.safeParse('a'.repeat(201)).success).toBe(false);
});

test('a window lacks nothing: it ends today, and begins three months before its end', () => {
  expect(windowOf({}, '2026-05-31')).toEqual({ startDate: '2026-02-28', endDate: '2026-05-31' });
  expect(windowOf({ endDate: '2026-01-15' }, '2026-05-31')).toEqual({ startDate: '2025-10-15', endDate: '2026-01-15' });
  expect(windowOf({ startDate: '2026-05-01' }, '2026-05-31')).toEqual({
    startDate: '2026-05-01',
    endDate: '2026-05-31',
  });
});
