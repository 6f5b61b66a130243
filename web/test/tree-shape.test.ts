import { expect, test } from 'vitest';
import { type Opened, indexOf, levelWith, rowAt, shapeOf } from '../src/dashboard/tree-shape.ts';

const sizes: Record<string, number> = { '': 4, '2': 3, '2.7': 2, '4': 1 };

/** 4 branches; the second is open with 3, of which the first is open with 2; the fourth is open with 1; the third's are not known yet. */
const opened = new Map<string, Opened>([
  ['4', { parent: '', place: 3 }],
  ['2', { parent: '', place: 1 }],
  ['2.7', { parent: '2', place: 0 }],
  ['3', { parent: '', place: 2 }],
]);

const rows = ['0', '1', '2:0', '2.7:0', '2.7:1', '2:1', '2:2', '2', '3:0', '3', '4:0'];

test('every row is found by its place in the list, and its place by the row', () => {
  const root = shapeOf(opened, (path) => sizes[path]);

  const found = Array.from({ length: root.rows }, (_, index) => rowAt(root, index));

  expect(found.map(({ level, place }) => (level.path === '' ? `${place}` : `${level.path}:${place}`))).toEqual(rows);
  expect(found.map(indexOf)).toEqual(rows.map((_, index) => index));
  expect(found.map(({ level }) => level.depth)).toEqual([1, 1, 2, 3, 3, 2, 2, 1, 2, 1, 2]);
});

test('a branch that closes takes what is open in it along, and brings it back', () => {
  const without = new Map(opened);
  without.delete('2');

  expect(shapeOf(without, (path) => sizes[path]).rows).toBe(6);
  expect(
    levelWith(
      shapeOf(without, (path) => sizes[path]),
      '2.7',
    ),
  ).toBeUndefined();
  expect(
    levelWith(
      shapeOf(opened, (path) => sizes[path]),
      '2.7',
    )?.rows,
  ).toBe(2);
});

test('a level of a million is as quick as one of ten', () => {
  const root = shapeOf(new Map([['9', { parent: '', place: 999_998 }]]), (path) => (path === '' ? 1_000_000 : 3));

  expect(root.rows).toBe(1_000_003);
  expect(rowAt(root, 1_000_002)).toMatchObject({ level: { path: '' }, place: 999_999 });
  expect(rowAt(root, 1_000_001)).toMatchObject({ level: { path: '9' }, place: 2 });
});
