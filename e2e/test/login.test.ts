import { expect } from 'vitest';
import { test } from '../browser.ts';
import { atLoginPage, enterCredentials, leaveLoginUnconfigured, logIn, logOut, passwordOf } from '../login.ts';

test('says Loading... until the login is ready', async ({ page }) => {
  const provider = Promise.withResolvers<void>();
  await page.route('**/.well-known/openid-configuration', async (route) => {
    await provider.promise;
    await route.continue();
  });

  await page.goto('/');

  await page.getByText('Loading...', { exact: true }).waitFor();
  provider.resolve();
  await atLoginPage(page);
});

test('refuses a wrong password in words, then takes the right one', async ({ page }) => {
  await page.goto('/');

  await enterCredentials(page, 'lider', 'errada');
  await page.getByText(/palavra-passe inválid/i).waitFor();
  await enterCredentials(page, 'lider', passwordOf('lider'));

  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('leads to the address that was asked for before the login, with its filter', async ({ page }) => {
  await logIn(page, 'admin', '/backoffice/users?name=silva');

  await page.getByRole('form', { name: 'Filtros' }).waitFor();

  expect(new URL(page.url()).pathname).toBe('/backoffice/users');
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('silva');
});

test('keeps the access token in the session storage, and only while signed in', async ({ page }) => {
  const storedToken = () => page.evaluate(() => sessionStorage.getItem('access_token'));
  await logIn(page, 'consultor');
  expect(await storedToken()).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/);

  await logOut(page);

  expect(await storedToken()).toBeNull();
});

test('asks for the password again after Terminar Sessão', async ({ page }) => {
  await logIn(page, 'consultor');

  await logOut(page);
  await page.goto('/dashboard');

  await atLoginPage(page);
});

test('ends the session in every tab when one of them ends it', async ({ page }) => {
  await logIn(page, 'consultor');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await otherTab.getByRole('button', { name: 'Terminar Sessão' }).waitFor();

  await logOut(page);

  await atLoginPage(otherTab);
});

test('says so where the login is not configured', async ({ page }) => {
  await leaveLoginUnconfigured(page);

  await page.goto('/');

  await page.getByRole('alert').filter({ hasText: 'Error initializing Keycloak. Please try again later.' }).waitFor();
});
