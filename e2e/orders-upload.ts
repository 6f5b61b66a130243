import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readFacts } from './screen.ts';

/** A file of `e2e/files` as it is uploaded: its `{{placeholders}}` replaced, for what a shop exports is of these days. */
export async function shopFile(name: string, values: Record<string, string>) {
  const template = await readFile(new URL(`files/${name}`, import.meta.url), 'utf8');
  const text = Object.entries(values).reduce(
    (filled, [key, value]) => filled.replaceAll(`{{${key}}}`, value),
    template,
  );
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

type UploadedFile = Awaited<ReturnType<typeof shopFile>>;

/** Puts a file in the place for it. */
export async function chooseFile(page: Page, file: UploadedFile): Promise<void> {
  await page.getByLabel('Ficheiro', { exact: true }).setInputFiles(file);
  await page.getByText(file.name, { exact: true }).first().waitFor();
}

/** From the orders list to the upload's result. */
export async function uploadOrders(page: Page, file: UploadedFile): Promise<void> {
  await page.getByRole('link', { name: 'Gestão de Encomendas' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Carregar CSV' }).click();
  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Ficheiro carregado com sucesso').waitFor();
}

/** The result's counts by their names, and its failed lines. */
export async function readUploadResult(page: Page, name = 'Resultado') {
  const result = page.getByRole('region', { name, exact: true });
  await result.waitFor();
  const counts = await readFacts(result);
  const rows = await result.getByRole('table').getByRole('row').all();
  const lines = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
  return { counts, lines };
}
