import type { Consultant } from '@rede/contract/consultants';
import type { CurrentUser } from '@rede/contract/identity';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const whoami = async (claims: JWTPayload) =>
  api.withToken(await api.issuer.token(claims)).get<CurrentUser & { code?: string }>('/api/v1/whoami');

test('a login is bound to the consultant with its verified email, whatever the email’s case', async () => {
  await api.consultant({ internalId: 'B1', email: 'ana@exemplo.pt', name: 'Ana', parentId: 'IK0' });

  const { status, body } = await whoami({ sub: 'ana', email: 'Ana@Exemplo.PT', email_verified: true });

  expect(status).toBe(200);
  expect(body).toEqual({
    roles: ['consultant'],
    isAdmin: false,
    name: 'Ana',
    email: 'ana@exemplo.pt',
    internalId: 'B1',
    parentId: 'IK0',
    parentName: null,
    parentEmail: null,
  });
});

test('an email that is not verified binds nobody, and leaves the consultant to who verifies it', async () => {
  await api.consultant({ internalId: 'B2', email: 'rui@exemplo.pt' });

  const unverified = await whoami({ sub: 'impostor', email: 'rui@exemplo.pt', email_verified: false });
  const unsaid = await whoami({ sub: 'impostor', email: 'rui@exemplo.pt' });
  const verified = await whoami({ sub: 'rui', email: 'rui@exemplo.pt', email_verified: true });

  expect([unverified.status, unverified.body.code]).toEqual([403, 'no_consultant']);
  expect([unsaid.status, unsaid.body.code]).toEqual([403, 'no_consultant']);
  expect([verified.status, verified.body.internalId]).toEqual([200, 'B2']);
});

test('a user name binds nobody, not even one that is a Código IK', async () => {
  await api.consultant({ internalId: 'B3' });

  const { status, body } = await whoami({ sub: 'b3', preferred_username: 'B3', name: 'B3', email_verified: true });

  expect([status, body.code]).toEqual([403, 'no_consultant']);
});

test('a bound login stays with its consultant when code and email are corrected', async () => {
  const consultant = await api.consultant({ internalId: 'B4', email: 'antes@exemplo.pt' });
  await whoami({ sub: 'b4', email: 'antes@exemplo.pt', email_verified: true });

  await api.admin.put(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    email: 'depois@exemplo.pt',
    internalId: 'B4B',
  });
  const withOldEmail = await whoami({ sub: 'b4', email: 'antes@exemplo.pt', email_verified: true });
  const withoutEmail = await whoami({ sub: 'b4' });

  expect([withOldEmail.status, withOldEmail.body.internalId]).toEqual([200, 'B4B']);
  expect([withoutEmail.status, withoutEmail.body.email]).toEqual([200, 'depois@exemplo.pt']);
});

test('a consultant that is bound is nobody else’s, even with the same verified email', async () => {
  await api.consultant({ internalId: 'B5', email: 'bia@exemplo.pt' });
  await whoami({ sub: 'bia', email: 'bia@exemplo.pt', email_verified: true });

  const other = await whoami({ sub: 'outra-bia', email: 'bia@exemplo.pt', email_verified: true });

  expect([other.status, other.body.code]).toEqual([403, 'no_consultant']);
});

test('a bound login is not bound a second time when its email becomes another consultant’s', async () => {
  await api.consultant({ internalId: 'B6', email: 'primeiro@exemplo.pt' });
  await api.consultant({ internalId: 'B7', email: 'segundo@exemplo.pt' });
  await whoami({ sub: 'b6', email: 'primeiro@exemplo.pt', email_verified: true });

  const { body } = await whoami({ sub: 'b6', email: 'segundo@exemplo.pt', email_verified: true });

  expect(body.internalId).toBe('B6');
});

test('the first calls of a login, all at once, are all answered', async () => {
  await api.consultant({ internalId: 'B8', email: 'junto@exemplo.pt' });
  const client = await api.as({ email: 'junto@exemplo.pt' });

  const calls = ['whoami', 'dashboard/summary', 'dashboard/direct', 'dashboard/total', 'whoami', 'whoami'];
  const answered = await Promise.all(calls.map((call) => client.get(`/api/v1/${call}`)));

  expect(answered.map(({ status }) => status)).toEqual(calls.map(() => 200));
});

