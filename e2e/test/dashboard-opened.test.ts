import { todayInLisbon } from '@rede/contract/days';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { test } from '../browser.ts';
import { digitsOf, filterNetwork, openDashboard, openView, readFigures } from '../dashboard.ts';
import { readCount, readFacts, readRows, rowOf } from '../screen.ts';
import { arriveAs } from '../login.ts';

test("opens a member's figure into orders that add up to it, with the way up of each day", async ({
  page,
  backOffice,
}) => {
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({ internalId: 'E2E-MEIO', name: 'No Meio', parentId: leader });
  await backOffice.createConsultant({ internalId: 'E2E-FUNDO', name: 'Lá no Fundo', parentId: 'E2E-MEIO' });
  const order = { createdAt: '2025-06-10', internalId: 'E2E-FUNDO' };
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-ABRE-1', total: '10.00' });
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-ABRE-2', total: '2.50', paidAt: '2025-06-11' });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  await filterNetwork(page, 'Rede total', { Código: 'E2E-FUNDO', De: '2025-06-01', Até: '2025-06-30' });

  const figure = rowOf(page, 'Rede total', 'E2E-FUNDO').getByRole('button', { name: '12,50' });
  await figure.click();

  const title = 'Encomendas de Lá no Fundo';
  await expect
    .poll(async () => (await readRows(page, title)).map(([number]) => number))
    .toEqual(['E2E-ABRE-2', 'E2E-ABRE-1']);
  const foot = page.getByRole('table', { name: title }).getByRole('rowgroup').last();
  expect(digitsOf(await foot.getByRole('cell').filter({ hasText: 'Total' }).innerText())).toBe(12_50);
  const chain = rowOf(page, title, 'E2E-ABRE-1').getByRole('listitem');
  expect(await chain.allInnerTexts()).toEqual(['E2E-MEIO', 'eu']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => figure.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('opens the own orders from their card', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { ownOrders } = await readFigures(page);

  await page.getByRole('main').getByRole('definition').getByRole('button').click();

  await readRows(page, 'As minhas encomendas');
  const foot = page.getByRole('table', { name: 'As minhas encomendas' }).getByRole('rowgroup').last();
  expect(digitsOf(await foot.getByRole('cell').filter({ hasText: 'Total' }).innerText())).toBe(ownOrders);
});

test('shows the months of the same total as the table, by themselves and beside those before', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { total } = await readFigures(page);

  await openView(page, 'Mês a mês');

  await page.getByRole('table', { name: 'Vendas mês a mês' }).waitFor();
  const facts = await readFacts(page.getByRole('region', { name: 'Mais sobre a minha rede' }));
  const inWindow = Object.entries(facts).find(([name]) => name.startsWith('Neste período'));
  expect(digitsOf(inWindow?.[1])).toBe(total.orders);
  await expectAccessible(page);
});

test('opens the tree branch by branch; its branches add up to the network', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { total } = await readFigures(page);

  await openView(page, 'Árvore');
  const amounts = page.getByRole('list', { name: 'Árvore da rede' }).getByRole('strong');
  await amounts.first().waitFor();
  const branches = await amounts.allInnerTexts();
  await page
    .getByRole('button', { name: /^Ramo de/ })
    .first()
    .click();
  await page
    .getByRole('list', { name: /^Ramo de/ })
    .getByRole('listitem')
    .first()
    .waitFor();

  expect(branches.reduce((sum, amount) => sum + digitsOf(amount), 0)).toBe(total.orders);
  await expectAccessible(page);
});

test('names who is new, who has gone quiet and who owes', async ({ page, backOffice }) => {
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({
    internalId: 'E2E-NOVA',
    name: 'Acabada de Chegar',
    parentId: leader,
    createdAt: todayInLisbon(),
  });
  await arriveAs(page, 'lider');
  await openDashboard(page);

  await openView(page, 'Atenção');

  await rowOf(page, 'Novos na rede', 'Acabada de Chegar').waitFor();
  expect(await readCount(page, 'Com valores por pagar')).toBeGreaterThan(0);
  expect(await readCount(page, 'Deixaram de encomendar')).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('all of it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await arriveAs(page, 'lider');
  await openDashboard(page);

  for (const view of ['Mês a mês', 'Árvore', 'Atenção'] as const) {
    await openView(page, view);
    await page.getByRole('tabpanel', { name: view }).waitFor();
    await expectNoSidewaysScrolling(page);
  }
});
