import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openDashboard, openWholeDashboard } from '../dashboard.ts';
import { enterCredentials } from '../login.ts';
import { type Screen, expectKeptPictures, strayPictures, test } from '../pictures.ts';
import { fillField, loadedTable } from '../screen.ts';
import { holdBack } from '../session.ts';

const screens: Screen[] = [
  {
    name: 'loading',
    as: 'admin',
    async open(page) {
      await page.getByRole('heading', { level: 1 }).waitFor();
      onTestFinished(await holdBack(page, '**/api/v1/whoami'));
      const asked = page.waitForRequest('**/api/v1/whoami');
      await page.evaluate(() => location.reload());
      await asked;
      await page.getByRole('heading', { name: 'Loading...' }).waitFor();
    },
  },
  { name: 'login', open: (page) => page.locator('#password').waitFor() },
  {
    name: 'login-refused',
    async open(page) {
      await enterCredentials(page, 'ninguem', 'errada');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'dashboard-lider', as: 'lider', open: openWholeDashboard },
  {
    name: 'dashboard-novo',
    as: 'novo',
    open: (page) => page.getByRole('heading', { name: 'A sua rede começa aqui' }).waitFor(),
  },
  {
    name: 'dashboard-opened',
    as: 'lider',
    async open(page) {
      await openDashboard(page);
      await page.getByTitle('Ver: As minhas encomendas').first().click();
      await page.getByRole('dialog').getByRole('table').getByText('Total').waitFor();
    },
    covered: true,
  },
  { name: 'suspended', as: 'suspenso', open: (page) => page.getByText('A sua conta está suspensa.').waitFor() },
  {
    name: 'not-found',
    as: 'novo',
    path: '/backoffice/users',
    open: (page) => page.getByRole('heading', { name: 'Pagina não encontrada' }).waitFor(),
  },
  { name: 'home', as: 'admin', open: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'consultants',
    as: 'admin',
    path: '/backoffice/users',
    open: (page) => loadedTable(page, 'Consultores'),
  },
  {
    name: 'consultants-none',
    as: 'admin',
    path: '/backoffice/users?name=ninguém+assim',
    open: (page) => page.getByText('Nenhum consultor encontrado').waitFor(),
  },
  {
    name: 'consultants-failing',
    as: 'admin',
    async open(page) {
      await page.route('**/api/v1/consultants?*', (route) =>
        route.fulfill({ status: 409, json: { code: 'conflict', message: 'Tente de novo dentro de momentos.' } }),
      );
      await page.goto('/backoffice/users');
      await page.getByRole('button', { name: 'Tentar novamente' }).waitFor();
    },
  },
  {
    name: 'consultant-deleted',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      await (await loadedTable(page, 'Consultores')).getByRole('button', { name: 'Apagar' }).click();
      await page.getByRole('dialog').waitFor();
    },
    covered: true,
  },
  {
    name: 'consultant-new',
    as: 'admin',
    path: '/backoffice/users/create',
    async open(page) {
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Nome é obrigatório').first().waitFor();
    },
  },
  { name: 'consultant', as: 'admin', path: '/backoffice/users?internalId=IK1143', open: openConsultant },
  {
    name: 'consultant-moved',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      const history = await openConsultant(page);
      await history.getByRole('button', { name: 'Editar' }).first().click();
      await fillField(history, 'Upline', 'IK1');
      await page.getByRole('listbox', { name: 'Sugestões' }).waitFor();
    },
  },
  {
    name: 'consultant-moves-orders',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      const history = await openConsultant(page);
      await history.getByRole('button', { name: 'Editar' }).first().click();
      await fillField(history, 'Upline', 'IK1001');
      await history.getByRole('button', { name: 'Guardar' }).click();
      await page.getByRole('dialog').waitFor();
    },
    covered: true,
  },
  {
    name: 'person',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      await (await loadedTable(page, 'Consultores')).getByRole('link', { name: 'IK1143' }).first().click();
      await loadedTable(page, 'Encomendas');
      await loadedTable(page, 'Rede directa');
      await page.getByText('Ninguém mudou este consultor').waitFor();
    },
  },
  {
    name: 'orders-chosen',
    as: 'admin',
    path: '/backoffice/orders?payment=pending&networkOf=IK1002',
    async open(page) {
      const boxes = (await loadedTable(page, 'Encomendas')).getByRole('checkbox');
      for (const row of [0, 2]) await boxes.nth(row).check({ force: true });
      await page.mouse.move(0, 0);
    },
    covered: true,
  },
  { name: 'orders', as: 'admin', path: '/backoffice/orders', open: (page) => loadedTable(page, 'Encomendas') },
  {
    name: 'order-new',
    as: 'admin',
    path: '/backoffice/add-orders',
    async open(page) {
      await page.getByRole('button', { name: 'Abrir o calendário' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).waitFor();
    },
  },
  {
    name: 'order',
    as: 'admin',
    path: '/backoffice/orders?consultantInternalId=IK1143',
    async open(page) {
      await (await loadedTable(page, 'Encomendas')).getByRole('link', { name: 'Editar' }).first().click();
      await page.getByRole('form', { name: 'Editar Encomenda' }).waitFor();
    },
  },
  {
    name: 'upload',
    as: 'admin',
    path: '/backoffice/upload-csv',
    open: (page) => loadedTable(page, 'Carregamentos anteriores'),
  },
  {
    name: 'upload-tried',
    as: 'admin',
    path: '/backoffice/upload-csv',
    async open(page) {
      const lines = [
        'Número de encomenda;Data de Encomenda;Valor da Encomenda',
        'A-1;2039-11-21;10,00',
        'A-2;2039-13-01;9',
        'A-3',
      ];
      const buffer = Buffer.from(lines.join('\n'));
      await page
        .getByLabel('Ficheiro', { exact: true })
        .setInputFiles({ name: 'encomendas.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Experimentar' }).click();
      await page.getByRole('table', { name: /Linhas/ }).waitFor();
    },
  },
];

async function openConsultant(page: Page) {
  await (await loadedTable(page, 'Consultores')).getByRole('link', { name: 'Editar' }).click();
  return loadedTable(page, 'Histórico de Uplines');
}

/** Other systems draw letters otherwise: there nothing is compared. */
const comparable = process.platform === 'linux' ? screens : [];

test.for(comparable)('$name looks as it did', async (screen, { visit }) => {
  const page = await visit(screen);
  onTestFinished(() => page.close());
  await screen.open(page);

  await expectKeptPictures(page, screen);
});

test('no picture is kept of a screen that is gone', async () => {
  expect(await strayPictures(screens)).toEqual([]);
});
