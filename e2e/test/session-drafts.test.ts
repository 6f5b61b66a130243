import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { atLoginPage, enterCredentials, logIn, passwordOf } from '../login.ts';
import { expectToast } from '../screen.ts';
import { tokenLifetime, tokens, useRefreshTokenOf } from '../session.ts';

test('what was typed is there again after a login that came between', async ({ page }) => {
  expectTrouble(page, /^400 POST .*\/token$/);
  await page.clock.install();
  const firstTokens = page.waitForRequest(tokens);
  await logIn(page, 'admin', '/backoffice/add-orders');
  const number = page.getByLabel('Número de encomenda');
  await number.fill('A-MEIO');
  await useRefreshTokenOf(await firstTokens);
  await page.context().clearCookies();

  await page.clock.fastForward(tokenLifetime);
  await atLoginPage(page);
  await enterCredentials(page, 'admin', passwordOf('admin'));

  await expectToast(page, 'O que tinha escrito foi reposto');
  expect(await number.inputValue()).toBe('A-MEIO');
});
