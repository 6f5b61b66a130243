import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ownFolder } from '../src/data-folder.ts';
import { dataForTest } from './processes.ts';

let parent: string;
let checkout: string;
let other: string;

beforeEach(async () => {
  const folder = await dataForTest();
  [parent, checkout, other] = [join(folder, 'data'), join(folder, 'checkout'), join(folder, 'other')];
  await mkdir(checkout);
});

test('a checkout has the same folder every time, also of several starts at once', async () => {
  const folders = await Promise.all([1, 2, 3].map(() => ownFolder(checkout, parent)));

  expect(new Set([...folders, await ownFolder(checkout, parent)]).size).toBe(1);
});

test('a checkout that was moved keeps its folder', async () => {
  const before = await ownFolder(checkout, parent);
  await rename(checkout, other);

  expect(await ownFolder(other, parent)).toBe(before);
});

test('a new checkout at the same path has a folder of its own', async () => {
  const before = await ownFolder(checkout, parent);
  await rm(checkout, { recursive: true });
  await mkdir(checkout);

  expect(await ownFolder(checkout, parent)).not.toBe(before);
});

test('a copy of a checkout has a folder of its own, and the original keeps its', async () => {
  const before = await ownFolder(checkout, parent);
  await cp(checkout, other, { recursive: true });

  const copied = await ownFolder(other, parent);

  expect(copied).not.toBe(before);
  expect([await ownFolder(checkout, parent), await ownFolder(other, parent)]).toEqual([before, copied]);
});
