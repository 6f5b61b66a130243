import { addDays, todayInLisbon } from '@rede/contract/days';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { expectToast, fillField, readRows, rowOf } from '../screen.ts';

const history = 'Histórico de Uplines';

test('a new upline code holds from today, and the history keeps the old one until yesterday', async ({
  page,
  backOffice,
}) => {
  await backOffice.createConsultant({ internalId: 'E2E-NOVO-UPLINE', name: 'Novo Upline' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-MUDA', name: 'Quem Muda' });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const form = page.getByRole('form', { name: 'Editar Consultor' });

  await fillField(form, 'Código Upline', 'E2E-NOVO-UPLINE');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Consultor atualizado com sucesso');
  const today = todayInLisbon();
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['IK0', '2024-01-01', addDays(today, -1)],
      ['E2E-NOVO-UPLINE Em vigor hoje', today, 'Em aberto'],
    ]);
});

test('edits, adds and deletes periods where they stand', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-DEPOIS', name: 'Upline Depois' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-HISTORICO', name: 'Com Histórico' });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });
  const add = page.getByRole('button', { name: 'Adicionar Histórico' });

  await table.getByRole('button', { name: 'Editar' }).click();
  expect(await add.isDisabled()).toBe(true);
  await fillField(table, 'Data Fim', '2024-12-31');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor atualizado com sucesso');
  await expect
    .poll(() => readRows(page, history))
    .toEqual([['IK0', '2024-01-01', '2024-12-31'], ['Sem upline desde 2025-01-01']]);

  await add.click();
  await table.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => readRows(page, history)).toHaveLength(2);

  await add.click();
  await fillField(table, 'Upline', 'E2E-DEPOIS');
  await fillField(table, 'Data Início', '2025-01-01');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor criado com sucesso');
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['IK0', '2024-01-01', '2024-12-31'],
      ['E2E-DEPOIS Em vigor hoje', '2025-01-01', 'Em aberto'],
    ]);

  const question = confirmOnce(page);
  await rowOf(page, history, 'IK0').getByRole('button', { name: 'Apagar' }).click();
  expect(await question).toBe('Tem certeza que deseja apagar este registo?');
  await expectToast(page, 'Histórico do consultor excluído com sucesso');
  await expect.poll(() => readRows(page, history)).toEqual([['E2E-DEPOIS Em vigor hoje', '2025-01-01', 'Em aberto']]);
});

