import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { chooseFile, readUploadResult } from '../orders-upload.ts';
import { expectToast, readRows, rowOf, saved } from '../screen.ts';
import { holdBack } from '../session.ts';

const uploadPage = '/backoffice/upload-csv';
const header = 'Número de encomenda;Data de Encomenda;Valor da Encomenda;Código IK\n';
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('corrects refused lines in the page, by a proposal and by the keyboard alone', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ name: 'Rita Reparo', internalId: 'E2E-REPARO' });
  const text = `${header}E2E-REP-1;2026-03-01;10,00;E2E-REPARA\nE2E-REP-2;2026-03-01;dez;E2E-REPARO\n`;
  await load(page, 'e2e-reparo.csv', text);
  await result(page).getByText('Nenhuma das 2 linhas foi carregada.').waitFor();

  await page.getByRole('button', { name: 'Corrigir aqui' }).click();
  await expect.poll(() => focused(page)).toBe('Código IK, linha 2');
  await page.getByRole('group', { name: 'Propostas para a linha 2' }).getByText('Rita Reparo').click();
  await page.getByLabel('Valor da Encomenda, linha 2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('12,50');
  await page.keyboard.press('ControlOrMeta+Enter');

  await page.getByText('2 linhas carregadas. Não há mais linhas por corrigir.').waitFor();
  await result(page).getByText('As 2 linhas foram todas carregadas.').waitFor();
  const corrected = await readRows(page, 'Corrigidas');
  expect(corrected.map(([line, change, order]) => [line, change, order])).toEqual([
    ['2', 'Código IK: E2E-REPARA → E2E-REPARO', 'E2E-REP-1'],
    ['3', 'Valor da Encomenda: dez → 12,50', 'E2E-REP-2'],
  ]);
  await page.getByRole('link', { name: 'E2E-REP-2' }).click();
  await expect.poll(() => page.getByLabel('Valor da Encomenda').inputValue()).toBe('12,50');
});

test('keeps what is refused again, over pages and in the past import, until it loads', async ({ page }) => {
  await load(page, 'e2e-teimosa.csv', `${header}E2E-TEIMA;2026-02-30;10,00;\nE2E-TEIMA-BOA;2026-03-01;10,00;\n`);
  await result(page).getByText('1 de 2 linhas carregadas, 1 com erro.').waitFor();

  await page.getByRole('button', { name: 'Corrigir aqui' }).click();
  await page.getByLabel('Data de Encomenda, linha 2').fill('2026-02-31');
  await page.getByRole('button', { name: 'Carregar 1 linha corrigida' }).click();
  await page.getByText('1 continua com erro.').waitFor();
  await page.getByRole('link', { name: 'Voltar às encomendas' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Carregar CSV' }).click();
  await rowOf(page, 'Carregamentos anteriores', 'e2e-teimosa.csv').getByRole('button', { name: /^Ver / }).click();
  const dialog = page.getByRole('dialog', { name: 'e2e-teimosa.csv' });
  const day = dialog.getByLabel('Data de Encomenda, linha 2');
  await expect.poll(() => day.inputValue()).toBe('2026-02-31');
  await day.fill('2026-02-28');
  await day.press('ControlOrMeta+Enter');

  await dialog.getByText('1 linha carregada. Não há mais linhas por corrigir.').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await rowOf(page, 'Carregamentos anteriores', 'e2e-teimosa.csv').getByText('1 corrigida').waitFor();
});

test('gives back the refused lines of a past import, which load once they are corrected', async ({ page }) => {
  await load(page, 'e2e-antiga.csv', `${header}E2E-ANTIGA;2026-03-31;dez;\n`);
  await page.goto(uploadPage);

  await rowOf(page, 'Carregamentos anteriores', 'e2e-antiga.csv').getByRole('button', { name: /^Ver / }).click();
  const { name, content } = await saved(page, page.getByRole('button', { name: 'Descarregar para corrigir' }));
  await page.getByRole('button', { name: 'Fechar' }).click();
  await chooseFile(page, csv(name, content.toString().replace(';"dez";', ';"10,00";')));
  await page.getByRole('button', { name: 'Upload' }).click();
  const { counts } = await readUploadResult(page);

  expect(name).toBe('e2e-antiga-por-corrigir.csv');
  expect(counts).toEqual({ Total: '1', Carregadas: '1', Recusadas: '0', 'Mal formadas': '0' });
});

test('asks what a status of a shop means, tries again with the answer, and forgets it when told to', async ({
  page,
}) => {
  const file = csv(
    'e2e-estados.csv',
    'ID;Reference;New client;Delivery;Customer;Total;Payment;Status;Date\n' +
      '"1";"E2EESTADO";"1";"Portugal";"A. Sousa";"61,80 €";"Multibanco";"A bordar o nome";"2026-03-31 15:41:22"\n',
  );
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, file);

  await page.getByRole('button', { name: 'Experimentar' }).click();
  const question = page.getByRole('group', { name: 'A bordar o nome' });
  await question.getByText('Por pagar').click();
  await question.getByText('Guardado').waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Experimentar outra vez' }).click();

  await page.getByText('Foi só uma experiência, nada foi carregado. Total 1, por carregar 1,').waitFor();
  await page.getByText('O que os estados das lojas querem dizer').click();
  await page.getByRole('button', { name: 'Esquecer A bordar o nome' }).click();
  await page.getByRole('button', { name: 'Esquecer A bordar o nome' }).waitFor({ state: 'detached' });
});

test('a load goes on when the page is left, and its result is there on the way back', async ({ page }) => {
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv('e2e-sair.csv', `${header}E2E-SAIR;2026-03-31;10,00;\n`));
  const release = await holdBack(page, '**/api/v1/orders/csv?*');

  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Pode sair desta página: o carregamento continua.').waitFor();
  await page.getByRole('link', { name: 'Voltar às encomendas' }).click();
  await page.getByRole('heading', { name: 'Gestão de Encomendas' }).waitFor();
  release();
  await expectToast(page, 'Ficheiro carregado com sucesso');
  await page.getByRole('main').getByRole('link', { name: 'Carregar CSV' }).click();

  const { counts } = await readUploadResult(page);
  expect(counts).toEqual({ Total: '1', Carregadas: '1', Recusadas: '0', 'Mal formadas': '0' });
});

test('the sheet is accessible in light and dark and fits a phone, in the page and in a past import', async ({
  page,
}) => {
  await load(page, 'e2e-folha.csv', `${header}E2E-FOLHA-1;2026-03-31;10,00;E2E-NINGUEM\nE2E-FOLHA-2;2026-03-31;dez;\n`);

  await page.getByRole('button', { name: 'Corrigir aqui' }).click();
  await page.getByLabel('Valor da Encomenda, linha 3').fill('onze');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Voltar à lista' }).click();
  await page.getByRole('button', { name: 'Ver e2e-folha.csv' }).first().click();
  await page.getByRole('dialog').getByLabel('Valor da Encomenda, linha 3').waitFor();
  await expectReadable(page);
});

async function load(page: Page, name: string, text: string) {
  await arriveAs(page, 'admin', uploadPage);
  await chooseFile(page, csv(name, text));
  await page.getByRole('button', { name: 'Upload' }).click();
  await readUploadResult(page);
}

/** The work tray says in the same words how the load ended. */
function result(page: Page) {
  return page.getByRole('region', { name: 'Resultado', exact: true });
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
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
