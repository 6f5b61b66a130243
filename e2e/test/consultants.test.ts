import { addDays, todayInLisbon } from '@rede/contract/days';
import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { expectToast, fillField, filterBy, readCount, readRows, rowOf } from '../screen.ts';
import { logIn } from '../login.ts';

const history = 'Histórico de Uplines';

test('creates a consultant and goes on to its page', async ({ page }) => {
  await logIn(page, 'admin', '/backoffice/users');
  await page.getByRole('link', { name: 'Adicionar Novo' }).click();
  const form = page.getByRole('form', { name: 'Adicionar Consultor' });
  await form.waitFor();

  await fillField(form, 'Nome Completo', 'Inês Pinheiro');
  await fillField(form, 'Email', 'ines.pinheiro@exemplo.pt');
  await fillField(form, 'NIF', '123 456 789');
  await fillField(form, 'Código IK', 'E2E-INES');
  await fillField(form, 'Código Upline', 'ik0');
  await fillField(form, 'Data de Registo', '2025-03-01');
  await fillField(form, 'Status', 'Activo');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Consultor criado com sucesso');
  await page.getByRole('form', { name: 'Editar Consultor' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/users\/edit\/\d+$/);
  expect(await readRows(page, history)).toEqual([['IK0', '2025-03-01', 'Em aberto']]);
});

test('tells everything that is wrong with a consultant at once', async ({ page }) => {
  await logIn(page, 'admin', '/backoffice/users/create');
  const form = page.getByRole('form', { name: 'Adicionar Consultor' });

  await fillField(form, 'Email', 'sem arroba');
  await form.getByRole('button', { name: 'Guardar' }).click();

  const alert = form.getByRole('alert').filter({ hasText: 'Por favor, corrija os erros no formulário:' });
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
    'Nome é obrigatório',
    'Email inválido',
    'NIF é obrigatório',
    'Código IK é obrigatório',
    'Código Upline é obrigatório',
    'Status é obrigatório',
  ]);
});

test('a new upline code holds from today, and the history keeps the old one until yesterday', async ({
  page,
  backOffice,
}) => {
  await backOffice.createConsultant({ internalId: 'E2E-NOVO-UPLINE', name: 'Novo Upline' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-MUDA', name: 'Quem Muda' });
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  const form = page.getByRole('form', { name: 'Editar Consultor' });

  await fillField(form, 'Código Upline', 'E2E-NOVO-UPLINE');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Consultor atualizado com sucesso');
  const today = todayInLisbon();
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['IK0', '2024-01-01', addDays(today, -1)],
      ['E2E-NOVO-UPLINE', today, 'Em aberto'],
    ]);
});

test('edits, adds and deletes periods where they stand', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-DEPOIS', name: 'Upline Depois' });
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-HISTORICO', name: 'Com Histórico' });
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });
  const add = page.getByRole('button', { name: 'Adicionar Histórico' });

  await table.getByRole('button', { name: 'Editar' }).click();
  expect(await add.isDisabled()).toBe(true);
  await fillField(table, 'Data Fim', '2024-12-31');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor atualizado com sucesso');
  await expect.poll(() => readRows(page, history)).toEqual([['IK0', '2024-01-01', '2024-12-31']]);

  await add.click();
  await table.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => readRows(page, history)).toHaveLength(1);

  await add.click();
  await fillField(table, 'Upline', 'E2E-DEPOIS');
  await fillField(table, 'Data Início', '2025-01-01');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor criado com sucesso');
  await expect
    .poll(() => readRows(page, history))
    .toEqual([
      ['IK0', '2024-01-01', '2024-12-31'],
      ['E2E-DEPOIS', '2025-01-01', 'Em aberto'],
    ]);

  const question = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void dialog.accept();
    });
  });
  await rowOf(page, history, 'IK0').getByRole('button', { name: 'Apagar' }).click();
  expect(await question).toBe('Tem certeza que deseja apagar este registo?');
  await expectToast(page, 'Histórico do consultor excluído com sucesso');
  await expect.poll(() => readRows(page, history)).toEqual([['E2E-DEPOIS', '2025-01-01', 'Em aberto']]);
});

test('refuses a period that overlaps another, and keeps what was typed', async ({ page, backOffice }) => {
  expectTrouble(page, /^409 POST .*\/history$/);
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-OVERLAP', name: 'Com Período Aberto' });
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  const table = page.getByRole('table', { name: history });

  await page.getByRole('button', { name: 'Adicionar Histórico' }).click();
  await fillField(table, 'Upline', 'IK0');
  await fillField(table, 'Data Início', '2025-06-01');
  await table.getByRole('button', { name: 'Guardar' }).click();

  await table.getByText('O período sobrepõe-se ao de 2024-01-01 em diante, sob IK0').waitFor();
  expect(await table.getByLabel('Data Início', { exact: true }).inputValue()).toBe('2025-06-01');
});

