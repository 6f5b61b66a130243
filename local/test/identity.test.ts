import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { putDemoAccounts } from '../src/identity/accounts.ts';
import { createIdentityProvider } from '../src/identity/provider.ts';
import { IdentityBrowser } from './identity-browser.ts';
import { startWithIdentity, type WithIdentity } from './identity-start.ts';

let rede: WithIdentity;
const newBrowser = () => new IdentityBrowser(rede.origin);
const refusal = 'Utilizador ou palavra-passe inválidos.';

beforeAll(async () => {
  rede = await startWithIdentity();
});
afterAll(() => rede.stop());

describe('signing in', () => {
  test('leads to an access token that the published keys verify, shaped like Keycloak’s', async () => {
    await rede.consultant('IK100', { name: 'Ana Maria Reis', email: 'ana@exemplo.pt' });

    const { access_token: token } = await newBrowser().signIn('IK100');

    const keys = createRemoteJWKSet(new URL(newBrowser().endpoint('certs')));
    const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: `${rede.origin}/realms/rede` });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(payload).toMatchObject({
      typ: 'Bearer',
      aud: 'account',
      azp: 'rede-web',
      sid: expect.any(String),
      realm_access: { roles: ['consultant'] },
      preferred_username: 'IK100',
      name: 'Ana Maria Reis',
      email: 'ana@exemplo.pt',
      email_verified: true,
    });
    expect(payload.sub).toMatch(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  test('as a consultant takes the Código IK or the email as the user, in any case and with spaces around', async () => {
    await rede.consultant('IK110', { email: 'Rui@exemplo.pt' });

    const byCode = await newBrowser().signIn(' ik110 ', 'Ik110');
    const byEmail = await newBrowser().signIn('rui@EXEMPLO.pt', ' ik110');

    expect(decodeJwt(byCode.access_token)).toMatchObject({ preferred_username: 'IK110' });
    expect(decodeJwt(byEmail.access_token).sub).toBe(decodeJwt(byCode.access_token).sub);
  });

  test('as the administrator needs no consultant and works on an empty database', async () => {
    const { access_token: token } = await newBrowser().signIn('admin');

    const answer = await rede.call(token, 'GET', '/whoami');
    expect(await answer.json()).toMatchObject({ roles: ['admin'], isAdmin: true, internalId: null });
  });

  test('with a demo account takes its own name, or the consultant’s Código IK, as user and password', async () => {
    const { id } = await rede.consultant('IK120');
    await putDemoAccounts(rede.pool, [{ username: 'lider', consultantId: id }]);

    const byName = await newBrowser().signIn('Lider');
    const byCode = await newBrowser().signIn('IK120');

    expect(decodeJwt(byName.access_token)).toMatchObject({ preferred_username: 'lider', name: 'Consultor IK120' });
    expect(decodeJwt(byCode.access_token).sub).toBe(decodeJwt(byName.access_token).sub);
  });

  test('offers the demo accounts on the login page, each a click away', async () => {
    const { id } = await rede.consultant('IK130');
    await putDemoAccounts(rede.pool, [{ username: 'novo', consultantId: id }]);
    const browser = newBrowser();
    const page = await (await browser.authorize()).text();

    const [, action = ''] = /class="demo" method="post" action="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ demo: 'novo' });
    const tokens = await browser.redeem(await browser.follow(await browser.request(action, { method: 'POST', body })));

    expect(page).toMatch(/value="admin"[^]*value="novo"/);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ preferred_username: 'novo' });
  });

  test('works for a suspended consultant, whom the API then turns away', async () => {
    await rede.consultant('IK140', { status: 'SUSPENDED' });

    const { access_token: token } = await newBrowser().signIn('IK140');

    const answer = await rede.call(token, 'GET', '/whoami');
    expect([answer.status, await answer.json()]).toMatchObject([403, { message: 'A sua conta está suspensa.' }]);
  });

  test('answers a wrong user and a wrong password alike, and keeps the user that was typed', async () => {
    await rede.consultant('IK150');
    const browser = newBrowser();

    const wrongUser = await browser.submitLogin(await browser.authorize(), 'ninguém "<b>', 'x');
    const wrongPassword = await browser.submitLogin(await browser.authorize(), 'IK150', 'x\0');

    const shown = await wrongUser.text();
    expect(shown).toContain(refusal);
    expect(shown).toContain('value="ninguém &#34;&#60;b&#62;"');
    expect(await wrongPassword.text()).toContain(refusal);
  });

  test('is locked for a name after five failures, also for the right password, and for no other name', async () => {
    await rede.consultant('IK160');
    await rede.consultant('IK161');
    const browser = newBrowser();
    let page = await browser.authorize();
    for (let attempt = 1; attempt <= 5; attempt += 1) page = await browser.submitLogin(page, 'IK160', 'x');

    const locked = await browser.submitLogin(page, 'ik160', 'IK160');
    const other = await newBrowser().signIn('IK161');

    expect(await locked.text()).toContain(refusal);
    expect(decodeJwt(other.access_token)).toMatchObject({ preferred_username: 'IK161' });
  });

  test('is not asked for again in the same browser', async () => {
    const browser = newBrowser();
    await browser.signIn('admin');

    const returned = await browser.authorize();

    const second = await browser.redeem(returned);
    expect(decodeJwt(second.access_token)).toMatchObject({ preferred_username: 'admin' });
  });

  test('tells whose login page is too old to go back to the application', async () => {
    const page = await newBrowser().authorize();

    const answer = await newBrowser().submitLogin(page, 'admin', 'admin');

    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Esta página de login já não é válida.');
  });
});

