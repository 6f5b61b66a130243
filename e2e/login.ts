import { passwordOf as passwordInKeycloak } from '@rede/local/keycloak/realm';
import type { Cookie, Locator, Page } from 'playwright-core';
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
  await signedIn(page).waitFor();
}

/** The provider's cookies, by the user whose session they are. */
const sessions = new Map<string, Cookie[]>();

/**
 * Comes to an address signed in. The provider knows whom it knew in an earlier test of this worker and asks for no password, unless that
 * session is over. For tests in which signing in is not the point.
 */
export async function arriveAs(page: Page, user: UserName, path = '/'): Promise<void> {
  await page.context().addCookies(sessions.get(user) ?? []);
  await page.goto(path);
  const password = page.locator('#password');
  await signedIn(page).or(password).waitFor();
  if (await password.isVisible()) {
    await enterCredentials(page, user, passwordOf(user));
    await signedIn(page).waitFor();
  }
  sessions.set(user, await page.context().cookies());
}

function signedIn(page: Page): Locator {
  return page
    .getByRole('button', { name: 'Terminar Sessão' })
    .or(page.getByRole('heading', { name: 'Pagina não encontrada' }))
    .first();
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
  await page.locator('#kc-form-login #password').waitFor();
}

/** Makes the server's settings lack what the login needs. */
export async function leaveLoginUnconfigured(page: Page): Promise<void> {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"realm":"[^"]+"/, '"realm":""');
    await route.fulfill({ response: answer, body });
  });
}