test('refuses to save over what somebody else has changed meanwhile', async ({ page, backOffice }) => {
  expectTrouble(page, /^409 PUT .*\/consultants\/\d+$/);
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-DOIS', name: 'Editado Por Dois' });
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  const mine = page.getByRole('form', { name: 'Editar Consultor' });
  await mine.waitFor();
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/backoffice/users/edit/${id}`);
  const theirs = otherTab.getByRole('form', { name: 'Editar Consultor' });
  await fillField(theirs, 'Nome Completo', 'Nome Deles');
  await theirs.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(otherTab, 'Consultor atualizado com sucesso');

  await fillField(mine, 'Nome Completo', 'Nome Meu');
  await mine.getByRole('button', { name: 'Guardar' }).click();

  await mine.getByText('Este registo foi alterado por outra pessoa. Recarregue a página.').waitFor();
  expect(await mine.getByLabel('Nome Completo').inputValue()).toBe('Nome Meu');
});

test('refuses to delete who has orders and a network, and says how many', async ({ page, backOffice }) => {
  expectTrouble(page, /^409 DELETE .*\/consultants\/\d+$/);
  await backOffice.createConsultant({ internalId: 'E2E-FICA', name: 'Quem Fica' });
  await backOffice.createConsultant({ internalId: 'E2E-ABAIXO', name: 'Abaixo', parentId: 'E2E-FICA' });
  await backOffice.createOrder({
    ecommerceId: 'E2E-FICA-1',
    total: '10.00',
    createdAt: '2025-01-01',
    internalId: 'E2E-FICA',
  });
  await logIn(page, 'admin', '/backoffice/users?internalId=E2E-FICA');

  await rowOf(page, 'Consultores', 'Quem Fica').getByRole('button', { name: 'Apagar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Tem certeza que deseja excluir este consultor?').waitFor();
  await dialog.getByRole('button', { name: 'Excluir' }).click();

  await dialog
    .getByText('Este consultor não pode ser apagado: tem 1 encomenda e é ou foi upline de 1 colaborador.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await readCount(page, 'Consultores')).toBe(1);
});

test('deletes a consultant on whom nothing depends', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-SAI', name: 'Quem Sai' });
  await logIn(page, 'admin', '/backoffice/users?internalId=E2E-SAI');

  await rowOf(page, 'Consultores', 'Quem Sai').getByRole('button', { name: 'Apagar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();

  await expectToast(page, 'Consultor apagado com sucesso');
  await page.getByText('Nenhum consultor encontrado').waitFor();
});

test('takes up the last filter again, until Limpar', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-FILTRO', name: 'Álvaro Filtrado', status: 'SUSPENDED' });
  await logIn(page, 'admin', '/backoffice/users');
  const everybody = await readCount(page, 'Consultores');

  await filterBy(page, { Nome: 'alvaro filt', Status: 'Suspenso', 'Cód. Upline': 'IK0' });
  await expect
    .poll(() => readRows(page, 'Consultores'))
    .toEqual([['Álvaro Filtrado', 'e2e-filtro@exemplo.pt', 'E2E-FILTRO', 'IK0', '2024-01-01', 'S\nSuspenso']]);
  await page.getByRole('link', { name: 'Gestão de Encomendas' }).click();
  await page.getByRole('table', { name: 'Encomendas' }).waitFor();
  await page.getByRole('link', { name: 'Gestão de Consultores' }).click();

  await expect.poll(() => readCount(page, 'Consultores')).toBe(1);
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('alvaro filt');
  await page.getByRole('button', { name: 'Limpar' }).click();
  await expect.poll(() => readCount(page, 'Consultores')).toBe(everybody);
});

test('pages through the list, without an export unless it is switched on', async ({ page }) => {
  await logIn(page, 'admin', '/backoffice/users');
  const firstPage = await readRows(page, 'Consultores');
  const pager = page.getByRole('navigation', { name: 'Paginação' });

  await pager.getByRole('button', { name: 'Página seguinte' }).click();

  await expect.poll(() => readRows(page, 'Consultores')).not.toEqual(firstPage);
  expect(await pager.getByRole('button', { name: 'Página 2', exact: true }).getAttribute('aria-current')).toBe('page');
  expect(firstPage).toHaveLength(20);
  expect(await page.getByRole('button', { name: 'Exportar' }).count()).toBe(0);
});
