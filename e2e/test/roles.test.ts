import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { logIn } from '../login.ts';

test('hides every back office page from a consultant', async ({ page }) => {
  const paths = [
    '/backoffice/upload-csv',
    '/backoffice/orders',
    '/backoffice/add-orders',
    '/backoffice/edit-orders/1',
    '/backoffice/users',
    '/backoffice/users/edit/1',
    '/backoffice/users/create',
  ];
  await logIn(page, 'consultor');

  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Pagina não encontrada' }).waitFor();
  }

  await page.getByRole('link', { name: 'Ir para a página inicial' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('tells a suspended consultant so, with no way but out', async ({ page }) => {
  expectTrouble(page, /^403 GET .*\/api\/v1\/(whoami|dashboard\/)/);
  await logIn(page, 'suspenso');

  await page.getByRole('alert').filter({ hasText: 'A sua conta está suspensa.' }).waitFor();
  await page.getByRole('button', { name: 'Terminar Sessão' }).click();

  await page.getByRole('heading', { name: 'Iniciar sessão' }).waitFor();
});

test('welcomes an administrator to the back office', async ({ page }) => {
  await logIn(page, 'admin');

  await page.getByRole('heading', { name: 'Welcome to the Backoffice Home page!' }).waitFor();
  await page.getByRole('link', { name: 'Gestão de Encomendas' }).click();

  await page.getByRole('table').waitFor();
  expect(new URL(page.url()).pathname).toBe('/backoffice/orders');
});

test('tells an administrator who is no consultant that there is no network to show', async ({ page }) => {
  await logIn(page, 'admin', '/dashboard');

  await page.getByRole('heading', { name: 'Não há rede para mostrar' }).waitFor();
});

test('says of an unknown address that it is none, with a way home', async ({ page }) => {
  await logIn(page, 'admin', '/nada/disto');

  await page.getByRole('heading', { name: 'Pagina não encontrada' }).waitFor();
});
