import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { atLoginPage, enterCredentials, logIn, passwordOf } from '../login.ts';
import { expectToast, fillField } from '../screen.ts';
import { tokenLifetime, tokens, useRefreshTokenOf } from '../session.ts';

test('what was typed is there again after a login that came between', async ({ page }) => {
  const runOut = await logInForAWhile(page, '/backoffice/add-orders');
  const number = page.getByLabel('Número de encomenda');
  await number.fill('A-MEIO');

  await runOut();
  await enterCredentials(page, 'admin', passwordOf('admin'));

  await expectToast(page, 'O que tinha escrito foi reposto');
  expect(await number.inputValue()).toBe('A-MEIO');
});

test('a period being edited, and the form above it, are as they were after a login that came between', async ({
  page,
  backOffice,
}) => {
  const { id } = await backOffice.createConsultant({ internalId: 'E2E-RASCUNHO', name: 'Com Rascunho' });
  const runOut = await logInForAWhile(page, `/backoffice/users/edit/${id}`);
  const form = page.getByRole('form', { name: 'Editar Consultor' });
  const table = page.getByRole('table', { name: 'Histórico de Uplines' });
  await fillField(form, 'Nome Completo', 'Com Dois Rascunhos');
  await table.getByRole('button', { name: 'Editar' }).click();
  await fillField(table, 'Data Fim', '2024-12-31');

  await runOut();
  await enterCredentials(page, 'admin', passwordOf('admin'));

  await expectToast(page, 'O que tinha escrito foi reposto');
  expect(await form.getByLabel('Nome Completo').inputValue()).toBe('Com Dois Rascunhos');
  expect(await table.getByLabel('Data Fim').inputValue()).toBe('2024-12-31');
  await table.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Histórico do consultor atualizado com sucesso');
});

/** Signs the administrator in; answers what ends that session under their hands. */
async function logInForAWhile(page: Page, path: string): Promise<() => Promise<void>> {
  expectTrouble(page, /^400 POST .*\/token$/);
  await page.clock.install();
  const firstTokens = page.waitForRequest(tokens);
  await logIn(page, 'admin', path);
  await useRefreshTokenOf(await firstTokens);

  return async () => {
    await page.context().clearCookies();
    await page.clock.fastForward(tokenLifetime);
    await atLoginPage(page);
  };
}
