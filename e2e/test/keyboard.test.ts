import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { expectToast, loadedTable, rowOf } from '../screen.ts';

test('a file is tried, loaded, looked at and undone by keyboard alone, and the focus is never lost', async ({
  page,
}) => {
  const text = `Número de encomenda;Data de Encomenda;Valor da Encomenda\nE2E-TECLAS;2026-03-31;10,00\nE2E-MAL;2026-03-31;dez\n`;
  await arriveAs(page, 'admin', '/backoffice/upload-csv');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await loadedTable(page, 'Carregamentos anteriores');

  await tabTo(page, page.getByLabel('Ficheiro', { exact: true }));
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Space');
  await (await choosing).setFiles({ name: 'e2e-teclas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await press(page, button('Experimentar'));
  await page.getByRole('region', { name: 'Resultado da experiência' }).waitFor();
  await expectFocus(page);
  await press(page, button('Carregar agora'));
  await expectToast(page, 'Ficheiro carregado com sucesso');
  await expectFocus(page);

  await rowOf(page, 'Carregamentos anteriores', 'e2e-teclas.csv').waitFor();
  await press(page, button('Ver e2e-teclas.csv'));
  await page.getByRole('dialog').getByRole('table').waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, button('Ver e2e-teclas.csv'));
  await press(page, button('Anular e2e-teclas.csv'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Anular carregamento' }));
  await expectToast(page, 'Carregamento anulado com sucesso');
  await expectFocus(page, page.getByRole('region', { name: 'Carregamentos anteriores' }));
});

test('the dashboard is filtered, paged and opened by keyboard alone, and the focus is never lost', async ({ page }) => {
  await arriveAs(page, 'lider');
  const filter = page.getByRole('form', { name: 'Filtros: Rede total' });
  const pager = page.getByRole('navigation', { name: 'Páginas: Rede total' });
  const table = await loadedTable(page, 'Rede total');

  await tabTo(page, filter.getByLabel('Nome'));
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('?total-name=a');
  await expectFocus(page, filter.getByLabel('Nome'));
  await press(page, filter.getByRole('button', { name: 'Limpar' }));
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expectFocus(page, filter.getByRole('button', { name: 'Limpar' }));

  const figure = (await loadedTable(page, 'Rede total')).getByRole('button', { name: '€' }).first();
  await press(page, figure);
  await page.getByRole('dialog').getByRole('table').waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page, figure);
  await press(page, pager.getByRole('button', { name: 'Última página' }));
  await expect.poll(() => table.getAttribute('aria-busy')).toBe('false');
  await expectFocus(page, pager.getByRole('button', { name: 'Última página' }));

  await press(page, page.getByRole('navigation', { name: 'Secções' }).getByRole('link', { name: 'Árvore' }));
  const branch = page.getByRole('treeitem', { expanded: false }).first();
  await tabTo(page, page.getByRole('treeitem').first());
  while (!(await hasFocus(branch))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { level: 2 }).first().waitFor();
  await expectFocus(page, page.getByRole('treeitem', { expanded: true }));
  await page.keyboard.press('ArrowRight');
  await expectFocus(page, page.getByRole('treeitem', { level: 2 }).first());
});

/** By Tab from where the focus is, as far as it takes. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let steps = 0; steps < 250; steps += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** It is there, or at least somewhere. */
async function expectFocus(page: Page, target?: Locator): Promise<void> {
  await expect.poll(() => (target ? hasFocus(target) : hasFocus(page.locator(':not(body):focus')))).toBe(true);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
}
