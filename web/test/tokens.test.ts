import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

async function readAll(ending: RegExp): Promise<string[]> {
  const names = await readdir(source, { recursive: true });
  return Promise.all(names.filter((name) => ending.test(name)).map((name) => readFile(join(source, name), 'utf8')));
}

test('every style uses tokens that there are', async () => {
  const styles = await readAll(/\.css$/);
  const scripts = await readAll(/\.tsx?$/);

  const defined = new Set(
    [...styles.join().matchAll(/(--[\w-]+):/g), ...scripts.join().matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name),
  );
  const used = [...styles, ...scripts].flatMap((text) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name),
  );

  expect(used.filter((name) => !defined.has(name) && !name?.startsWith('--mantine-'))).toEqual([]);
});

test('the type face is one file that a phone has soon', async () => {
  const { size } = await stat(join(source, 'ui/inter/inter.woff2'));

  expect(size).toBeLessThanOrEqual(40_000);
});
