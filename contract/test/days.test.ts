import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addDays, day, firstDay, inOrder, isDay, lastDay, monthsBefore, todayInLisbon } from '../src/days.ts';
import { fieldErrors } from '../src/problem.ts';

const anyDay = fc
  .date({ min: new Date(`${firstDay}T00:00:00Z`), max: new Date(`${lastDay}T00:00:00Z`), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test.each(['1990-01-01', '2100-12-31', '2024-02-29', '2000-02-29', '2026-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  '1989-12-31',
  '2101-01-01',
  '2026-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00:00Z',
  '2026/01/01',
  '٢٠٢٦-01-01',
  '',
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

test.each([
  ['2026-06-15', '2026-03-15'],
  ['2026-05-31', '2026-02-28'],
  ['2024-05-31', '2024-02-29'],
  ['2024-05-29', '2024-02-29'],
  ['2026-05-29', '2026-02-28'],
  ['2026-07-31', '2026-04-30'],
  ['2026-01-31', '2025-10-31'],
  ['2026-03-01', '2025-12-01'],
  ['2026-02-28', '2025-11-28'],
])('three months before %s is %s', (from, before) => {
  expect(monthsBefore(from, 3)).toBe(before);
});

test('months before is the same day of the month, or the month’s last where it is shorter', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (from, months) => {
      const before = monthsBefore(from, months);

      const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
      expect(monthsOf(from) - monthsOf(before)).toBe(months);
      const isSameDay = before.slice(8) === from.slice(8);
      expect(isSameDay || (before.slice(8) < from.slice(8) && addDays(before, 1).endsWith('-01'))).toBe(true);
    }),
  );
});

test('adding days and taking them away again leads back', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -10_000, max: 10_000 }), (from, days) => {
      expect(addDays(addDays(from, days), -days)).toBe(from);
    }),
  );
});

test.each([
  ['2026-06-14T22:59:59Z', '2026-06-14'],
  ['2026-06-14T23:00:00Z', '2026-06-15'],
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
])('at %s it is %s in Lisbon', (instant, day) => {
  expect(todayInLisbon(new Date(instant))).toBe(day);
});

test('a day on the wire is trimmed, and its absence is told in the field’s words', () => {
  expect(day().parse(' 2026-01-31 ')).toBe('2026-01-31');
  expect(day('Data de Registo é obrigatória').safeParse(undefined).error?.issues[0]?.message).toBe(
    'Data de Registo é obrigatória',
  );
  expect(day().safeParse(20260131).error?.issues[0]?.message).toBe('Data inválida');
});

test('days out of order are told beside what else is wrong, and never of days that are none', () => {
  const schema = inOrder(
    z.strictObject({ from: z.optional(day()), until: z.optional(day()), size: z.optional(z.int('Inteiro')) }),
    'from',
    'until',
    'Ao contrário',
  );
  const complaints = (value: object) => fieldErrors(schema.safeParse(value).error ?? new z.core.$ZodError([]));

  expect(complaints({ from: '2026-02-02', until: '2026-02-02' })).toEqual([]);
  expect(complaints({ from: '2026-02-02' })).toEqual([]);
  expect(complaints({ from: '2026-02-02', until: '2026-02-01', size: 'x' })).toEqual([
    { field: 'size', message: 'Inteiro' },
    { field: 'until', message: 'Ao contrário' },
  ]);
  expect(complaints({ from: '2026-02-30', until: '2026-02-01' })).toEqual([
    { field: 'from', message: 'Data inválida' },
  ]);
});
