import { expect, onTestFinished } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { atLoginPage, enterCredentials, logIn, logOut, passwordOf } from '../login.ts';
import { expectToast, fillField, filterBy, loadedTable } from '../screen.ts';
import {
  authorization,
  cancelLogin,
  holdBack,
  storedToken,
  tamper,
  tokenLifetime,
  tokens,
  useRefreshTokenOf,
} from '../session.ts';

const initFailed = 'Error initializing Keycloak. Please try again later.';
const refreshFailed =
  'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.';

test('a second tab is signed in without being asked, at the address it was opened with', async ({ page }) => {
  await logIn(page, 'admin');

  const otherTab = await page.context().newPage();
  await otherTab.goto('/backoffice/orders?couponCode=natal');

  await otherTab.getByRole('form', { name: 'Filtros' }).waitFor();
  expect(new URL(otherTab.url()).search).toBe('?couponCode=natal');
});

test('leaves nothing of the login in the address', async ({ page }) => {
  await logIn(page, 'consultor', '/dashboard');

  expect(new URL(page.url())).toMatchObject({ pathname: '/dashboard', search: '', hash: '' });
});

test('renews a token that ends: it is gone from the storage until the new one is there, and who it is is asked again', async ({
  page,
}) => {
  await page.clock.install();
  await logIn(page, 'consultor');
  const first = await storedToken(page);
  const release = await holdBack(page, tokens);
  const asked = page.waitForRequest('**/api/v1/whoami');

  await page.clock.fastForward(tokenLifetime);
  await expect.poll(() => storedToken(page)).toBeNull();
  release();

  await expect.poll(() => storedToken(page)).toMatch(/^ey/);
  const second = await storedToken(page);
  expect(second).not.toBe(first);
  expect((await asked).headers().authorization).toBe(`Bearer ${second}`);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('each tab renews its own token', async ({ page }) => {
  await page.clock.install();
  await logIn(page, 'consultor');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await otherTab.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const storedTokens = () => Promise.all([page, otherTab].map(storedToken));

  for (const time of ['first', 'second']) {
    const before = await storedTokens();
    await page.clock.fastForward(tokenLifetime);

    await expect
      .poll(async () => (await storedTokens()).filter((token) => token !== null && !before.includes(token)), {
        message: time,
      })
      .toHaveLength(2);
  }
});

test('a renewal that is refused drops the token and leads to the login, and from there back', async ({ page }) => {
  expectTrouble(page, /^400 POST .*\/token$/);
  await page.clock.install();
  const firstTokens = page.waitForRequest(tokens);
  await logIn(page, 'admin', '/backoffice/users?name=silva');
  await useRefreshTokenOf(await firstTokens);
  await page.context().clearCookies();

  await page.clock.fastForward(tokenLifetime);
  await atLoginPage(page);
  await enterCredentials(page, 'admin', passwordOf('admin'));

  await page.getByRole('form', { name: 'Filtros' }).waitFor();
  expect(new URL(page.url()).search).toBe('?name=silva');
});

for (const status of [undefined, 503]) {
  const trouble = status === undefined ? 'is not reached' : `answers ${status}`;

  test(`a provider that ${trouble} at a renewal loses nothing that was typed, and it goes on when it is back`, async ({
    page,
  }) => {
    expectTrouble(page, status === undefined ? /ERR_CONNECTION_REFUSED POST .*\/token$/ : /^503 POST .*\/token$/);
    await page.clock.install();
    await logIn(page, 'admin', '/backoffice/add-orders');
    const form = page.getByRole('form', { name: 'Adicionar Encomenda' });
    const number = `RENOVA-${status ?? 0}`;
    await fillField(form, 'Número de encomenda', number);
    await page.route(tokens, (route) =>
      status === undefined ? route.abort('connectionrefused') : route.fulfill({ status }),
    );

    await page.clock.fastForward(tokenLifetime);
    await expectToast(page, refreshFailed);
    expect(await storedToken(page)).toBeNull();
    expect(await form.getByLabel('Número de encomenda').inputValue()).toBe(number);

    await page.unroute(tokens);
    await fillField(form, 'Valor da Encomenda', '12,50');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expectToast(page, 'Encomenda criada com sucesso!');
    expect(await storedToken(page)).toMatch(/^ey/);
  });
}

test('takes no token whose nonce is not the one it asked with, and says so', async ({ page }) => {
  await tamper(page, { nonce: 'somebody-elses' });
  await page.goto('/');

  await enterCredentials(page, 'consultor', passwordOf('consultor'));
  await page.getByRole('alert').filter({ hasText: initFailed }).waitFor();
  expect(await storedToken(page)).toBeNull();

  await page.unroute(authorization);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('a login that the provider refuses shows the error screen, with another try', async ({ page }) => {
  await tamper(page, { prompt: 'none' });

  await page.goto('/dashboard');
  await page.getByRole('alert').filter({ hasText: initFailed }).waitFor();
  expect(await storedToken(page)).toBeNull();

  await page.unroute(authorization);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await atLoginPage(page);
});

test('a login that is cancelled shows the error screen, with another try', async ({ page }) => {
  await page.route(authorization, cancelLogin);

  await page.goto('/dashboard');
  await page.getByRole('alert').filter({ hasText: initFailed }).waitFor();

  await page.unroute(authorization);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await atLoginPage(page);
});

test('who goes back from the login page without signing in is where they came from', async ({ page }) => {
  await page.goto('/logo');
  await page.goto('/dashboard');
  await atLoginPage(page);

  await page.goBack();

  expect(new URL(page.url()).pathname).toBe('/logo');
});

test('a provider that is down at the start shows the error screen, and the login once it is back', async ({ page }) => {
  expectTrouble(page, /^net::ERR_CONNECTION_REFUSED GET .*\/realms\/rede\//);
  await page.route('**/realms/**', (route) => route.abort('connectionrefused'));

  await page.goto('/dashboard');
  await page.getByRole('alert').filter({ hasText: initFailed }).waitFor();

  await page.unroute('**/realms/**');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await atLoginPage(page);
});

test('a provider that is down later stops nobody who is signed in', async ({ page }) => {
  await logIn(page, 'admin', '/backoffice/users');
  await page.route('**/realms/**', (route) => route.abort('connectionrefused'));

  await filterBy(page, { Nome: 'silva' });

  await expect.poll(() => new URL(page.url()).search).toBe('?name=silva');
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
});

test('who signs out in one tab and in again as somebody else is somebody else in both', async ({ page }) => {
  await logIn(page, 'consultor');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await otherTab.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await logOut(page);
  // Both tabs share what Keycloak knows of a login that has begun: the other one's ends what was typed before it came.
  await atLoginPage(otherTab);
  await page.goto('/');
  await atLoginPage(page);
  await enterCredentials(page, 'admin', passwordOf('admin'));
  await page.getByRole('heading', { name: 'Welcome to the Backoffice Home page!' }).waitFor();
  // Keycloak's login page sees that somebody signed in, and is gone by itself.
  await otherTab.goto('/').catch(() => undefined);

  await otherTab.getByRole('heading', { name: 'Welcome to the Backoffice Home page!' }).waitFor();
});

test('a session that is ended at the provider itself is left within seconds', async ({ page }) => {
  const asked = page.waitForRequest(authorization);
  await logIn(page, 'consultor');
  const logout = new URL((await asked).url());
  logout.pathname = logout.pathname.replace(/auth$/, 'logout');
  logout.search = '';

  const otherTab = await page.context().newPage();
  await otherTab.goto(logout.href);
  await otherTab.locator('#kc-logout, [name=logout]').first().click();

  await atLoginPage(page);
});

test('tells a consultant who is suspended while signed in so at the next call', async ({ page, backOffice }) => {
  // Whatever the page asks next: what comes into sight asks by itself.
  expectTrouble(page, /^403 GET .*\/dashboard\//);
  expectTrouble(page, /^403 GET .*\/whoami$/);
  // Without a filter who has no network sees no tables.
  await logIn(page, 'novo', '/?direct-name=eva');
  const code = await backOffice.codeOf('novo');
  // What the page asks by itself is answered.
  await page.getByRole('form', { name: 'Filtros: Rede directa' }).waitFor();
  await page.getByText('Todos a encomendar ao seu ritmo').waitFor();
  await loadedTable(page, 'Rede total');

  await backOffice.setStatus(code, 'SUSPENDED');
  onTestFinished(() => backOffice.setStatus(code, 'ACTIVE'));
  const told = page.getByRole('alert').filter({ hasText: 'A sua conta está suspensa.' }).waitFor();
  // Another call may come first, and take the form away.
  await Promise.race([told, filterBy(page, { Nome: 'ana' }, 'Filtros: Rede directa').catch(() => told)]);

  await told;
  await logOut(page);
});

for (const [off, milliseconds] of [
  ['ahead', 60_000],
  ['behind', -60_000],
] as const) {
  test(`a clock that is a minute ${off} changes nothing`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + milliseconds });
    let renewals = -1;
    page.on('request', (request) => {
      if (request.url().endsWith('/token')) renewals += 1;
    });

    await logIn(page, 'consultor');
    await page.getByRole('table').first().waitFor();
    await page.clock.fastForward(4 * 60_000);
    expect(renewals).toBe(0);

    await page.clock.fastForward(65_000);
    await expect.poll(() => renewals).toBe(1);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
}
