import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const admin = { realm_access: { roles: ['admin'] } };

test('new keys at the provider are known at once, also right after the old ones were fetched', async () => {
  const before = await api.admin.get('/api/v1/whoami');
  await api.issuer.rotateKeys();

  const renewed = api.withToken(await api.issuer.token(admin));
  const after = await Promise.all([renewed.get('/api/v1/whoami'), renewed.get('/api/v1/whoami')]);

  expect(before.status).toBe(200);
  expect(after.map(({ status }) => status)).toEqual([200, 200]);
});

test('a key that the provider no longer publishes opens nothing once new ones are known', async () => {
  await api.admin.get('/api/v1/whoami');
  await api.issuer.rotateKeys();
  await api.withToken(await api.issuer.token(admin)).get('/api/v1/whoami');

  const { status } = await api.admin.get('/api/v1/whoami');

  expect(status).toBe(401);
});

test('a provider that is away stops nobody who has a token, once its keys are at hand', async () => {
  await api.admin.get('/api/v1/whoami');
  api.issuer.become('away');

  const { status } = await api.admin.get('/api/v1/whoami');

  expect(status).toBe(200);
});

test.each(['away', 'answering nonsense'] as const)(
  'without keys at hand and the provider %s, a good token is not called bad: 503, until the provider is well',
  async (state) => {
    api.issuer.become(state);

    const away = await api.admin.get('/api/v1/whoami');
    api.issuer.become('well');
    const back = await api.admin.get('/api/v1/whoami');

    expect([away.status, away.body.code]).toEqual([503, 'unavailable']);
    expect(away.body.message).toBe('O serviço de login não responde. Tente novamente dentro de momentos.');
    expect(away.headers.get('retry-after')).toBe('2');
    expect(back.status).toBe(200);
  },
);

test.each(['away', 'answering nonsense'] as const)(
  'a token signed with keys too new to be at hand is not called bad while the provider is %s',
  async (state) => {
    await api.admin.get('/api/v1/whoami');
    await api.issuer.rotateKeys();
    const renewed = api.withToken(await api.issuer.token(admin));
    api.issuer.become(state);

    const { status } = await renewed.get('/api/v1/whoami');

    expect(status).toBe(503);
  },
);
