import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { calm } from './attention-answers.ts';
import { backOffice, pageOf } from './backoffice.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

const answers = {
  ...backOffice,
  ...calm,
  'GET /api/v1/consultants': pageOf([]),
  'GET /api/v1/consultants/suggestions': { results: [] },
  'GET /api/v1/orders': pageOf([]),
};

afterEach(() => localStorage.clear());

async function openBackOffice(address: string) {
  serve(answers);
  const user = open(address);
  await screen.findByRole('navigation', { name: 'Backoffice' });
  return user;
}

test.each([
  ['gc', '/backoffice/users'],
  ['ge', '/backoffice/orders'],
])('%s leads to %s', async (keys, path) => {
  const user = await openBackOffice('/');

  await user.keyboard(keys);

  await waitFor(() => expect(location.pathname).toBe(path));
});

test.each([
  ['/backoffice/users', '/backoffice/users/create'],
  ['/backoffice/orders', '/backoffice/add-orders'],
])('n on %s begins something new there', async (list, path) => {
  const user = await openBackOffice(list);

  await user.keyboard('n');

  await waitFor(() => expect(location.pathname).toBe(path));
});

test.each(['/', '{Control>}k{/Control}'])('%s opens the search', async (keys) => {
  const user = await openBackOffice('/');

  await user.keyboard(keys);

  expect(await screen.findByRole('combobox', { name: 'Procurar consultores, encomendas, acções' })).toHaveFocus();
});

test('a key in a field is a letter', async () => {
  const user = await openBackOffice('/backoffice/users');
  const field = await screen.findByLabelText('Nome');

  await user.type(field, 'g?/nge');

  expect(field).toHaveValue('g?/nge');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(location.pathname).toBe('/backoffice/users');
});

test('a key with a modifier is the browser’s', async () => {
  const user = await openBackOffice('/backoffice/users');

  await user.keyboard('{Control>}n{/Control}{Alt>}n{/Alt}{Meta>}n{/Meta}');

  expect(location.pathname).toBe('/backoffice/users');
});

test('? shows the shortcuts, and while they show the page has none', async () => {
  const user = await openBackOffice('/');

  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Atalhos de teclado' });
  expect(dialog).toHaveTextContent('gdepoiscIr para Gestão de Consultores');
  await user.keyboard('gc');

  expect(location.pathname).toBe('/');
});

test('single keys can be turned off, which is kept; Ctrl+K still searches', async () => {
  const user = await openBackOffice('/');
  await user.click(screen.getByRole('button', { name: 'Atalhos de teclado' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox', { name: /Usar os atalhos de uma só tecla/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await user.keyboard('gc?/');
  expect(location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('shortcuts')).toBe('off');
  await user.keyboard('{Control>}k{/Control}');

  expect(await screen.findByRole('dialog', { name: 'Procurar' })).toBeVisible();
});

test('a page with unsaved input asks before a shortcut leaves it', async () => {
  const user = await openBackOffice('/backoffice/users/create');
  await user.type(await screen.findByLabelText('Nome Completo'), 'Ana');
  await user.click(screen.getByRole('heading', { level: 1 }));

  await user.keyboard('ge');

  expect(await screen.findByRole('dialog', { name: 'Alterações por guardar' })).toBeVisible();
  expect(location.pathname).toBe('/backoffice/users/create');
});
