import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sections } from '../../docs/guia.md';
import { calm } from './attention-answers.ts';
import { backOffice } from './backoffice.ts';
import { consultant, serve, settings } from './server.ts';
import { open } from './start.tsx';

const docs = join(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'guia.md'), 'utf8');
const shown = [...text.matchAll(/!\[[^\]]+\]\((guia\/[\w-]+\.png)\)/g)].map(([, file]) => file ?? '');

test.each([
  ['an administrator', backOffice],
  ['a consultant', { 'GET /api/settings': settings, 'GET /api/v1/whoami': consultant }],
])('%s reads the guide, and an address leads to a task', async (_who, replies) => {
  serve({ ...calm, ...replies });

  open('/ajuda#reparar-um-ficheiro');

  const task = await screen.findByRole('heading', { name: 'Reparar um ficheiro' });
  await waitFor(() => expect(task).toHaveFocus());
  const contents = within(screen.getByRole('navigation', { name: 'Tarefas' }));
  expect(contents.getByRole('link', { current: 'location' })).toHaveTextContent('Reparar um ficheiro');
  expect(document.title).toBe('Ajuda · Rede');
});

test('no two tasks share an anchor', () => {
  const anchors = sections.map(({ id }) => id);

  expect(anchors.length).toBeGreaterThan(15);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('every place of the product that leads to a task leads to one that is there', () => {
  const source = join(import.meta.dirname, '../src');
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n');
  const asked = Array.from(
    code.matchAll(/\/ajuda#([\w-]+)|\bhelp="([\w-]+)"/g),
    ([, address, help]) => address ?? help,
  );

  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((anchor) => !sections.some(({ id }) => id === anchor))).toEqual([]);
});

test('every picture of the guide is there, and there is none that it does not show', () => {
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter((file) => !existsSync(join(docs, file)))).toEqual([]);
  expect(readdirSync(join(docs, 'guia')).filter((file) => !shown.includes(`guia/${file}`))).toEqual([]);
});
