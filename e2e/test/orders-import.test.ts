import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { expectTrouble, test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { chooseFile, readUploadResult, shopFile } from '../orders-upload.ts';
import { expectToast, readRows, rowOf, saved } from '../screen.ts';

const uploadPage = '/backoffice/upload-csv';
const past = 'Carregamentos anteriores';
const header = 'Número de encomenda;Data de Encomenda;Data de Pagamento;Valor da Encomenda;Valor Pago\n';
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const shopFiles = [
  {
    file: 'woocommerce-orders.csv',
    words: 'Ficheiro do WooCommerce, separado por vírgulas, em UTF-8.',
    total: 3,
    loaded: 2,
  },
  {
    file: 'woocommerce-analytics.csv',
    words: 'Ficheiro do WooCommerce Analytics, separado por vírgulas, em UTF-8.',
    total: 2,
    loaded: 2,
  },
  {
    file: 'prestashop-orders.csv',
    words: 'Ficheiro do PrestaShop, separado por pontos e vírgulas, em UTF-8.',
    total: 2,
    loaded: 1,
  },
  { file: 'shopify-orders.csv', words: 'Ficheiro da Shopify, separado por vírgulas, em UTF-8.', total: 7, loaded: 5 },
];

test.for(shopFiles)('takes $file for what it is', async ({ file, words, total, loaded }, { page }) => {
  const content = await shopFile(file, { own: 'E2E-NINGUEM', day: '2026-03-31' });
  await arriveAs(page, 'admin', uploadPage);

  await chooseFile(page, content);
  await page.getByRole('button', { name: 'Experimentar' }).click();

  await readUploadResult(page, 'Resultado da experiência');
  await page.getByText(words).waitFor();
  await page.getByText(`Foi só uma experiência, nada foi carregado. Total ${total}, por carregar ${loaded},`).waitFor();
});

test('loads a file as a Portuguese Excel saves it', async ({ page }) => {
  const text =
    'Número de encomenda;Cupão;Data de Encomenda;Valor da Encomenda\r\nE2E-EXCEL;Verão;31/03/2026;1.234,56\r\n';
  await arriveAs(page, 'admin', uploadPage);

  await chooseFile(page, { name: 'excel.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await page.getByRole('button', { name: 'Upload' }).click();

  await expectToast(page, 'Ficheiro carregado com sucesso');
  await page.getByText('Ficheiro com as colunas do modelo, separado por pontos e vírgulas, em Windows-1252.').waitFor();
  await page.goto('/backoffice/orders?ecommerceId=E2E-EXCEL');
  await expect
    .poll(() => readRows(page, 'Encomendas'))
    .toEqual([['E2E-EXCEL', 'sem consultor', 'atribuir', '—', '2026-03-31', '1\u00a0234,56\u00a0€', 'Verão']]);
});

test('tries a file first, loads it then, and knows it again', async ({ page }) => {
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv('e2e-duas-vezes.csv', `${header}E2E-TENTAR;2026-03-31;;10,00;\n`));

  await page.getByRole('button', { name: 'Experimentar' }).click();
  const tried = await readUploadResult(page, 'Resultado da experiência');
  await page.getByRole('button', { name: 'Carregar agora' }).click();
  const loaded = await readUploadResult(page);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Este mesmo ficheiro já tinha sido carregado por').waitFor();
  const again = await readUploadResult(page);

  expect(tried.counts).toEqual({ Total: '1', 'Por carregar': '1', Recusadas: '0', 'Mal formadas': '0' });
  expect(loaded.counts).toEqual({ Total: '1', Carregadas: '1', Recusadas: '0', 'Mal formadas': '0' });
  expect(again.counts).toEqual({ Total: '1', Carregadas: '0', Recusadas: '1', 'Mal formadas': '0' });
});

test('gives back what failed as a file, which loads once it is corrected', async ({ page }) => {
  const text = `${header}E2E-BOA;2026-03-31;;10,00;\nE2E-MA;2026-03-31;;dez;\n`;
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv('e2e-corrigir.csv', text));
  await page.getByRole('button', { name: 'Upload' }).click();
  await readUploadResult(page);

  const { name, content } = await saved(page, page.getByRole('button', { name: 'Descarregar para corrigir' }));
  const corrected = content.toString().replace(';dez;', ';10,00;');
  await chooseFile(page, csv(name, corrected));
  await page.getByRole('button', { name: 'Upload' }).click();
  const result = await readUploadResult(page);

  expect(name).toBe('e2e-corrigir-por-corrigir.csv');
  expect(content.toString()).toMatch(/^\uFEFFErro;Número de encomenda;.*\r\n"Valor da Encomenda: .*";E2E-MA;/);
  expect(result.counts).toEqual({ Total: '1', Carregadas: '1', Recusadas: '0', 'Mal formadas': '0' });
});

test('updates the payments of orders that are there where that is asked for', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-PAGAR', total: '10.00', createdAt: '2026-03-01' });
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv('e2e-pagamentos.csv', `${header}E2E-PAGAR;2026-03-01;2026-03-31;10,00;10,00\n`));

  await page.getByLabel('Actualizar o pagamento das encomendas que já existem').check();
  await page.getByRole('button', { name: 'Upload' }).click();
  const { counts } = await readUploadResult(page);

  expect(counts).toEqual({ Total: '1', Carregadas: '0', Actualizadas: '1', Recusadas: '0', 'Mal formadas': '0' });
});

