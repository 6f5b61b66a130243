import type { Settings } from '@rede/contract/identity';
import { passwordOf as passwordInKeycloak } from '@rede/local/keycloak/realm';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** The demo accounts; their passwords are their names. Consultants may also be named by their Código IK. */
type UserName = 'admin' | 'lider' | 'consultor' | 'novo' | 'suspenso' | (string & {});

export function passwordOf(user: UserName): string {
  return inject('keycloak') === undefined ? user : passwordInKeycloak(user);
}

/** Signs in on the login page, to which the product leads whoever is not signed in. */
export async function logIn(page: Page, user: UserName, path = '/'): Promise<void> {
  await page.goto(path);
  await enterCredentials(page, user, passwordOf(user));
  const way = page.getByRole('button', { name: 'Terminar Sessão' });
  await way
    .or(page.getByRole('heading', { name: 'Pagina não encontrada' }))
    .first()
    .waitFor();
}

export async function enterCredentials(page: Page, user: string, password: string): Promise<void> {
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Terminar Sessão' }).click();
  await atLoginPage(page);
}

/** Where the login asks for name and password: each provider in its own words, at the same fields. */
export async function atLoginPage(page: Page): Promise<void> {
  await page.locator('#kc-form-login #password').waitFor({ timeout: 20_000 });
}

/** Makes the server's settings lack what the login needs. */
export async function leaveLoginUnconfigured(page: Page): Promise<void> {
  await page.route('**/api/settings', async (route) => {
    const settings = (await (await route.fetch()).json()) as Settings;
    await route.fulfill({ json: { ...settings, login: { ...settings.login, realm: '' } } });
  });
}
