import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { expectToast, loadedTable, readCount, readRows, rowOf } from '../screen.ts';

for (const [path, list] of [
  ['/backoffice/orders', 'Encomendas'],
  ['/backoffice/users', 'Consultores'],
] as const) {
  test(`${path} shows 15 rows and more on a small screen, with nothing cut off`, async ({ page }) => {
    await arriveAs(page, 'admin', path);
    await loadedTable(page, list);

    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(15);
    await expectNoSidewaysScrolling(page);
    const actions = await page
      .getByRole('button', { name: /^Mais acções de / })
      .first()
      .boundingBox();
    expect((actions?.x ?? Infinity) + (actions?.width ?? 0)).toBeLessThanOrEqual(1280);
  });
}

test('orders that were chosen are paid together, and unpaid again by Anular', async ({ page, backOffice }) => {
  for (const number of ['E2E-VARIAS-1', 'E2E-VARIAS-2', 'E2E-VARIAS-3']) {
    await backOffice.createOrder({ ecommerceId: number, total: '10.00', createdAt: '2025-03-01' });
  }
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-VARIAS&colunas=ecommerceId,pending');
  const owed = async () => (await readRows(page, 'Encomendas')).map((cells) => cells.at(-1)).toSorted();
  expect(await owed()).toEqual(['10,00\u00a0€', '10,00\u00a0€', '10,00\u00a0€']);

  await page.getByLabel('Escolher E2E-VARIAS-1').check();
  await page.getByLabel('Escolher E2E-VARIAS-3').check();
  await page.getByRole('button', { name: 'Marcar como pagas…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Marcar como pagas' });
  await dialog.getByText('Ficam pagas por inteiro: 2 encomendas (20,00 €)').waitFor();
  await dialog.getByRole('button', { name: 'Marcar como pagas (2)' }).click();

  await expectToast(page, '2 encomendas: pagas por inteiro');
  await expect.poll(owed).toEqual(['10,00\u00a0€', '–', '–']);
  await page.getByRole('button', { name: 'Anular' }).click();
  await expect.poll(owed).toEqual(['10,00\u00a0€', '10,00\u00a0€', '10,00\u00a0€']);
});

test('an amount is changed in the list, by keyboard alone', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-NO-LUGAR', total: '10.00', createdAt: '2025-03-01' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-NO-LUGAR');
  await loadedTable(page, 'Encomendas');
  const row = rowOf(page, 'Encomendas', 'E2E-NO-LUGAR');

  await row.getByRole('button', { name: 'atribuir' }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  const field = row.getByLabel('Valor da Encomenda de E2E-NO-LUGAR');
  await field.fill('12,34');
  await page.keyboard.press('Enter');

  const value = row.getByRole('button', { name: '12,34' });
  await value.waitFor();
  await expect.poll(() => value.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a list is left and come back to with its row, as far down and with the focus there', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/orders?pageSize=50&pageNumber=1');
  await loadedTable(page, 'Encomendas');
  const link = page.getByRole('link', { name: /^Editar / }).nth(40);
  const name = await link.getAttribute('aria-label');
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => Math.round(scrollY));
  expect(left).toBeGreaterThan(200);

  await link.click();
  await page.getByRole('form', { name: 'Editar Encomenda' }).waitFor();
  await page.goBack();

  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(left);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
});

test('a view is kept under a name and opened from the side menu', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-VISTA', total: '10.00', createdAt: '2025-03-01' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-VISTA');
  await loadedTable(page, 'Encomendas');
  await page.getByRole('button', { name: 'Vistas' }).click();
  await page.getByRole('menuitem', { name: 'Guardar como vista nova…' }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill('A vista dos testes');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Vista guardada');

  await page.goto('/backoffice/users');
  await page
    .getByRole('navigation', { name: 'Vistas guardadas' })
    .getByRole('link', { name: 'A vista dos testes' })
    .click();

  await expect.poll(() => readCount(page, 'Encomendas')).toBe(1);
});

test('both lists are accessible with rows chosen, a cell open and a menu open, on a phone too', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/orders?payment=pending');
  await loadedTable(page, 'Encomendas');
  await page.getByRole('button', { name: 'filtro' }).click();
  await page
    .getByLabel(/^Escolher \d/)
    .first()
    .check();
  await page.getByRole('row').nth(3).getByRole('button', { name: '€' }).dblclick();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Mais acções de / })
    .nth(5)
    .click();
  await page.getByRole('menuitem', { name: 'Atribuir…' }).waitFor();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

/** Rows of the table that are whole on the screen. */
function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('tbody tr')].filter(
        (row) => row.getBoundingClientRect().bottom <= window.innerHeight,
      ).length,
  );
}
