import { todayInLisbon } from '@rede/contract/days';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import type { BackOffice } from '../back-office.ts';
import { expectTrouble, test } from '../browser.ts';
import { digitsOf, filterNetwork, openDashboard, openSection, readFigures } from '../dashboard.ts';
import { expectToast, loadedTable, readCount, readRows, rowOf } from '../screen.ts';
import { arriveAs } from '../login.ts';

test("opens a member's figure into orders that add up to it, with the way up of each day", async ({
  page,
  backOffice,
}) => {
  const leader = await backOffice.codeOf('lider');
  await createPair(backOffice, leader, 'ABRE');
  const order = { createdAt: '2025-06-10', internalId: 'E2E-ABRE-FUNDO' };
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-ABRE-1', total: '10.00' });
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-ABRE-2', total: '2.50', paidAt: '2025-06-11' });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  await filterNetwork(page, 'Rede total', { Código: 'E2E-ABRE-FUNDO', De: '2025-06-01', Até: '2025-06-30' });

  const figure = rowOf(page, 'Rede total', 'E2E-ABRE-FUNDO').getByRole('button', { name: '12,50' });
  await figure.click();

  const title = 'Encomendas de Lá no Fundo ABRE';
  await expect
    .poll(async () => (await readRows(page, title)).map(([number]) => number))
    .toEqual(['E2E-ABRE-2', 'E2E-ABRE-1']);
  expect(await readSum(page, title)).toBe(12_50);
  const chain = rowOf(page, title, 'E2E-ABRE-1').getByRole('listitem');
  expect(await chain.allInnerTexts()).toEqual(['E2E-ABRE-MEIO', 'eu']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => figure.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('keeps an opened figure in the address: Back closes it, a reload and a link show it', async ({
  page,
  backOffice,
}) => {
  const leader = await backOffice.codeOf('lider');
  await createPair(backOffice, leader, 'LIGA');
  const order = { ecommerceId: 'E2E-LIGA-1', createdAt: '2025-06-10', internalId: 'E2E-LIGA-FUNDO' };
  await backOffice.createOrder({ ...order, total: '10.00' });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  await filterNetwork(page, 'Rede total', { Código: 'E2E-LIGA-FUNDO', De: '2025-06-01', Até: '2025-06-30' });
  const title = 'Encomendas de Lá no Fundo LIGA';

  await rowOf(page, 'Rede total', 'E2E-LIGA-FUNDO').getByRole('button', { name: '10,00' }).first().click();
  await readRows(page, title);
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.goForward();
  await readRows(page, title);
  await page.reload();
  expect(await readRows(page, title)).toHaveLength(1);

  // The upline in between would have sent its own link.
  const theirs = page.url().replace(`rede=${leader}`, 'rede=E2E-LIGA-MEIO');
  await page.goto(theirs);
  await page.getByRole('dialog').getByText('na rede de No Meio LIGA (E2E-LIGA-MEIO)').waitFor();
  const chain = rowOf(page, title, 'E2E-LIGA-1').getByRole('listitem');
  expect(await chain.allInnerTexts()).toEqual(['E2E-LIGA-MEIO']);

  expectTrouble(page, /404 GET .*\/orders\?/);
  await page.goto(theirs.replace('rede=E2E-LIGA-MEIO', 'rede=IK-DE-NINGUEM'));
  await page.getByRole('dialog', { name: 'Este extracto não está ao seu alcance' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Voltar à minha rede' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('opens the own orders from their card', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { ownOrders } = await readFigures(page);

  await page.getByRole('main').getByRole('definition').getByRole('button', { name: '€' }).first().click();

  await readRows(page, 'As minhas encomendas');
  expect(await readSum(page, 'As minhas encomendas')).toBe(ownOrders);
});

test('shows months that add up to the table', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { total } = await readFigures(page);

  await openSection(page, 'meses');

  const table = page.getByRole('table', { name: 'Vendas mês a mês' });
  await table.waitFor();
  const months = await table.getByRole('rowgroup').nth(1).getByRole('row').all();
  const amounts = await Promise.all(months.map((month) => month.getByRole('cell').first().innerText()));
  const sum = amounts.reduce((cents, amount) => cents + digitsOf(/^[^€]*/.exec(amount)?.[0]), 0);
  expect(sum).toBe(total.orders);
  await expectAccessible(page);
});

test('opens the tree branch by branch without moving the page; its branches add up to the network', async ({
  page,
}) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { total } = await readFigures(page);

  await openSection(page, 'arvore');
  const items = page.getByRole('treeitem');
  await items.getByRole('strong').first().waitFor();
  const height = await pageHeight(page);
  await items.first().focus();
  let sum = 0;
  const size = Number(await items.first().getAttribute('aria-setsize'));
  for (let place = 1; place <= size; place += 1) {
    const item = page.locator(`[role=treeitem][aria-posinset="${place}"]`);
    sum += centsOf(await item.getByRole('strong').innerText());
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Home');
  const closed = page.locator('[role=treeitem][aria-expanded=false]').first();
  await closed.click();
  await page.locator('[role=treeitem][aria-level="2"]').getByRole('strong').first().waitFor();

  expect(sum).toBe(total.orders);
  expect(await pageHeight(page)).toBe(height);
  await expectAccessible(page);
});

test('shows who stood in the tree on another day', async ({ page, backOffice }) => {
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({
    internalId: 'E2E-ARVORE',
    name: 'Chegou Hoje',
    parentId: leader,
    createdAt: todayInLisbon(),
  });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  await openSection(page, 'arvore');
  await page.getByRole('treeitem').getByRole('strong').first().waitFor();
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.type('chegou hoje');
  const newcomer = page.getByRole('treeitem', { name: /Chegou Hoje/ });
  expect(await newcomer.innerText()).not.toMatch(/entrou/);

  await page.getByRole('slider', { name: 'Dia da árvore' }).press('Home');

  await expect.poll(() => newcomer.innerText()).toMatch(/entrou\sa\s/);
  await expectAccessible(page);
});

test('names who is new, who has gone quiet and who owes, with a message for them', async ({ page, backOffice }) => {
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({
    internalId: 'E2E-CHEGOU',
    name: 'Acabada de Chegar',
    parentId: leader,
    createdAt: todayInLisbon(),
  });
  await backOffice.createOrder({
    ecommerceId: 'E2E-CHEGOU-1',
    internalId: 'E2E-CHEGOU',
    createdAt: todayInLisbon(),
    total: '99999.00',
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await arriveAs(page, 'lider');
  await openDashboard(page);

  await openSection(page, 'novos');
  expect(await readCount(page, 'Novos na rede')).toBeGreaterThan(0);
  await openSection(page, 'pararam');
  await loadedTable(page, 'Pararam de encomendar');
  await openSection(page, 'quem-deve');
  await page.getByRole('button', { name: 'Copiar mensagem a Acabada de Chegar' }).click();

  await expectToast(page, 'Mensagem copiada');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('• E2E-CHEGOU-1');
  await expectAccessible(page);
});

test('all of it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await arriveAs(page, 'lider');
  await openDashboard(page);

  for (const section of ['meses', 'quem-deve', 'novos', 'pararam', 'arvore'] as const) {
    await openSection(page, section);
    await page.locator(`#${section}`).getByRole('table').or(page.getByRole('tree')).first().waitFor();
    await expectNoSidewaysScrolling(page);
  }
});

/** Two consultants under a third: one in the middle, one below it. */
async function createPair(backOffice: BackOffice, parentId: string, test: string): Promise<void> {
  const [middle, bottom] = [`E2E-${test}-MEIO`, `E2E-${test}-FUNDO`];
  await backOffice.createConsultant({ internalId: middle, name: `No Meio ${test}`, parentId });
  await backOffice.createConsultant({ internalId: bottom, name: `Lá no Fundo ${test}`, parentId: middle });
}

/** What the orders of an opened figure add up to. */
async function readSum(page: Page, title: string): Promise<number> {
  const foot = page.getByRole('table', { name: title }).getByRole('rowgroup').last();
  return digitsOf(await foot.getByRole('cell').filter({ hasText: 'Total' }).innerText());
}

function centsOf(shown: string): number {
  return shown === '–' ? 0 : digitsOf(shown);
}

function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