test('of two logins with the same verified email that come at once, exactly one is bound', async () => {
  await api.consultant({ internalId: 'B9', email: 'disputa@exemplo.pt' });
  const claims = { email: 'disputa@exemplo.pt', email_verified: true };

  const answered = await Promise.all(['um', 'dois', 'três'].map((sub) => whoami({ ...claims, sub })));

  expect(answered.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
});

test('a login whose tokens bring the emails of two consultants at once is bound to one of them', async () => {
  await api.consultant({ internalId: 'B13', email: 'uma@exemplo.pt' });
  await api.consultant({ internalId: 'B14', email: 'outra@exemplo.pt' });
  const emails = ['uma@exemplo.pt', 'outra@exemplo.pt', 'uma@exemplo.pt', 'outra@exemplo.pt'];

  const answered = await Promise.all(emails.map((email) => whoami({ sub: 'duas', email, email_verified: true })));

  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answered.map(({ body }) => body.internalId)).size).toBe(1);
});

test('no two consultants have one email, whatever its case, so that a verified email means one of them', async () => {
  await api.consultant({ internalId: 'B15', email: 'so-um@exemplo.pt' });

  const second = await api.admin.post('/api/v1/consultants', {
    name: 'Outro',
    email: 'So-Um@Exemplo.PT',
    taxId: 'PT-B16',
    internalId: 'B16',
    parentId: 'IK0',
    createdAt: '2024-01-01',
    status: 'ACTIVE',
  });

  expect([second.status, second.body.errors?.map(({ field }) => field)]).toEqual([409, ['email']]);
});

test('it is noted who was bound to whom, and who was not and why, each once however often they called', async () => {
  const { id } = await api.consultant({ internalId: 'B17', email: 'notada@exemplo.pt' });
  const verified = { email: 'notada@exemplo.pt', email_verified: true };

  await whoami({ sub: 'nota-1', email: 'notada@exemplo.pt', email_verified: false });
  await whoami({ sub: 'nota-2', ...verified });
  await whoami({ sub: 'nota-2', ...verified });
  await Promise.all([1, 2, 3].map(() => whoami({ sub: 'nota-3', ...verified })));
  await whoami({ sub: 'nota-4', email: 'ninguem@exemplo.pt', email_verified: true });
  await whoami({ sub: 'nota-5' });

  const noted = await api.database
    .selectFrom('login_bindings')
    .select(['subject', 'consultant_id', 'outcome', 'times'])
    .where('subject', 'like', 'nota-%')
    .orderBy('subject')
    .execute();
  expect(noted).toEqual([
    { subject: 'nota-1', consultant_id: id, outcome: 'unverified', times: 1 },
    { subject: 'nota-2', consultant_id: id, outcome: 'bound', times: 1 },
    { subject: 'nota-3', consultant_id: id, outcome: 'taken', times: 1 },
    { subject: 'nota-4', consultant_id: null, outcome: 'unknown', times: 1 },
    { subject: 'nota-5', consultant_id: null, outcome: 'unknown', times: 1 },
  ]);
});

test('a consultant’s status is looked at on each request', async () => {
  const consultant = await api.consultant({ internalId: 'B10', email: 'estado@exemplo.pt' });
  const client = await api.as(consultant);
  const became = async (status: Consultant['status']) => {
    await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, version: undefined, status });
    const { status: answered, body } = await client.get('/api/v1/dashboard/summary');
    return [answered, body.message];
  };

  expect(await became('SUSPENDED')).toEqual([403, 'A sua conta está suspensa.']);
  expect(await became('INACTIVE')).toEqual([403, 'A sua conta está inactiva.']);
  expect((await became('ACTIVE'))[0]).toBe(200);
});

test('whoami names the upline that is shown, with the name and email a consultant may know', async () => {
  await api.consultant({ internalId: 'B11', name: 'Chefe', email: 'chefe@exemplo.pt' });
  const consultant = await api.consultant({ internalId: 'B12', parentId: 'B11' });

  const { body } = await (await api.as(consultant)).get<CurrentUser>('/api/v1/whoami');

  expect(body).toMatchObject({ parentId: 'B11', parentName: 'Chefe', parentEmail: 'chefe@exemplo.pt' });
});
