import { connect } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { spawnServer, stopServer } from '@rede/local/postgres/server';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  const database = connect(postgres.url);
  await migrate(database);
  await database.destroy();
  api = await startApi({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await api.stop();
  await postgres.stop();
});

const unavailable = {
  code: 'unavailable',
  message: 'O serviço está temporariamente indisponível. Tente novamente dentro de momentos.',
};

test('while the database is away every call says so within a second, and service is back within three of its return', async () => {
  const consultant = await api.consultant({ internalId: 'IK1' });
  const client = await api.as(consultant);
  await client.get('/api/v1/whoami');
  const calls = () => [
    api.admin.get('/api/v1/orders'),
    api.admin.post('/api/v1/orders', { ecommerceId: '1', createdAt: '2026-01-01', total: '1.00' }),
    api.admin.put(`/api/v1/consultants/${consultant.id}`, consultant),
    api.admin.get('/api/v1/orders/xls'),
    client.get('/api/v1/dashboard/total'),
    client.get('/api/v1/dashboard/total/xls'),
    client.get('/health'),
  ];

  await stopServer(postgres.cluster);
  const left = await timed(() => Promise.all(calls()));
  const again = await timed(() => Promise.all(calls()));
  await spawnServer(postgres.cluster, { port: Number(new URL(postgres.url).port) });
  const back = await timed(() => until(async () => (await api.admin.get('/api/v1/orders')).status === 200));
  const afterwards = await Promise.all(calls());

  for (const { answered, milliseconds } of [left, again]) {
    expect(answered.map(({ status, body }) => [status, body])).toEqual(answered.map(() => [503, unavailable]));
    expect(answered.map(({ headers }) => headers.get('retry-after'))).toEqual(answered.map(() => '2'));
    expect(milliseconds).toBeLessThan(1000);
  }
  expect(back.milliseconds).toBeLessThan(3000);
  expect(afterwards.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200]);
});

test('who needs no database is answered while it is away', async () => {
  await stopServer(postgres.cluster);

  const answered = await Promise.all([
    api.admin.get('/api/settings'),
    api.withToken('nada').get('/api/v1/orders'),
    api.admin.get('/api/docs/json'),
  ]);
  await spawnServer(postgres.cluster, { port: Number(new URL(postgres.url).port) });

  expect(answered.map(({ status }) => status)).toEqual([200, 401, 200]);
});

test('a connection that breaks in the middle of a change is 503, and the change was not made', async () => {
  const consultant = await api.consultant({ internalId: 'IK2' });
  const held = await holdConsultant(consultant.id);

  const changing = api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name: 'Outro Nome' });
  await until(async () => (await waitingForLocks()) === 1);
  await held.database.executeQuery(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`.compile(api.database),
  );
  const { status, body } = await changing;
  await held.release();
  const after = await api.admin.get(`/api/v1/consultants/${consultant.id}`);

  expect([status, body]).toEqual([503, unavailable]);
  expect(after.body).toEqual(consultant);
});

test('when every connection is busy for long, a call says so within a second and nobody is harmed', async () => {
  const consultant = await api.consultant({ internalId: 'IK3' });
  const held = await holdConsultant(consultant.id);

  const change = { ...consultant, version: undefined, name: 'Mudado' };
  const changing = Array.from({ length: 10 }, () => api.admin.put(`/api/v1/consultants/${consultant.id}`, change));
  await until(async () => (await waitingForLocks()) === 10);
  const refused = await timed(() => api.admin.get('/api/v1/orders'));
  await held.release();
  const changed = await Promise.all(changing);
  const afterwards = await api.admin.get('/api/v1/orders');

  expect([refused.answered.status, refused.answered.body]).toEqual([503, unavailable]);
  expect(refused.milliseconds).toBeLessThan(1500);
  expect(changed.map(({ status }) => status)).toEqual(changed.map(() => 200));
  expect(afterwards.status).toBe(200);
});

test('a server that stops answers what it was asked before, and nothing holds it up', async () => {
  const own = await startApi();
  const { id, ...consultant } = await own.consultant({ internalId: 'IK4' });
  const transaction = await own.database.startTransaction().execute();
  await transaction.selectFrom('consultants').select('id').where('id', '=', id).forUpdate().execute();

  const changing = own.admin.put(`/api/v1/consultants/${id}`, { ...consultant, name: 'A Tempo' });
  await until(async () => own.database.pool.totalCount - own.database.pool.idleCount === 2);
  const closed = own.app.close();
  await transaction.commit().execute();
  const { status } = await changing;
  const ending = await timed(() => closed);
  await own.stop();

  expect(status).toBe(200);
  expect(ending.milliseconds).toBeLessThan(1000);
});

/** Holds a consultant's row from a connection of its own, so that changes of it wait. */
async function holdConsultant(id: number) {
  const database = connect(postgres.url);
  const transaction = await database.startTransaction().execute();
  await transaction.selectFrom('consultants').select('id').where('id', '=', id).forUpdate().execute();
  return {
    database,
    release: async () => {
      await transaction.rollback().execute();
      await database.destroy();
    },
  };
}

let observer: ReturnType<typeof connect> | undefined;

async function waitingForLocks(): Promise<number> {
  observer ??= connect(postgres.url, { poolSize: 1 });
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock'
  `.execute(observer);
  return rows[0]?.waiting ?? 0;
}
afterAll(() => observer?.destroy());

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000, interval: 20 }).toBe(true);
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<{ answered: Answer; milliseconds: number }> {
  const begun = performance.now();
  const answered = await work();
  return { answered, milliseconds: performance.now() - begun };
}