describe('an authorization request', () => {
  test('comes back to the application’s one address', async () => {
    const browser = newBrowser();

    const page = await browser.authorize({ response_mode: 'fragment' });
    const returned = await browser.submitLogin(page, 'admin', 'admin');

    const location = new URL(returned.headers.get('location') ?? '');
    expect(location.origin + location.pathname + location.search).toBe(`${rede.origin}/`);
    expect(new URLSearchParams(location.hash.slice(1)).get('state')).toBe('the-state');
  });

  test.each([
    ['another page', (origin: string) => `${origin}/dashboard`],
    ['another origin', (origin: string) => `${origin.replace('localhost', '127.0.0.1')}/`],
    ['our origin as somebody’s user name', (origin: string) => `${origin}@evil.example/`],
    ['credentials in it', (origin: string) => `${origin.replace('//', '//user:secret@')}/`],
    ['an answer’s parameters already', (origin: string) => `${origin}/?code=stolen`],
  ])('is refused where the redirect has %s', async (_what, redirect) => {
    const answer = await newBrowser().authorize({ redirect_uri: redirect(rede.origin) });

    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Pedido recusado');
  });

  test.each([
    ['no challenge', { code_challenge: null, code_challenge_method: null }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
  ])('is refused with %s', async (_what, parameters) => {
    const answer = await newBrowser().authorize(parameters);

    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('error')).toBe('invalid_request');
  });

  test('gives a code that only the right verifier redeems', async () => {
    const browser = newBrowser();
    const returned = await browser.submitLogin(await browser.authorize(), 'admin', 'admin');
    const code = new URL(returned.headers.get('location') ?? '').searchParams.get('code') ?? '';

    const answer = await browser.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${rede.origin}/`,
      code_verifier: 'another-verifier-that-is-long-enough-as-well',
    });

    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  test('may carry whatever state it likes', async () => {
    const browser = newBrowser();

    const returned = await browser.submitLogin(await browser.authorize({ state: 'a\0b' }), 'admin', 'admin');

    expect(new URL(returned.headers.get('location') ?? '').searchParams.get('state')).toBe('a\0b');
  });
});

describe('tokens', () => {
  test('are renewed, each refresh token once; a second use of it ends the session’s tokens', async () => {
    const browser = newBrowser();
    const first = await browser.signIn('admin');

    const renewed = await browser.refresh(first.refresh_token);
    const second = (await renewed.json()) as typeof first;
    const replayed = await browser.refresh(first.refresh_token);
    const afterReplay = await browser.refresh(second.refresh_token);

    expect(decodeJwt(second.access_token)).toMatchObject({
      preferred_username: 'admin',
      sid: decodeJwt(first.access_token).sid,
    });
    expect([renewed.status, replayed.status, afterReplay.status]).toEqual([200, 400, 400]);
  });

  test('can be read by keycloak-js, the refresh token too, and tell what they are for', async () => {
    const tokens = await newBrowser().signIn('admin');

    const { sid } = decodeJwt(tokens.access_token);
    expect(decodeProtectedHeader(tokens.refresh_token)).toMatchObject({ typ: 'JWT' });
    expect(decodeJwt(tokens.refresh_token)).toMatchObject({ typ: 'Refresh', azp: 'rede-web', sid });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ typ: 'ID', aud: 'rede-web', azp: 'rede-web' });
  });

  test('show who holds them at userinfo and account; an id token, or none, shows nothing', async () => {
    await rede.consultant('IK300', { name: 'Eva Sá', email: 'eva@exemplo.pt' });
    const browser = newBrowser();
    const { access_token: token, id_token: idToken } = await browser.signIn('IK300');
    const get = (address: string, bearer: string) =>
      browser.request(address, { headers: { authorization: `Bearer ${bearer}` } });

    const userinfo = await get(browser.endpoint('userinfo'), token);
    const account = await get('/realms/rede/account', token);
    const withIdToken = await get(browser.endpoint('userinfo'), idToken);
    const withNone = await browser.request(browser.endpoint('userinfo'));

    expect(await userinfo.json()).toMatchObject({ name: 'Eva Sá', email: 'eva@exemplo.pt', email_verified: true });
    expect(await account.json()).toMatchObject({ username: 'IK300', firstName: 'Eva', lastName: 'Sá' });
    expect([withIdToken.status, withNone.status]).toEqual([401, 401]);
  });

  test('follow the consultant through a corrected code, and end with it', async () => {
    const consultant = await rede.consultant('IK310');
    const { access_token: admin } = await newBrowser().signIn('admin');
    const browser = newBrowser();
    const before = await browser.signIn('IK310');

    const corrected = { ...consultant, internalId: 'IK311', email: 'other@exemplo.pt' };
    await rede.call(admin, 'PUT', `/consultants/${consultant.id}`, corrected);
    const after = (await (await browser.refresh(before.refresh_token)).json()) as typeof before;
    const again = await newBrowser().signIn('IK311');
    await rede.call(admin, 'DELETE', `/consultants/${consultant.id}`);
    const deleted = await browser.refresh(after.refresh_token);
    const asked = await browser.authorize();

    const { sub } = decodeJwt(before.access_token);
    expect(decodeJwt(after.access_token)).toMatchObject({
      sub,
      preferred_username: 'IK311',
      email: 'other@exemplo.pt',
    });
    expect(decodeJwt(again.access_token).sub).toBe(sub);
    expect(deleted.status).toBe(400);
    expect(await asked.text()).toContain('id="kc-form-login"');
  });

  test('and sessions are kept across a restart, and in no form that could be used', async () => {
    const browser = newBrowser();
    const { access_token: token, refresh_token: refreshToken } = await browser.signIn('admin');

    await rede.restart();

    const userinfo = await browser.request(browser.endpoint('userinfo'), {
      headers: { authorization: `Bearer ${token}` },
    });
    const kept = await rede.pool.query(
      'SELECT coalesce(string_agg(a::text, chr(10)), $1) AS all FROM local_identity.artifacts a',
      [''],
    );
    const renewed = await browser.refresh(refreshToken);
    const returned = await browser.authorize();
    expect([userinfo.status, renewed.status]).toEqual([200, 200]);
    expect(returned.headers.get('location')).toContain(`${rede.origin}/?code=`);
    expect(kept.rows[0].all).not.toContain(refreshToken.split('.')[2]);
    expect(kept.rows[0].all).not.toContain(browser.cookie('rede_session'));
  });
});

describe('signing out', () => {
  test('with the session’s id token asks nothing, ends the tokens and leads back to the application', async () => {
    const browser = newBrowser();
    const tokens = await browser.signIn('admin');

    const { isAsked, returned } = await browser.logout({
      client_id: 'rede-web',
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${rede.origin}/`,
    });

    const refreshed = await browser.refresh(tokens.refresh_token);
    const userinfo = await browser.request(browser.endpoint('userinfo'), {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const next = await browser.authorize();
    expect([isAsked, returned.headers.get('location')]).toEqual([false, `${rede.origin}/`]);
    expect([refreshed.status, userinfo.status]).toEqual([400, 401]);
    expect(await next.text()).toContain('id="kc-form-login"');
  });

  test('without it, or with somebody else’s, asks first: a planted link signs nobody out', async () => {
    const browser = newBrowser();
    await rede.consultant('IK400');
    const other = await newBrowser().signIn('IK400');
    await browser.signIn('admin');

    const without = await (await browser.request(browser.endpoint('logout'))).text();
    const withOther = await (
      await browser.request(`${browser.endpoint('logout')}?id_token_hint=${other.id_token}`)
    ).text();

    expect(without).toContain('Terminar sessão?');
    expect(without).not.toContain('<script');
    expect(withOther).not.toContain('<script');
  });

  test('shows in the cookie that the application’s hidden frame reads', async () => {
    const browser = newBrowser();
    const tokens = await browser.signIn('admin');
    const whileSignedIn = browser.cookie('rede_status');

    await browser.logout({ id_token_hint: tokens.id_token });

    const { sid } = decodeJwt<{ sid: string }>(tokens.access_token);
    expect(whileSignedIn).toBe(createHash('sha256').update(sid).digest('base64url'));
    expect(browser.cookie('rede_status')).toBeUndefined();
  });
});

