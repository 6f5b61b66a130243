import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestToken } from '../src/token.ts';
import { IdentityBrowser } from './identity-browser.ts';
import { startWithIdentity, type WithIdentity } from './identity-start.ts';

let rede: WithIdentity;
const told: string[] = [];
const service = { clientId: 'rede-provisioning', secret: 'segredo-da-conta-de-testes' };
const newBrowser = () => new IdentityBrowser(rede.origin);
const password = 'uma palavra-passe';

beforeAll(async () => {
  rede = await startWithIdentity({ service, tell: (text) => told.push(text) });
});
afterAll(() => rede.stop());

/** The link of the latest email to somebody, once one has come that is not among these. */
async function linkFor(email: string, before: string[] = []): Promise<string> {
  const find = () => {
    const mail = told.findLast((text) => text.includes(`Email para ${email}:`));
    const [link] = /http\S+action-token\S+/.exec(mail ?? '') ?? [];
    return link === undefined || before.includes(link) ? undefined : link;
  };
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find() ?? '';
}

function submit(link: string, typed = password, again = typed): Promise<Response> {
  const body = new URLSearchParams({ 'password-new': typed, 'password-confirm': again });
  return newBrowser().request(link, { method: 'POST', body });
}

/** What the login page answers: a code for the application, or the page again. */
async function tryLogin(username: string, secret: string): Promise<'in' | 'refused'> {
  const browser = newBrowser();
  const answer = await browser.submitLogin(await browser.authorize(), username, secret);
  return answer.headers.has('location') ? 'in' : 'refused';
}

function requestServiceToken(secret: string): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: service.clientId,
    client_secret: secret,
  });
  return fetch(newBrowser().endpoint('token'), { method: 'POST', body });
}

function administer(token: string | undefined, path: string): Promise<Response> {
  return fetch(`${rede.origin}/admin/realms/rede${path}`, {
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
}

test('who sets a password with the email’s link signs in with it and nothing else', async () => {
  const { email } = await rede.consultant('IK500', { email: 'rita@exemplo.pt' });
  const link = await linkFor(email);
  expect(await tryLogin('IK500', 'IK500')).toBe('in');

  const answer = await submit(link);

  expect(await answer.text()).toContain('Palavra-passe definida');
  expect(await tryLogin('Rita@exemplo.pt', password)).toBe('in');
  expect(await tryLogin('IK500', password)).toBe('in');
  expect(await tryLogin('IK500', 'IK500')).toBe('refused');
  expect(await tryLogin(email, password.toUpperCase())).toBe('refused');
});

test('a link is good once, and opening it does nothing by itself', async () => {
  const { email } = await rede.consultant('IK510');
  const link = await linkFor(email);
  const opened = [await newBrowser().request(link), await newBrowser().request(link)];

  const answers = [await submit(link), await submit(link), await newBrowser().request(link)];

  expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400]);
  expect(await answers[2]?.text()).toContain('Esta ligação já foi usada ou já não é válida.');
});

test('a password that is too short, or typed otherwise the second time, is refused and may be typed again', async () => {
  const { email } = await rede.consultant('IK520');
  const link = await linkFor(email);

  const short = await submit(link, 'curta');
  const otherwise = await submit(link, password, `${password}!`);

  expect(await short.text()).toContain('A palavra-passe precisa de pelo menos 8 caracteres.');
  expect(await otherwise.text()).toContain('As palavras-passe não são iguais.');
  expect(await (await submit(link)).text()).toContain('Palavra-passe definida');
});

test('a link that nobody was sent is good for nothing', async () => {
  const answer = await submit(`${rede.origin}/realms/rede/login-actions/action-token?key=inventada`);

  expect(answer.status).toBe(400);
});

test('another email voids the links to the one before and is confirmed by its own', async () => {
  const consultant = await rede.consultant('IK530', { email: 'velho@exemplo.pt' });
  const first = await linkFor('velho@exemplo.pt');
  const admin = await requestToken(rede.origin, 'admin');

  await rede.call(admin, 'PUT', `/consultants/${consultant.id}`, { ...consultant, email: 'novo@exemplo.pt' });

  const second = await linkFor('novo@exemplo.pt');
  expect((await submit(first)).status).toBe(400);
  expect(await (await submit(second)).text()).toContain('Palavra-passe definida');
  const { rows } = await rede.pool.query(
    "SELECT email_verified, required_actions FROM local_identity.users WHERE email = 'novo@exemplo.pt'",
  );
  expect(rows).toEqual([{ email_verified: true, required_actions: [] }]);
});

test('who is disabled is signed out and cannot sign in, with any password', async () => {
  const consultant = await rede.consultant('IK540');
  await submit(await linkFor(consultant.email));
  const browser = newBrowser();
  const tokens = await browser.signIn(consultant.email, password);
  expect(decodeJwt(tokens.access_token).sub).toMatch(/^72656465-/);
  const admin = await requestToken(rede.origin, 'admin');

  await rede.call(admin, 'PUT', `/consultants/${consultant.id}`, { ...consultant, status: 'SUSPENDED' });

  await expect.poll(async () => tryLogin(consultant.email, password), { timeout: 10_000 }).toBe('refused');
  await expect.poll(async () => (await browser.refresh(tokens.refresh_token)).status, { timeout: 10_000 }).toBe(400);
  expect(await tryLogin('IK540', 'IK540')).toBe('refused');
});

test('only the service account administers users, not even an administrator of the product', async () => {
  const answer = await requestServiceToken(service.secret);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const admin = await requestToken(rede.origin, 'admin');

  const asked = await Promise.all([
    administer(token, '/groups'),
    administer(admin, '/groups'),
    administer('nada', '/groups'),
    administer(undefined, '/groups'),
    administer(token, '/users/ninguem'),
  ]);

  expect(asked.map(({ status }) => status)).toEqual([200, 401, 401, 401, 404]);
  expect((await requestServiceToken('outro')).status).toBe(401);
  expect((await rede.call(token, 'GET', '/whoami')).status).toBe(401);
});

test('emails are read at /dev/mail, each on a page of its own', async () => {
  const { email } = await rede.consultant('IK550', { name: 'Zé <b>Negrito</b>' });
  const link = await linkFor(email);

  const list = await (await fetch(`${rede.origin}/dev/mail`)).text();
  const [, page = ''] = new RegExp(`href="(/dev/mail/\\d+)">[^<]*</a> · ${email} ·`).exec(list) ?? [];
  const mail = await (await fetch(rede.origin + page)).text();

  expect(mail).toContain(`<a href="${link}">`);
  expect(mail).toContain('Olá, Zé.');
  expect((await fetch(`${rede.origin}/dev/mail/999999`)).status).toBe(404);
});

test('without a service account there is neither an administration nor a mailbox', async () => {
  const without = await startWithIdentity();

  const answers = await Promise.all(
    ['/dev/mail', '/admin/realms/rede/groups'].map(async (path) => (await fetch(without.origin + path)).status),
  );

  expect(answers).toEqual([404, 404]);
  await without.stop();
});
