import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { expectToast, fillField, filterBy, pickSuggestion, readCount, readRows, rowOf } from '../screen.ts';
import { arriveAs } from '../login.ts';

test('creates a consultant and goes on to its page', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
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
  expect(await readRows(page, 'Histórico de Uplines')).toEqual([['IK0 Em vigor hoje', '2025-03-01', 'Em aberto']]);
});

test('tells everything that is wrong with a consultant at once', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users/create');
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

test('finds an upline by a part of its name, and says whom the code means', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-ACHADO', name: 'Quitéria Procurada', status: 'INACTIVE' });
  await arriveAs(page, 'admin', '/backoffice/users/create');
  const form = page.getByRole('form', { name: 'Adicionar Consultor' });

  await pickSuggestion(form, 'Código Upline', 'quiteria proc', 'E2E-ACHADO Quitéria Procurada · Inactivo');

  const upline = form.getByRole('combobox', { name: 'Código Upline' });
  expect(await upline.inputValue()).toBe('E2E-ACHADO');
  await form.getByText('Quitéria Procurada · Inactivo').waitFor();
  await upline.fill('ninguém assim');
  await page.getByText('Ninguém com este código ou nome').first().waitFor();
});

test('refuses to save over what somebody else has changed meanwhile', async ({ page, backOffice }) => {
  expectTrouble(page, /^409 PUT .*\/consultants\/\d+$/);
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-DOIS', name: 'Editado Por Dois' });
  await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
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
  await arriveAs(page, 'admin', '/backoffice/users?internalId=E2E-FICA');

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
  await arriveAs(page, 'admin', '/backoffice/users?internalId=E2E-SAI');

  await rowOf(page, 'Consultores', 'Quem Sai').getByRole('button', { name: 'Apagar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();

  await expectToast(page, 'Consultor apagado com sucesso');
  await page.getByText('Nenhum consultor encontrado').waitFor();
});

test('takes up the last filter again, until Limpar', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-FILTRO', name: 'Álvaro Filtrado', status: 'SUSPENDED' });
  await arriveAs(page, 'admin', '/backoffice/users');
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

test('is back on its page, as far down, after a consultant was looked at', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
  const pager = page.getByRole('navigation', { name: 'Paginação' });
  await pager.getByRole('button', { name: 'Página 3', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?pageNumber=2');
  const rows = await readRows(page, 'Consultores');
  const edit = page.getByRole('table', { name: 'Consultores' }).getByRole('link', { name: 'Editar' }).nth(19);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));

  await edit.scrollIntoViewIfNeeded();
  const left = await scrolled();
  expect(left).toBeGreaterThan(0);
  await edit.click();
  await page.getByRole('form', { name: 'Editar Consultor' }).waitFor();
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect.poll(() => readRows(page, 'Consultores')).toEqual(rows);
  await expect.poll(scrolled).toBe(left);

  await edit.click();
  await page.getByRole('form', { name: 'Editar Consultor' }).waitFor();
  await page.goBack();
  await expect.poll(() => readRows(page, 'Consultores')).toEqual(rows);
  await expect.poll(scrolled).toBe(left);
});

test('asks before typed input is left, and keeps it when it is not to be lost', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
  await page.getByRole('link', { name: 'Adicionar Novo' }).click();
  const form = page.getByRole('form', { name: 'Adicionar Consultor' });
  await fillField(form, 'Nome Completo', 'Quase Perdida');
  const dialog = page.getByRole('dialog', { name: 'Alterações por guardar' });

  await form.getByRole('link', { name: 'Cancelar' }).click();
  await dialog.getByRole('button', { name: 'Continuar a editar' }).click();
  expect(await form.getByLabel('Nome Completo').inputValue()).toBe('Quase Perdida');
  await page.evaluate(() => window.history.back());
  await dialog.getByRole('button', { name: 'Continuar a editar' }).click();
  expect(new URL(page.url()).pathname).toBe('/backoffice/users/create');
  expect(await form.getByLabel('Nome Completo').inputValue()).toBe('Quase Perdida');
  await page.evaluate(() => window.history.back());
  await dialog.getByRole('button', { name: 'Sair sem guardar' }).click();

  await page.getByRole('table', { name: 'Consultores' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/backoffice/users');
});

test('opens the calendar of every date under its field and inside the page, on a phone too', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
  await readRows(page, 'Consultores');
  const main = page.getByRole('main');

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const toggle = page.getByRole('button', { name: 'Filtros', exact: true });
    if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    for (const label of ['Data Registo de', 'Data Registo até']) {
      await page.getByLabel(label).press('ArrowDown');
      const calendar = page.getByRole('dialog', { name: `Calendário: ${label}` });
      // Placed once it is drawn, in steps.
      await expect
        .poll(async () => isInside(await calendar.boundingBox(), await main.boundingBox()), {
          message: `${label} at ${width}`,
        })
        .toBe(true);
      await page.keyboard.press('Escape');
      await calendar.waitFor({ state: 'hidden' });
    }
  }
});

test('pages through the list, without an export unless it is switched on', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/users');
  const firstPage = await readRows(page, 'Consultores');
  const pager = page.getByRole('navigation', { name: 'Paginação' });

  await pager.getByRole('button', { name: 'Página seguinte' }).click();

  await expect.poll(() => readRows(page, 'Consultores')).not.toEqual(firstPage);
  expect(await pager.getByRole('button', { name: 'Página 2', exact: true }).getAttribute('aria-current')).toBe('page');
  expect(firstPage).toHaveLength(20);
  expect(await page.getByRole('button', { name: 'Exportar' }).count()).toBe(0);
});

interface Box {
  x: number;
  width: number;
}

/** Whether neither side sticks out. */
function isInside(box: Box | null, around: Box | null): boolean {
  if (!box || !around) throw new Error('One of them is not there.');
  return box.x >= around.x && box.x + box.width <= around.x + around.width;
}
