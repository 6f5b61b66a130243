import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { expectToast, fillField, filterBy, readCount, readRows, rowOf, saved } from '../screen.ts';
import { arriveAs } from '../login.ts';
import { chooseFile } from '../orders-upload.ts';

test('creates an order and goes back to the list', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-COMPRA', name: 'Quem Compra' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-NOVA');
  await page.getByRole('link', { name: 'Adicionar Manualmente' }).click();
  const form = page.getByRole('form', { name: 'Adicionar Encomenda' });
  await form.waitFor();

  await fillField(form, 'Número de encomenda', 'E2E-NOVA-1');
  await fillField(form, 'Cupão', 'VERAO');
  await fillField(form, 'Data de Encomenda', '2025-07-01');
  await fillField(form, 'Consultor (Código IK)', 'e2e-compra');
  await fillField(form, 'Valor da Encomenda', '1.234,50');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Encomenda criada com sucesso!');
  await expect
    .poll(() => readRows(page, 'Encomendas'))
    .toEqual([
      ['E2E-NOVA-1', 'e2e-compra@exemplo.pt', 'E2E-COMPRA', 'IK0', '2025-07-01', '1\u00a0234,50\u00a0€', 'VERAO'],
    ]);
});

test('tells everything that is wrong with an order at once', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/add-orders');
  const form = page.getByRole('form', { name: 'Adicionar Encomenda' });

  await fillField(form, 'Data de Encomenda', '');
  await form.getByRole('button', { name: 'Guardar' }).click();

  const alert = form.getByRole('alert').filter({ hasText: 'Por favor, corrija os erros no formulário:' });
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
    'Número de encomenda é obrigatório',
    'Data de Encomenda é obrigatória',
    'Valor da Encomenda é obrigatório',
  ]);
});

test('says at its field that a Código IK is unknown', async ({ page }) => {
  expectTrouble(page, /^400 POST .*\/orders$/);
  await arriveAs(page, 'admin', '/backoffice/add-orders');
  const form = page.getByRole('form', { name: 'Adicionar Encomenda' });

  await fillField(form, 'Número de encomenda', 'E2E-DE-NINGUEM');
  await fillField(form, 'Consultor (Código IK)', 'E2E-NINGUEM');
  await fillField(form, 'Valor da Encomenda', '10');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await form.getByRole('alert').getByText('O Código IK E2E-NINGUEM não existe').waitFor();
  const field = form.getByLabel('Consultor (Código IK)');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('finds whose order it is by a part of a name, by keyboard alone', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-SUGERIDA', name: 'Zulmira Sugerida' });
  await arriveAs(page, 'admin', '/backoffice/add-orders');
  const code = page.getByRole('combobox', { name: 'Consultor (Código IK)' });

  await code.pressSequentially('zulmira');
  await page.getByRole('option', { name: 'E2E-SUGERIDA Zulmira Sugerida' }).waitFor();
  await code.press('ArrowDown');
  await code.press('Enter');

  expect(await code.inputValue()).toBe('E2E-SUGERIDA');
});

test('comes back to the list where it was left', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/orders?pageSize=50&pageNumber=1');
  await readRows(page, 'Encomendas');
  await page.evaluate(() => window.scrollTo(0, 300));
  const edit = page.getByRole('link', { name: /^Editar / }).nth(20);
  await edit.click();
  const form = page.getByRole('form', { name: 'Editar Encomenda' });
  await form.waitFor();

  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Encomenda atualizada com sucesso!');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  expect(new URL(page.url()).searchParams.get('pageNumber')).toBe('1');
});

test('edits an order', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-EDITAR', total: '20.00', createdAt: '2025-02-03' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-EDITAR');
  await rowOf(page, 'Encomendas', 'E2E-EDITAR')
    .getByRole('link', { name: /^Editar/ })
    .click();
  const form = page.getByRole('form', { name: 'Editar Encomenda' });
  await form.waitFor();

  await fillField(form, 'Valor da Encomenda', '21,05');
  await fillField(form, 'Data de Encomenda', '2025-02-04');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await expectToast(page, 'Encomenda atualizada com sucesso!');
  await expect
    .poll(() => readRows(page, 'Encomendas'))
    .toEqual([['E2E-EDITAR', 'sem consultor', 'atribuir', '—', '2025-02-04', '21,05\u00a0€', '—']]);
});

test('deletes an order only after asking', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-APAGAR', total: '5.00', createdAt: '2025-02-03' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-APAGAR');
  const remove = rowOf(page, 'Encomendas', 'E2E-APAGAR').getByRole('button', { name: /^Apagar/ });
  const dialog = page.getByRole('dialog', { name: 'Confirmação' });

  await remove.click();
  await dialog.getByText('Tem certeza que deseja excluir esta encomenda?').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await readCount(page, 'Encomendas')).toBe(1);
  await remove.click();
  await dialog.getByRole('button', { name: 'Excluir' }).click();

  await expectToast(page, 'Encomenda apagada com sucesso');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Nenhuma encomenda encontrada').waitFor();
});

test('filters by all fields together; Limpar empties them', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-CLIENTE', name: 'Cliente Filtrado' });
  const order = { total: '1.00', internalId: 'E2E-CLIENTE' };
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-F1', createdAt: '2025-05-01' });
  await backOffice.createOrder({ ...order, ecommerceId: 'E2E-F2', createdAt: '2025-05-02' });
  await arriveAs(page, 'admin', '/backoffice/orders');
  const all = await readCount(page, 'Encomendas');

  await filterBy(page, {
    Email: 'e2e-cliente',
    'Código IK': 'e2e-cli',
    'Código Upline': 'IK0',
    'Data Encomenda de': '2025-05-02',
    'Data Encomenda até': '2025-05-31',
  });

  await expect.poll(async () => (await readRows(page, 'Encomendas')).map(([number]) => number)).toEqual(['E2E-F2']);
  await page.getByRole('button', { name: 'Limpar' }).click();
  await expect.poll(() => readCount(page, 'Encomendas')).toBe(all);
  expect(await page.getByLabel('Email').inputValue()).toBe('');
});

test('exports the orders of the filter where that is switched on', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-EXPORTAR', total: '7.00', createdAt: '2025-02-03' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-EXPORTAR');

  const { name, content } = await saved(page, page.getByRole('button', { name: 'Exportar', exact: true }));

  expect(name).toBe('encomendas.xlsx');
  expect(content.subarray(0, 2).toString()).toBe('PK');
});

test('asks for a file before it uploads', async ({ page }) => {
  await arriveAs(page, 'admin', '/backoffice/upload-csv');

  await page.getByRole('button', { name: 'Upload' }).click();

  await page.getByRole('alert').filter({ hasText: 'Não seleccionou nenhum ficheiro' }).waitFor();
});

test('names the column that a file lacks', async ({ page }) => {
  expectTrouble(page, /^400 POST .*\/orders\/csv\?/);
  await arriveAs(page, 'admin', '/backoffice/upload-csv');
  const file = { name: 'sem-total.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Created at\n#1,2025-01-01\n') };

  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Upload' }).click();

  await expectToast(page, 'Erro a carregar ficheiro: Falta a coluna "Total".');
});