test('undoes a load as a whole, after saying how many orders go', async ({ page }) => {
  await load(page, 'e2e-anular.csv', 'E2E-ANULAR');

  await rowOf(page, past, 'e2e-anular.csv')
    .getByRole('button', { name: /^Anular / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Anular carregamento' });
  await dialog.getByText('A encomenda que veio deste ficheiro vai ser apagada.').waitFor();
  await dialog.getByRole('button', { name: 'Anular carregamento' }).click();

  await expectToast(page, 'Carregamento anulado com sucesso');
  await rowOf(page, past, 'e2e-anular.csv').getByText('Anulado em').waitFor();
  await page.goto('/backoffice/orders?ecommerceId=E2E-ANULAR');
  await page.getByText('Nenhuma encomenda encontrada').waitFor();
});

test('does not undo a load whose order was deleted since, and says why', async ({ page }) => {
  expectTrouble(page, /^409 POST .*\/imports\/\d+\/undo$/);
  await load(page, 'e2e-tocado.csv', 'E2E-TOCADO');
  await page.goto('/backoffice/orders?ecommerceId=E2E-TOCADO');
  await page.getByRole('button', { name: 'Apagar E2E-TOCADO' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expectToast(page, 'Encomenda apagada com sucesso');

  await page.goto(uploadPage);
  await rowOf(page, past, 'e2e-tocado.csv')
    .getByRole('button', { name: /^Anular / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Anular carregamento' });
  await dialog.getByRole('button', { name: 'Anular carregamento' }).click();

  await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
});

test('is accessible in light and dark and fits a phone, tried, loaded and opened again', async ({ page }) => {
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv('e2e-ecra.csv', `${header}E2E-ECRA-1;2026-03-31;;10,00;\nE2E-ECRA-2;2026-03-31;;dez;\n`));

  await page.getByText('Colunas e formas aceites').click();
  await page.getByRole('button', { name: 'Experimentar' }).click();
  await readUploadResult(page, 'Resultado da experiência');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Carregar agora' }).click();
  await readUploadResult(page);
  await expectToast(page, 'Ficheiro carregado com sucesso');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Ver e2e-ecra.csv' }).first().click();
  await page.getByRole('dialog').getByRole('table').waitFor();
  await expectReadable(page);
});

async function load(page: Page, name: string, number: string) {
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv(name, `${header}${number};2026-03-31;;10,00;\n`));
  await page.getByRole('button', { name: 'Upload' }).click();
  await readUploadResult(page);
}

async function expectReadable(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}