test('asks once before Back loses a period that is being edited and what was typed in the form', async ({
  page,
  backOffice,
}) => {
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-VOLTA-ATRAS', name: 'Volta Atrás' });
  await arriveAs(page, 'admin', '/backoffice/users?internalId=E2E-VOLTA-ATRAS');
  await page.getByRole('table', { name: 'Consultores' }).getByRole('link', { name: 'Editar' }).click();
  await fillField(page.getByRole('form', { name: 'Editar Consultor' }), 'Nome Completo', 'Volta');
  const table = page.getByRole('table', { name: history });
  await table.getByRole('button', { name: 'Editar' }).click();
  await fillField(table, 'Data Fim', '2024-12-31');
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Sair sem guardar' });

  await page.evaluate(() => window.history.back());
  await leave.waitFor();
  expect(await leave.count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe(`/backoffice/users/edit/${id}`);
  await leave.click();

  await page.getByRole('table', { name: 'Consultores' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/backoffice/users');
});

test('says which orders a new upline takes along before it is saved', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-LEVA-DE', name: 'De Quem Saem' });
  await backOffice.createConsultant({ internalId: 'E2E-LEVA-PARA', name: 'Para Quem Entram' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-LEVA', name: 'Leva', parentId: 'E2E-LEVA-DE' });
  const today = todayInLisbon();
  await backOffice.createOrder({
    ecommerceId: 'E2E-LEVA-1',
    total: '1234.50',
    createdAt: today,
    internalId: 'E2E-LEVA',
  });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const form = page.getByRole('form', { name: 'Editar Consultor' });
  const upline = form.getByRole('combobox', { name: 'Código Upline' });

  await upline.fill('E2E-LEVA-PARA');
  await form.getByRole('button', { name: 'Guardar' }).click();

  const dialog = page.getByRole('dialog', { name: 'Esta alteração move encomendas' });
  await dialog.waitFor();
  const figures = ['1', '1\u00a0234,50\u00a0€', '1\u00a0234,50\u00a0€'];
  expect(await readMoves(dialog, 'Saem da rede de')).toEqual([
    ['De Quem Saem', 'E2E-LEVA-DE · Rede directa', ...figures],
    ['De Quem Saem', 'E2E-LEVA-DE · Rede total', ...figures],
  ]);
  expect(await readMoves(dialog, 'Entram na rede de')).toEqual([
    ['Para Quem Entram', 'E2E-LEVA-PARA · Rede directa', ...figures],
    ['Para Quem Entram', 'E2E-LEVA-PARA · Rede total', ...figures],
  ]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await upline.inputValue()).toBe('E2E-LEVA-PARA');
  expect(await readRows(page, history)).toEqual([['E2E-LEVA-DE Em vigor hoje', '2024-01-01', 'Em aberto']]);

  await form.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Consultor atualizado com sucesso');
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['E2E-LEVA-DE', '2024-01-01', addDays(today, -1)],
      ['E2E-LEVA-PARA Em vigor hoje', today, 'Em aberto'],
    ]);
});

test('says which orders a change of the history moves, and which its deletion', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-PASSADO', name: 'Upline Do Passado' });
  const { id } = await backOffice.createConsultant({
    internalId: 'E2E-CORRIGE',
    name: 'Corrigido',
    parentId: 'E2E-PASSADO',
  });
  for (const [day, total] of [
    ['2024-03-10', '10.00'],
    ['2024-06-10', '20.00'],
  ] as const) {
    await backOffice.createOrder({ ecommerceId: `E2E-C-${day}`, total, createdAt: day, internalId: 'E2E-CORRIGE' });
  }
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });
  const dialog = page.getByRole('dialog', { name: 'Esta alteração move encomendas' });

  await table.getByRole('button', { name: 'Editar' }).click();
  await fillField(table, 'Data Fim', '2024-04-30');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor();
  expect(await readMoves(dialog, 'Saem da rede de')).toEqual([
    ['Upline Do Passado', 'E2E-PASSADO · Rede directa', '1', '20,00\u00a0€', '20,00\u00a0€'],
    ['Upline Do Passado', 'E2E-PASSADO · Rede total', '1', '20,00\u00a0€', '20,00\u00a0€'],
  ]);
  expect(await dialog.getByRole('table', { name: 'Entram na rede de' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor atualizado com sucesso');

  const question = confirmOnce(page);
  await table.getByRole('button', { name: 'Apagar' }).click();
  expect(await question).toBe('Tem certeza que deseja apagar este registo?');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await readRows(page, history)).toEqual([
    ['E2E-PASSADO', '2024-01-01', '2024-04-30'],
    ['Sem upline desde 2024-05-01'],
  ]);
  const again = confirmOnce(page);
  await table.getByRole('button', { name: 'Apagar' }).click();
  await again;
  await dialog.getByRole('button', { name: 'Apagar' }).click();
  await expectToast(page, 'Histórico do consultor excluído com sucesso');
  await page.getByText('Sem períodos').waitFor();
});

test('refuses a period that overlaps another, and keeps what was typed', async ({ page, backOffice }) => {
  expectTrouble(page, /^409 POST .*\/history\/preview$/);
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-OVERLAP', name: 'Com Período Aberto' });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });

  await page.getByRole('button', { name: 'Adicionar Histórico' }).click();
  await fillField(table, 'Upline', 'IK0');
  await fillField(table, 'Data Início', '2025-06-01');
  await table.getByRole('button', { name: 'Guardar' }).click();

  await table.getByText('O período sobrepõe-se ao de 2024-01-01 em diante, sob IK0').waitFor();
  expect(await table.getByLabel('Data Início', { exact: true }).inputValue()).toBe('2025-06-01');
});

test('moves somebody since a year ago in one go: the period that holds on those days gives them up', async ({
  page,
  backOffice,
}) => {
  expectTrouble(page, /^409 POST .*\/history\/preview$/);
  await backOffice.createConsultant({ internalId: 'E2E-DESTINO', name: 'Upline De Destino' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-MUDADO', name: 'Mudado Há Um Ano' });
  await backOffice.createOrder({
    ecommerceId: 'E2E-M-1',
    total: '40.00',
    createdAt: '2025-06-01',
    internalId: 'E2E-MUDADO',
  });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });
  const dialog = page.getByRole('dialog', { name: 'Esta alteração move encomendas' });

  await page.getByRole('button', { name: 'Adicionar Histórico' }).click();
  await fillField(table, 'Upline', 'E2E-DESTINO');
  await fillField(table, 'Data Início', '2025-06-01');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await table.getByRole('button', { name: 'Ver o que muda' }).click();
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    'IK0, 2024-01-01 em diante: passa a acabar em 2025-05-31',
  ]);
  expect(await readMoves(dialog, 'Entram na rede de')).toEqual([
    ['Upline De Destino', 'E2E-DESTINO · Rede directa', '1', '40,00\u00a0€', '40,00\u00a0€'],
    ['Upline De Destino', 'E2E-DESTINO · Rede total', '1', '40,00\u00a0€', '40,00\u00a0€'],
  ]);
  await dialog.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Histórico do consultor criado com sucesso');
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['IK0', '2024-01-01', '2025-05-31'],
      ['E2E-DESTINO Em vigor hoje', '2025-06-01', 'Em aberto'],
    ]);
});

/** Accepts the browser's next question; what it asked. */
function confirmOnce(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void dialog.accept();
    });
  });
}

/** Network by network what a change moves: name, code and kind, number of orders, worth and what is unpaid of it. */
async function readMoves(dialog: Locator, group: string): Promise<string[][]> {
  const networks = dialog.getByRole('table', { name: group }).getByRole('rowgroup').nth(1);
  const rows = await networks.getByRole('row').allInnerTexts();
  return rows.map((row) => row.split(/[\n\t]+/)).toSorted();
}
