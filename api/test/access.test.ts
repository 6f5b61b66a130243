import { createHmac } from 'node:crypto';
import type { CountedOrders } from '@rede/contract/dashboard';
import type { Endpoint } from '@rede/contract/endpoint';
import type { Settings } from '@rede/contract/identity';
import type { ProblemBody } from '@rede/contract/problem';
import { type Issuer, seconds, startIssuer } from '@rede/local/identity/throw-away-issuer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/test/every-endpoint.ts';
import { type Api, consultantWith, startApi } from './start-api.ts';

type Outcome = 'let in' | [status: number, message: string];

interface Bearer {
  who: string;
  token: () => Promise<string> | string | undefined;
  /** What calls for the caller's own network answer. */
  own: Outcome;
  /** What /whoami answers, where that is something else. */
  whoami?: Outcome;
  admin: Outcome;
}

let api: Api;
let stranger: Issuer;
let endpoints: Endpoint[];

beforeAll(async () => {
  api = await startApi();
  stranger = await startIssuer();
  endpoints = await everyEndpoint();
  await api.consultant({ internalId: 'IK1', email: 'activa@exemplo.pt' });
  await api.consultant({ internalId: 'IK2', email: 'suspenso@exemplo.pt', status: 'SUSPENDED' });
  await api.consultant({ internalId: 'IK3', email: 'inactivo@exemplo.pt', status: 'INACTIVE' });
});
afterAll(async () => {
  await stranger.stop();
  await api.stop();
});

const notSignedIn: Outcome = [401, 'Inicie sessão para continuar.'];
const badToken: Outcome = [401, 'Sessão inválida ou expirada. Inicie sessão novamente.'];
const notAllowed: Outcome = [403, 'Não tem permissão para esta operação.'];
const noConsultant: Outcome = [403, 'A sua conta não está associada a um consultor.'];

const consultant = { sub: 'sub-1', email: 'activa@exemplo.pt', email_verified: true };
const admin = { sub: 'sub-of-admin', realm_access: { roles: ['admin'] } };

const refused = { own: badToken, admin: badToken };

const bearers: Bearer[] = [
  { who: 'nobody', token: () => undefined, own: notSignedIn, admin: notSignedIn },
  { who: 'something that is no token', token: () => 'nada', ...refused },
  { who: 'a token with a broken signature', token: async () => tampered(await api.issuer.token(admin)), ...refused },
  { who: 'a token of another issuer', token: () => stranger.token(admin), ...refused },
  {
    who: 'a token of another issuer in our issuer’s name',
    token: () => stranger.token({ ...admin, iss: `${api.issuer.url}/realms/test` }),
    ...refused,
  },
  { who: 'an expired token', token: () => api.issuer.token({ ...admin, exp: seconds(-10) }), ...refused },
  { who: 'a token without expiry', token: () => api.issuer.token({ ...admin, exp: undefined }), ...refused },
  { who: 'a token not yet valid', token: () => api.issuer.token({ ...admin, nbf: seconds(60) }), ...refused },
  { who: 'an id token', token: () => api.issuer.token({ ...admin, typ: 'ID', aud: 'rede-web' }), ...refused },
  { who: 'a refresh token', token: () => api.issuer.token({ ...admin, typ: 'Refresh' }), ...refused },
  {
    who: 'a token meant for another application',
    token: () => api.issuer.token({ ...admin, aud: ['account', 'outra'], azp: 'outra' }),
    ...refused,
  },
  { who: 'a token without a subject', token: () => api.issuer.token({ ...admin, sub: undefined }), ...refused },
  { who: 'an unsigned token', token: () => unsigned({ ...admin, iss: `${api.issuer.url}/realms/test` }), ...refused },
  { who: 'a token signed with our public key as a password', token: () => signedWithPublicKey(), ...refused },
  { who: 'a consultant', token: () => api.issuer.token(consultant), own: 'let in', admin: notAllowed },
  {
    who: 'a consultant whose token expired within the tolerance',
    token: () => api.issuer.token({ ...consultant, exp: seconds(-2) }),
    own: 'let in',
    admin: notAllowed,
  },
  {
    who: 'a consultant with a token meant for us by its audience',
    token: () => api.issuer.token({ ...consultant, aud: ['account', 'rede-web'], azp: 'outra' }),
    own: 'let in',
    admin: notAllowed,
  },
  {
    who: 'a suspended consultant',
    token: () => api.issuer.token({ sub: 'sub-2', email: 'suspenso@exemplo.pt', email_verified: true }),
    own: [403, 'A sua conta está suspensa.'],
    admin: notAllowed,
  },
  {
    who: 'an inactive consultant',
    token: () => api.issuer.token({ sub: 'sub-3', email: 'inactivo@exemplo.pt', email_verified: true }),
    own: [403, 'A sua conta está inactiva.'],
    admin: notAllowed,
  },
  {
    who: 'somebody who is no consultant',
    token: () => api.issuer.token({ email: 'ninguem@exemplo.pt', email_verified: true }),
    own: noConsultant,
    admin: notAllowed,
  },
  {
    who: 'somebody without any role',
    token: () => api.issuer.token({ ...consultant, realm_access: undefined }),
    own: 'let in',
    admin: notAllowed,
  },
  {
    who: 'somebody who is admin of another client only',
    token: () =>
      api.issuer.token({ ...consultant, realm_access: undefined, resource_access: { outra: { roles: ['admin'] } } }),
    own: 'let in',
    admin: notAllowed,
  },
  {
    who: 'an administrator who is no consultant',
    token: () => api.issuer.token(admin),
    own: noConsultant,
    whoami: 'let in',
    admin: 'let in',
  },
  {
    who: 'an administrator who is a suspended consultant too',
    token: () => api.issuer.token({ ...admin, sub: 'sub-2', email: 'suspenso@exemplo.pt', email_verified: true }),
    own: 'let in',
    admin: 'let in',
  },
];

