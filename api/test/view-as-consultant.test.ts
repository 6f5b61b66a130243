import type { Consultant } from '@rede/contract/consultants';
import { type Endpoint, viewedConsultantHeader } from '@rede/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/test/every-endpoint.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Api, type Client, startApi } from './start-api.ts';

let api: Api;
let own: Endpoint[];
let leader: Consultant;
let member: Consultant;
let suspended: Consultant;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  own = (await everyEndpoint()).filter(({ access }) => access === 'own');
  await api.consultant({ internalId: 'V0', name: 'Topo' });
  leader = await api.consultant({ internalId: 'V1', name: 'Quem é vista', email: 'vista@exemplo.pt', parentId: 'V0' });
  member = await api.consultant({ internalId: 'V2', parentId: 'V1' });
  await api.consultant({ internalId: 'V3', parentId: 'V2' });
  suspended = await api.consultant({ internalId: 'V4', status: 'SUSPENDED', parentId: 'V1' });
  await api.order({ ecommerceId: 'V-1', by: 'V1', total: '10.00', createdAt: '2026-06-01' });
  await api.order({ ecommerceId: 'V-2', by: 'V2', total: '20.00', createdAt: '2026-06-02' });
  await api.order({ ecommerceId: 'V-3', by: 'V3', total: '40.00', createdAt: '2026-05-02', paidAt: '2026-05-03' });
  for (const day of ['2025-11-01', '2025-11-11', '2025-11-21']) {
    await api.order({ ecommerceId: `V-${day}`, by: 'V3', createdAt: day });
  }
});
afterAll(() => api.stop());

test('with the header every call of the dashboard answers an administrator what it answers that consultant', async () => {
  const consultant = await api.as(leader);

  const seen = await Promise.all(own.map((endpoint) => answerTo(endpoint, api.admin, String(leader.id))));
  const theirs = await Promise.all(own.map((endpoint) => answerTo(endpoint, consultant)));

  expect(own.length).toBeGreaterThan(14);
  expect(theirs.map(({ status }) => status)).toEqual(own.map(() => 200));
  expect(seen).toEqual(theirs);
});

test('whoever is looked at is no administrator, and says who it is itself', async () => {
  const { body } = await asSeen('GET', '/api/v1/whoami', leader.id);

  expect(body).toEqual({
    roles: ['consultant'],
    isAdmin: false,
    name: 'Quem é vista',
    email: 'vista@exemplo.pt',
    internalId: 'V1',
    parentId: 'V0',
    parentName: 'Topo',
    parentEmail: 'v0@exemplo.pt',
  });
});

test('a suspended consultant, who is refused, can be looked at', async () => {
  const refused = await (await api.as(suspended)).get('/api/v1/dashboard/summary');
  const { status, body } = await asSeen('GET', '/api/v1/whoami', suspended.id);

  expect(refused.status).toBe(403);
  expect([status, body]).toMatchObject([200, { internalId: 'V4', isAdmin: false }]);
});

test('to look binds no login to the consultant', async () => {
  await asSeen('GET', '/api/v1/whoami', member.id);

  const { rows } = await sql`select subject from consultants where id = ${member.id}`.execute(api.database);
  expect(rows).toEqual([{ subject: null }]);
});

test('anybody but an administrator is refused, for their own id too', async () => {
  const consultant = await api.as(leader);
  const nobody = api.withToken(undefined);
  const look = (client: Client, id: number) =>
    client.request('GET', '/api/v1/whoami', { headers: { [viewedConsultantHeader]: String(id) } });

  expect(await look(consultant, leader.id)).toMatchObject({
    status: 403,
    body: { message: 'Não tem permissão para esta operação.' },
  });
  expect((await look(consultant, member.id)).status).toBe(403);
  expect((await look(nobody, leader.id)).status).toBe(401);
});

test('the header is for reading the dashboard: with any other call it is refused', async () => {
  const refusal = { status: 403, body: { message: 'Ver como um consultor só permite consultar o dashboard.' } };

  expect(await asSeen('GET', '/api/v1/orders', leader.id)).toMatchObject(refusal);
  expect(await asSeen('DELETE', `/api/v1/consultants/${leader.id}`, leader.id)).toMatchObject(refusal);
  expect((await api.admin.get(`/api/v1/consultants/${leader.id}`)).status).toBe(200);
});

test.each([
  ['0', 400],
  ['-1', 400],
  ['IK1', 400],
  ['1e1', 400],
  ['', 400],
  ['1, 2', 400],
  ['999999', 404],
  ['9007199254740991', 404],
])('the header %j names nobody: %i', async (given, expected) => {
  const { status, body } = await asSeen('GET', '/api/v1/dashboard/summary', given);

  expect([status, body.message]).toEqual([
    expected,
    expected === 404 ? 'Este consultor não existe.' : 'Identificador de consultor inválido.',
  ]);
});

test('the documentation has the header at the calls that take it, and at no others', async () => {
  const { body } = await api.admin.get<{
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
  }>('/api/docs/json');
  const takes = (await everyEndpoint()).filter(({ method, path }) =>
    body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.parameters?.some(
      (parameter) => parameter.in === 'header' && parameter.name === viewedConsultantHeader,
    ),
  );

  expect(takes).toEqual(own);
});

function asSeen(method: string, path: string, id: number | string) {
  return api.admin.request(method, path, { headers: { [viewedConsultantHeader]: String(id) } });
}

async function answerTo({ path, download }: Endpoint, client: Client, viewed?: string) {
  const headers: Record<string, string> = viewed === undefined ? {} : { [viewedConsultantHeader]: viewed };
  const address = path.replaceAll(/:\w+/g, String(member.id));
  if (!download) {
    const { status, body } = await client.request<unknown>('GET', address, { headers });
    return { path, status, body };
  }
  const { status, body } = await client.download(address, headers);
  return { path, status, body: readSpreadsheet(body) };
}
