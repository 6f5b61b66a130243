import { todayInLisbon } from '@rede/contract/days';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { expectToast, loadedTable } from '../screen.ts';

test('a consultant is found by words in any order without accents, opened by Enter, and found again among the last', async ({
  page,
  backOffice,
}) => {
  await backOffice.createConsultant({ internalId: 'E2E-PROCURA', name: 'Óscar Álvares da Conceição' });
  await arriveAs(page, 'admin');

  await page.keyboard.press('Control+K');
  await searchFor(page, 'conceicao osc');
  await page.getByRole('option', { name: /Óscar Álvares da Conceição/ }).waitFor();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: /Óscar Álvares da Conceição/ }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/users\/\d+$/);
  await page.keyboard.press('/');
  await page
    .getByRole('group', { name: 'Recentes' })
    .getByRole('option', { name: /Óscar Álvares da Conceição/ })
    .waitFor();
});

test('Escape closes the search and gives the focus back', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
  await loadedTable(page, 'Consultores');
  const field = page.getByRole('form', { name: 'Filtros' }).getByRole('textbox').first();
  await field.focus();

  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Procurar' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('dialog', { name: 'Procurar' }).waitFor({ state: 'detached' });
  expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
});

test('a click with Ctrl on what was found opens it in a new tab', async ({ page, backOffice }) => {
  const { id } = await backOffice.createOrder({ ecommerceId: 'E2E-SEPARADOR', total: '9.99', createdAt: '2025-01-01' });
  await arriveAs(page, 'admin');
  await page.getByRole('button', { name: /^Procurar/ }).click();
  await searchFor(page, 'e2e-separador');

  const opening = page.context().waitForEvent('page');
  await page.getByRole('option', { name: /E2E-SEPARADOR/ }).click({ modifiers: ['ControlOrMeta'] });

  await (await opening).waitForURL(`**/backoffice/edit-orders/${id}`);
  await page.getByRole('dialog', { name: 'Procurar' }).waitFor();
});

test('a page with unsaved input asks before the search leaves it, and nothing lies over the question', async ({
  page,
}) => {
  await arriveAs(page, 'admin', '/backoffice/add-orders');
  await page.getByLabel('Número de encomenda').fill('E2E-POR-GUARDAR');

  await page.keyboard.press('Control+K');
  await searchFor(page, 'gestão de consultores');
  await page.getByRole('option', { name: 'Gestão de Consultores' }).click();

  await page
    .getByRole('dialog', { name: 'Alterações por guardar' })
    .getByRole('button', { name: 'Sair sem guardar' })
    .click();
  await loadedTable(page, 'Consultores');
});

test('an order of nobody is given to whose code its coupon is from the home page, and taken back', async ({
  page,
  backOffice,
}) => {
  const order = { createdAt: todayInLisbon(), total: '12.34', couponCode: 'E2E-CUPAO' };
  await backOffice.createOrder({ ecommerceId: 'E2E-DE-NINGUEM', ...order });
  await backOffice.createConsultant({ internalId: 'E2E-CUPAO', name: 'Dona Do Cupão' });
  await arriveAs(page, 'admin');
  const card = page.getByRole('region', { name: 'Encomendas sem consultor' });
  const row = card.getByRole('listitem').filter({ hasText: 'E2E-DE-NINGUEM' });

  await row.getByRole('button', { name: 'Atribuir a Dona (cupão E2E-CUPAO)' }).click();
  await expectToast(page, 'A encomenda E2E-DE-NINGUEM é agora de Dona Do Cupão');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Anular' }).click();

  await expectToast(page, 'A encomenda E2E-DE-NINGUEM voltou a ficar sem consultor');
  await row.waitFor();
});

test('the home page does not move while what asks for attention comes', async ({ page }) => {
  await arriveAs(page, 'admin');
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        (window as unknown as { moved: number }).moved += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

  await page.goto('/');
  await page.getByRole('region', { name: 'Por pagar' }).getByRole('listitem').first().waitFor();
  await page
    .getByRole('link', { name: /^\d+ encomendas?$/ })
    .first()
    .waitFor();

  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02);
});

test('the guide opens at a task, with its pictures', async ({ page }) => {
  await arriveAs(page, 'novo', '/ajuda#o-que-mostra-o-dashboard');

  const picture = page.getByRole('img', { name: /^O dashboard de uma líder/ });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);
});

const parts = ['the search', 'the shortcuts', 'the menu of a phone'] as const;

test.for(parts)('%s is accessible in light and dark, and fits a phone', async (part, { page }) => {
  await arriveAs(page, 'admin');
  await page.getByRole('region', { name: 'Por pagar' }).getByRole('listitem').first().waitFor();
  if (part === 'the search') {
    await page.keyboard.press('/');
    await searchFor(page, 'maria');
    await page.getByRole('group', { name: 'Consultores' }).waitFor();
  } else if (part === 'the shortcuts') {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor();
  } else {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Ajuda' }).waitFor();
  }

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

function searchFor(page: Page, text: string): Promise<void> {
  return page.getByRole('combobox', { name: /^Procurar/ }).fill(text);
}