test.each(bearers)('every call of the contract answers $who as it should', async ({ token, ...outcomes }) => {
  const client = api.withToken(await token());

  const answered = await Promise.all(endpoints.map((endpoint) => outcomeOf(endpoint, client)));

  expect(answered).toEqual(endpoints.map((endpoint) => [nameOf(endpoint), expected(endpoint, outcomes)]));
});

test('who is not let in learns nothing of what is wrong with the rest of the request', async () => {
  const nobody = api.withToken(undefined);
  const consultant = await api.as({ email: 'activa@exemplo.pt' });

  const broken = { headers: { 'content-type': 'application/json' }, body: '{"name":' };
  const notJson = { headers: { 'content-type': 'text/plain' }, body: 'olá' };

  expect((await nobody.request('POST', '/api/v1/orders', broken)).status).toBe(401);
  expect((await nobody.request('POST', '/api/v1/orders', notJson)).status).toBe(401);
  expect((await nobody.get('/api/v1/orders/abc?surprise=1')).status).toBe(401);
  expect((await consultant.request('POST', '/api/v1/orders', broken)).status).toBe(403);
  expect((await consultant.get('/api/v1/orders?surprise=1')).status).toBe(403);
});

test('a refusal for want of a good token says which scheme to use', async () => {
  const { headers } = await api.withToken('nada').get('/api/v1/whoami');

  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test('the calls for one’s own network take nobody else’s name for it; what they may name is a member of it', async () => {
  const own = endpoints.filter(({ access }) => access === 'own');
  const outsider = await api.consultant({ internalId: 'IK4' });
  const client = api.withToken(await api.issuer.token(consultant));
  const named = own.filter(({ params }) => params);

  const asked = await Promise.all(own.map((endpoint) => client.get(`${pathOf(endpoint)}?consultantId=1`)));
  const found = await Promise.all(named.map((endpoint) => client.get(pathOf(endpoint, outsider.id))));

  expect(asked.map(({ status }) => status)).toEqual(own.map(() => 400));
  expect(named.map(({ params }) => Object.keys(params?.shape ?? {}))).toEqual(named.map(() => ['memberId']));
  expect(found.map(({ status }) => status)).toEqual(named.map(() => 404));
});

test('in somebody else’s network nobody sees an order that does not count in their own', async () => {
  const top = await api.consultant({ internalId: 'IK10', name: 'Topo' });
  const caller = await api.consultant({ internalId: 'IK11', name: 'Quem pergunta', parentId: 'IK10' });
  const rival = await api.consultant({ internalId: 'IK12', name: 'Outra rede', parentId: 'IK10' });
  const mover = await consultantWith(api, { internalId: 'IK13', name: 'Mudou de rede' }, [
    ['IK11', '2026-01-01', '2026-05-31'],
    ['IK12', '2026-06-01', null],
  ]);
  const below = await api.consultant({ internalId: 'IK14', name: 'Abaixo', parentId: 'IK13' });
  const staying = await api.consultant({ internalId: 'IK15', name: 'Ficou', parentId: 'IK11' });
  const passing = await consultantWith(api, { internalId: 'IK16', name: 'De passagem' }, [
    ['IK11', '2026-01-01', '2026-05-31'],
    ['IK13', '2026-06-01', null],
  ]);
  for (const day of ['2026-05-31', '2026-06-01']) {
    for (const by of ['IK10', 'IK12', 'IK13', 'IK14', 'IK15', 'IK16']) {
      await api.order({ ecommerceId: `${by} ${day}`, by, createdAt: day });
    }
  }
  const client = await api.as(caller);
  const seen = async (path: string) => {
    const { status, body } = await client.get<CountedOrders & ProblemBody>(`/api/v1/dashboard/${path}`);
    return status === 200 ? body.orders.results.map(({ ecommerceId }) => ecommerceId) : [status, body];
  };
  const nothing = await seen('total/999999/orders');

  const refused = await Promise.all(
    [
      'orders?networkOf=IK10',
      'orders?networkOf=IK12',
      'orders?networkOf=IK0',
      'orders?networkOf=NINGUEM',
      `total/${caller.id}/orders?networkOf=IK10`,
      `total/${caller.id}/orders?networkOf=IK11`,
      `total/${top.id}/orders?networkOf=IK10`,
      `total/${rival.id}/orders?networkOf=IK10`,
      `total/${rival.id}/orders?networkOf=IK12`,
      `total/${mover.id}/orders?networkOf=IK12`,
      `total/${mover.id}/orders?networkOf=IK13`,
      `total/${below.id}/orders?networkOf=IK10`,
      `total/${below.id}/orders?networkOf=IK12`,
      `total/${below.id}/orders?networkOf=IK0`,
      `total/${below.id}/orders?networkOf=NINGUEM`,
      `total/${staying.id}/orders?networkOf=IK10`,
      `total/${staying.id}/orders?networkOf=IK13`,
      `total/${passing.id}/orders?networkOf=IK13`,
      `direct/${below.id}/orders?networkOf=IK11`,
    ].map(seen),
  );

  expect(nothing).toMatchObject([404, { message: 'Este colaborador não está na sua rede nestas datas.' }]);
  expect(refused).toEqual(refused.map(() => nothing));
  expect(await seen('orders?networkOf=IK13')).toEqual(['IK13 2026-05-31']);
  expect(await seen(`total/${below.id}/orders?networkOf=IK13`)).toEqual(['IK14 2026-05-31']);
  expect(await seen(`direct/${below.id}/orders?networkOf=IK13`)).toEqual(['IK14 2026-05-31']);
  expect(await seen(`total/${passing.id}/orders?networkOf=IK11`)).toEqual(['IK16 2026-05-31']);
});

test('an administrator is told so, with roles, and needs no consultant', async () => {
  const { body } = await api.admin.get('/api/v1/whoami');

  expect(body).toEqual({
    roles: ['admin'],
    isAdmin: true,
    name: null,
    email: null,
    internalId: null,
    parentId: null,
    parentName: null,
    parentEmail: null,
  });
});

test('anybody gets the settings that the browser needs before a login, and no more', async () => {
  const { body } = await api.withToken(undefined).get<Settings>('/api/settings');

  expect(body).toEqual({
    title: 'Rede',
    logo: '/logo',
    login: { url: api.issuer.url, realm: 'test', clientId: 'rede-web' },
    exports: { consultants: false, orders: false },
    contact: { phone: null, email: null, website: null },
    rootUplineCode: 'IK0',
  });
});

function expected({ access, path }: Endpoint, { own, whoami, admin }: Omit<Bearer, 'who' | 'token'>): Outcome {
  if (access === 'public') return 'let in';
  if (access === 'admin') return admin;
  return path === '/api/v1/whoami' ? (whoami ?? own) : own;
}

async function outcomeOf(endpoint: Endpoint, client: Api['admin']): Promise<[string, Outcome]> {
  const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const sent = isRead ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' };
  const { status, body } = await client.request(endpoint.method, pathOf(endpoint), sent);
  const isIn = status !== 401 && status !== 403 && status < 500;
  return [nameOf(endpoint), isIn ? 'let in' : [status, body.message]];
}

const pathOf = ({ path }: Endpoint, id = 999_999) => path.replaceAll(/:\w+/g, String(id));

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function unsigned(claims: object): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ ...claims, azp: 'rede-web', typ: 'Bearer', exp: seconds(300) })}.`;
}

/** What a verifier that let the token choose the algorithm would take for good. */
function signedWithPublicKey(): string {
  const { kid, n } = api.issuer.publicKey();
  const claims = { ...admin, iss: `${api.issuer.url}/realms/test`, azp: 'rede-web', typ: 'Bearer', exp: seconds(300) };
  const signed = `${encoded({ alg: 'HS256', kid, typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', Buffer.from(n ?? '', 'base64url'))
    .update(signed)
    .digest('base64url')}`;
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  const [, payload] = token.split('.');
  const claims: object = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  return `${header}.${encoded({ ...claims, sub: 'sub-1' })}.${signature}`;
}
