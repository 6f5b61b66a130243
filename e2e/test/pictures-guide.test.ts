import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openDashboard } from '../dashboard.ts';
import { type Screen, expectKeptPictures, guide, test } from '../pictures.ts';
import { loadedTable } from '../screen.ts';

/** The pictures of docs/guia.md, in the order in which what one shows may be there for the next. */
const screens: Screen[] = [
  {
    name: 'dashboard',
    as: 'lider',
    open: openDashboard,
    covered: true,
  },
  {
    name: 'encomendas-da-rede',
    as: 'admin',
    path: '/backoffice/orders?networkOf=IK1002&payment=pending',
    open: (page) => loadedTable(page, 'Encomendas'),
    covered: true,
  },
  {
    name: 'escolher',
    as: 'admin',
    path: '/backoffice/orders?payment=pending',
    async open(page) {
      const boxes = (await loadedTable(page, 'Encomendas')).getByRole('checkbox');
      for (const row of [0, 1, 2]) await boxes.nth(row).check({ force: true });
      await page.mouse.move(0, 0);
    },
    covered: true,
  },
  {
    name: 'procura',
    as: 'admin',
    async open(page) {
      await page.getByRole('button', { name: /^Procurar/ }).click();
      await page.getByRole('combobox', { name: /^Procurar/ }).fill('maria sa');
      await page.getByRole('group', { name: 'Consultores' }).waitFor();
    },
    covered: true,
  },
  {
    name: 'consultor',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      await (await loadedTable(page, 'Consultores')).getByRole('link', { name: 'IK1143' }).first().click();
      await page.getByRole('button', { name: 'Mudar upline a partir de…' }).first().waitFor();
    },
    covered: true,
  },
  {
    name: 'mudar-upline',
    as: 'admin',
    path: '/backoffice/users?internalId=IK1143',
    async open(page) {
      await (await loadedTable(page, 'Consultores')).getByRole('link', { name: 'IK1143' }).first().click();
      await page.getByRole('button', { name: 'Mudar upline a partir de…' }).first().click();
      const form = page.getByRole('form', { name: 'Mudar upline' });
      await form.getByRole('textbox', { name: 'A partir de' }).fill('2040-10-01');
      await form.getByRole('combobox').fill('IK1001');
      await page.getByRole('option', { name: /^IK1001 / }).click();
      await form.getByText('As encomendas ficam com quem as fez').waitFor();
    },
    covered: true,
  },
  {
    name: 'reparar',
    as: 'admin',
    path: '/backoffice/upload-csv',
    async open(page) {
      const lines = [
        'Número de encomenda;Data de Encomenda;Valor da Encomenda;Código IK',
        'N-201;2040-11-20;48,90;IK1143',
        'N-202;2040-13-20;120,00;IK1143',
        'N-203;2040-11-21;doze;IK1100',
        'N-204;2040-11-21;36,40;IK11O0',
      ];
      await page.getByLabel('Ficheiro', { exact: true }).setInputFiles({
        name: 'encomendas-novembro.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      });
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByRole('button', { name: 'Corrigir aqui' }).first().click();
      const toast = page.getByText('Ficheiro carregado com sucesso');
      await toast.waitFor();
      await toast.waitFor({ state: 'detached' });
      const heading = page.getByRole('heading', { name: 'Linhas que não foram carregadas' });
      await heading.evaluate((node) => node.scrollIntoView());
      await fixInstants(page);
    },
    covered: true,
  },
  {
    name: 'inicio',
    as: 'admin',
    async open(page) {
      await addStrayOrder(page);
      await page.goto('/');
      await page.getByRole('button', { name: /^Atribuir a / }).waitFor();
      await page.getByRole('link', { name: 'encomendas-novembro.csv' }).first().waitFor();
      await fixInstants(page);
    },
    covered: true,
  },
  {
    name: 'actividade',
    as: 'admin',
    path: '/backoffice/activity',
    async open(page) {
      await page.getByText('encomendas-novembro.csv').first().waitFor();
      await fixInstants(page);
    },
    covered: true,
  },
];

/** An order of nobody, with a coupon that is somebody's code. */
async function addStrayOrder(page: Page): Promise<void> {
  await page.goto('/backoffice/add-orders');
  const form = page.getByRole('form', { name: 'Adicionar Encomenda' });
  await form.getByLabel('Número de encomenda').fill('N-205');
  await form.getByLabel('Cupão').fill('IK1143');
  await form.getByLabel('Valor da Encomenda').fill('99,00');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await loadedTable(page, 'Encomendas');
}

/** When something was done the database says, by a clock of its own. */
async function fixInstants(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      text.nodeValue = (text.nodeValue ?? '').replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '2040-11-22 10:00');
    }
  });
}

/** Other systems draw letters otherwise: there nothing is compared. */
const comparable = process.platform === 'linux' ? screens : [];

test.for(comparable)('the guide shows $name as it is', async (screen, { visit }) => {
  const page = await visit(screen);
  onTestFinished(() => page.close());
  await screen.open(page);

  await expectKeptPictures(page, screen, guide);
});
