import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { stopServer } from '@rede/local/postgres/server';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from './start-api.ts';

const json = { 'content-type': 'application/json' };

test('logs are one JSON line an event and tell the route, never the address, a token, an email or a NIF', async () => {
  const lines: string[] = [];
  const own = await startApi({ settings: { LOG_LEVEL: 'debug' }, logTo: { write: (line) => lines.push(line) } });
  const token = await own.issuer.token({ sub: 's', email: 'segredo@exemplo.pt', email_verified: true });
  const secret = { name: 'Segredo', email: 'segredo@exemplo.pt', taxId: '501964843', internalId: 'SEGREDO' };

  await own.consultant(secret);
  await own.admin.post('/api/v1/consultants', {
    ...secret,
    parentId: 'IK0',
    createdAt: '2026-01-01',
    status: 'ACTIVE',
  });
  await own.admin.get('/api/v1/consultants?email=segredo@exemplo.pt&name=Segredo');
  await own.withToken(token).get('/api/v1/whoami');
  await own.withToken(`${token}x`).get('/api/v1/whoami');
  await own.admin.request('POST', '/api/v1/consultants', { headers: json, body: '{"email":"segredo@exemplo.pt"' });
  await own.stop();

  const answers = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(answers.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/v1/consultants', 201],
    ['POST', '/api/v1/consultants', 409],
    ['GET', '/api/v1/consultants', 200],
    ['GET', '/api/v1/whoami', 200],
    ['GET', '/api/v1/whoami', 401],
    ['POST', '/api/v1/consultants', 400],
  ]);
  expect(lines.filter((line) => /segredo|501964843|eyJ/i.test(line))).toEqual([]);
});

test('what goes wrong inside is told to the log and not to the caller', async () => {
  const lines: string[] = [];
  const own = await startApi({ settings: { LOG_LEVEL: 'error' }, logTo: { write: (line) => lines.push(line) } });
  await own.database.schema.alterTable('orders').renameTo('lost').execute();

  const { status, body } = await own.admin.get('/api/v1/orders/1');
  await own.stop();

  expect([status, body]).toEqual([500, { code: 'internal', message: 'Ocorreu um erro inesperado. Tente novamente.' }]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'unexpected error', route: '/api/v1/orders/:id', err: { code: '42P01' } },
  ]);
});

test('why a call was answered 503 is told to the log in one line, without the way into the database', async () => {
  const { url, cluster, stop } = await startThrowAwayPostgres();
  onTestFinished(stop);
  const lines: string[] = [];
  const own = await startApi({
    databaseUrl: url,
    settings: { LOG_LEVEL: 'warn' },
    logTo: { write: (line) => lines.push(line) },
  });
  await stopServer(cluster);

  await own.admin.get('/api/v1/orders');
  await own.stop();

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'unavailable', method: 'GET', route: '/api/v1/orders', err: { code: 'ECONNREFUSED' } },
  ]);
  expect(lines.join()).not.toContain(new URL(url).password);
});

test('why the login service could not be asked is told to the log', async () => {
  const lines: string[] = [];
  const own = await startApi({ settings: { LOG_LEVEL: 'warn' }, logTo: { write: (line) => lines.push(line) } });
  own.issuer.become('away');

  await own.admin.get('/api/v1/orders');
  await own.stop();

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'unavailable', err: { type: 'Problem', cause: { message: expect.any(String) } } },
  ]);
});
