import type { Page, Request, Route } from 'playwright-core';

/** Where a realm's tokens are made. */
export const tokens = '**/protocol/openid-connect/token';

/** Where a realm's login begins, with the query of the authorization request. */
export const authorization = /\/protocol\/openid-connect\/auth\?/;

/** Longer than an access token lives, in milliseconds. */
export const tokenLifetime = 5 * 60_000 + 5000;

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('access_token'));
}

/** Goes on with every request to that address only once it is released. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The authorization request, with parameters other than the browser's. */
export async function tamper(page: Page, parameters: Record<string, string>): Promise<void> {
  await page.route(authorization, async (route) => {
    const url = new URL(route.request().url());
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    await route.continue({ url: url.href });
  });
}

/** Answers the authorization request as a provider does where somebody gave the login up. */
export async function cancelLogin(route: Route): Promise<void> {
  const { searchParams } = new URL(route.request().url());
  const answer = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' });
  await route.fulfill({ status: 302, headers: { location: `${searchParams.get('redirect_uri')}#${answer}` } });
}

/** The request's headers, with an access token that nobody takes. */
export function withBrokenToken(request: Request): Record<string, string> {
  return { ...request.headers(), authorization: `${request.headers().authorization}x` };
}

/** Uses the refresh token that this answer brought, so that it is no longer good for the browser that has it. */
export async function useRefreshTokenOf(request: Request): Promise<void> {
  const received = await request.response();
  if (received === null) throw new Error('No token was answered.');
  const { refresh_token: refreshToken } = (await received.json()) as { refresh_token: string };
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'rede-web',
    refresh_token: refreshToken,
  });
  const answer = await fetch(request.url(), { method: 'POST', body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
