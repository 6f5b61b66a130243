import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The table once it shows what was last asked for. */
export async function loadedTable(page: Page, name: string): Promise<Locator> {
  const table = page.getByRole('table', { name });
  await expect.poll(() => table.getAttribute('aria-busy')).toBe('false');
  return table;
}

/** The texts of a list's cells, row by row, without the actions. */
export async function readRows(page: Page, list: string): Promise<string[][]> {
  const table = await loadedTable(page, list);
  const columns = await table.getByRole('columnheader').allInnerTexts();
  const rows = await table.getByRole('rowgroup').nth(1).getByRole('row').all();
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
  return cells.map((texts) => texts.slice(0, columns.filter((title) => title !== 'Acções').length));
}

/** How many rows the list has on all its pages. */
export async function readCount(page: Page, list: string): Promise<number> {
  await loadedTable(page, list);
  const summary = page
    .getByRole('region', { name: list })
    .getByRole('status')
    .filter({ hasText: /resultados?$/ });
  return Number((await summary.last().innerText()).replaceAll(/\D/g, ''));
}

/** What a list of names and values says, by its names. */
export async function readFacts(list: Locator): Promise<Record<string, string>> {
  const names = await list.getByRole('term').allInnerTexts();
  const values = await list.getByRole('definition').allInnerTexts();
  return Object.fromEntries(names.map((name, index) => [name.trim(), values[index] ?? '']));
}

/** Fills in the filter of the page, or the named one of several, and applies it. */
export async function filterBy(page: Page, fields: Record<string, string>, filter = 'Filtros'): Promise<void> {
  const form = page.getByRole('form', { name: filter, exact: true });
  for (const [label, value] of Object.entries(fields)) await fillField(form, label, value);
  await form.getByRole('button', { name: 'Filtrar' }).click();
}

/** Types text, or chooses an option by its label. One press opens the fields that a list's filter has folded away. */
export async function fillField(form: Locator, label: string, value: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  await field.waitFor({ state: 'attached' });
  if (!(await field.isVisible())) await form.getByRole('button', { name: /^filtro/ }).click();
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption({ label: value });
  else await field.fill(value);
}

/** Types a part of a code or name and picks the suggestion that says so. */
export async function pickSuggestion(form: Locator, label: string, typed: string, suggestion: string): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).fill(typed);
  // It hangs on the field, outside of the form.
  await form.page().getByRole('option', { name: suggestion }).click();
}

/** A row by a text in it that no other row has. */
export function rowOf(page: Page, list: string, text: string): Locator {
  return page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: text });
}

export async function expectToast(page: Page, message: string): Promise<void> {
  await page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: message }).last().waitFor();
}

/** The file that a click on the button saves. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