describe('every answer', () => {
  test.each(['3p-cookies/step1.html', '3p-cookies/step2.html', 'login-status-iframe.html'])(
    'may be framed by the application where it is %s',
    async (page) => {
      const answer = await newBrowser().request(newBrowser().endpoint(page));

      const policy = answer.headers.get('content-security-policy');
      expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, null]);
      expect(policy).toContain(`frame-ancestors ${rede.origin}`);
      expect(policy).toMatch(/default-src 'none'; script-src 'nonce-[\w-]+'/);
    },
  );

  test.each([
    ['the login page', 'auth?client_id=rede-web&response_type=code&scope=openid'],
    ['an error', 'auth'],
    ['the keys', 'certs'],
    ['nothing at all', 'nowhere'],
  ])('that is %s carries strict headers and may not be framed', async (_what, path) => {
    const browser = newBrowser();

    const answer = await browser.request(browser.endpoint(path));

    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('to the hidden frame allows our client on our origin only', async () => {
    const browser = newBrowser();
    const ask = async (client: string, origin: string) => {
      const query = new URLSearchParams({ client_id: client, origin });
      return (await browser.request(`${browser.endpoint('login-status-iframe.html/init')}?${query}`)).status;
    };

    const statuses = [
      await ask('rede-web', rede.origin),
      await ask('other', rede.origin),
      await ask('rede-web', 'http://evil.example'),
    ];

    expect(statuses).toEqual([204, 403, 403]);
  });

  test('names addresses on the configured origin, whatever host the request came for', async () => {
    const address = `${rede.origin.replace('localhost', '127.0.0.1')}/realms/rede/.well-known/openid-configuration`;

    const answer = await fetch(address, { headers: { 'x-forwarded-host': 'evil.example' } });

    expect(await answer.json()).toMatchObject({
      issuer: `${rede.origin}/realms/rede`,
      token_endpoint: `${rede.origin}/realms/rede/protocol/openid-connect/token`,
      userinfo_endpoint: `${rede.origin}/realms/rede/protocol/openid-connect/userinfo`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});

test('an application on another origin gets its answers there, and may send credentials; no other origin does', async () => {
  const apart = await startWithIdentity({ appOrigin: 'http://localhost:5173' });
  const browser = new IdentityBrowser(apart.origin);
  const exchange = (origin: string) =>
    browser.request(browser.endpoint('token'), {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ client_id: 'rede-web', grant_type: 'refresh_token', refresh_token: 'unknown' }),
    });

  const page = await browser.authorize({ redirect_uri: 'http://localhost:5173/' });
  const returned = await browser.submitLogin(page, 'admin', 'admin');
  const fromApp = await exchange('http://localhost:5173');
  const fromElsewhere = await exchange('http://evil.example');

  expect(returned.headers.get('location')).toContain('http://localhost:5173/?code=');
  expect(Object.fromEntries(fromApp.headers)).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-credentials': 'true',
  });
  expect(fromElsewhere.headers.has('access-control-allow-origin')).toBe(false);
  await apart.stop();
});

test('a form too large for a login is refused', async () => {
  const browser = newBrowser();

  const answer = await browser.submitLogin(await browser.authorize(), 'x'.repeat(100_000), 'x');

  expect(answer.status).toBe(413);
});

test('while the database is away, login and tokens say so and when to try again', async () => {
  const cut = await startWithIdentity();
  const browser = new IdentityBrowser(cut.origin);
  const page = await browser.authorize();
  const { refresh_token: refreshToken } = await new IdentityBrowser(cut.origin).signIn('admin');
  await cut.stopDatabase();

  const authorized = await browser.authorize();
  const submitted = await browser.submitLogin(page, 'admin', 'admin');
  const refreshed = await browser.refresh(refreshToken);

  expect([authorized.status, submitted.status, refreshed.status]).toEqual([503, 503, 503]);
  expect(refreshed.headers.get('retry-after')).toBe('5');
  await cut.stop();
});

test('the embedded login refuses to start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');

  const started = createIdentityProvider({ pool: rede.pool, origin: rede.origin });

  await expect(started).rejects.toThrow('O login embutido só serve para experimentar');
  vi.unstubAllEnvs();
});
