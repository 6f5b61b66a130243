import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { spawnServer, stopServer } from '@rede/local/postgres/server';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import type { Consultant } from '@rede/contract/consultants';
import { sql } from 'kysely';
import { Client as DatabaseClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireTimeout, type Api, type Client, startApi } from './start-api.ts';

let api: Api;
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  const database = connect(postgres.url, { acquireTimeout });
  await migrate(database);
  await database.destroy();
  api = await startApi({ databaseUrl: postgres.url, waitsForConnections: 'as served' });
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
  const calls = () => callsOf(consultant, client, '1');

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

const canStop = process.platform !== 'win32';

test.runIf(canStop)(
  'while the database is silent every call says so within a second or so, and service is back within three of its return',
  async () => {
    const consultant = await api.consultant({ internalId: 'IK5' });
    const client = await api.as(consultant);
    const calls = () => callsOf(consultant, client, '5');
    await Promise.all([client.get('/api/v1/whoami'), api.admin.get('/api/v1/orders'), api.admin.get('/api/v1/orders')]);

    await signalServer('SIGSTOP');
    const left = await timed(() => Promise.all(calls()));
    const again = await timed(() => Promise.all(calls()));
    await signalServer('SIGCONT');
    const back = await timed(() => until(async () => (await api.admin.get('/api/v1/orders')).status === 200));
    const afterwards = await Promise.all(calls());

    for (const { answered, milliseconds } of [left, again]) {
      expect(answered.map(({ status, body }) => [status, body])).toEqual(answered.map(() => [503, unavailable]));
      expect(answered.map(({ headers }) => headers.get('retry-after'))).toEqual(answered.map(() => '2'));
      expect(milliseconds).toBeLessThan(1500);
    }
    expect(back.milliseconds).toBeLessThan(3000);
    expect(afterwards.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200]);
  },
);

test.runIf(canStop)(
  'a database that goes silent in the middle of a change is 503, and the change was not made',
  async () => {
    const consultant = await api.consultant({ internalId: 'IK6' });
    const held = await holdConsultant(consultant.id);

    const changing = timed(() =>
      api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name: 'Outro' }),
    );
    await until(async () => (await waitingForLocks()) === 1);
    await signalServer('SIGSTOP');
    const { answered } = await changing;
    await signalServer('SIGCONT');
    await held.release();
    const after = await api.admin.get(`/api/v1/consultants/${consultant.id}`);

    expect([answered.status, answered.body]).toEqual([503, unavailable]);
    expect(after.body).toEqual(consultant);
  },
);

test('a database that works long on one thing is not taken for a silent one', async () => {
  const database = connect(postgres.url, { poolSize: 1, acquireTimeout });

  const { rows } = await sql<{ slept: string }>`select pg_sleep(2.5)::text as slept`.execute(database);
  await database.destroy();

  expect(rows).toEqual([{ slept: '' }]);
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
  await held.holder.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
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

function callsOf(consultant: Consultant, client: Client, ecommerceId: string) {
  return [
    api.admin.get('/api/v1/orders'),
    api.admin.post('/api/v1/orders', { ecommerceId, createdAt: '2026-01-01', total: '1.00' }),
    api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, version: undefined }),
    api.admin.get('/api/v1/orders/xls'),
    client.get('/api/v1/dashboard/total'),
    client.get('/api/v1/dashboard/total/xls'),
    client.get('/health'),
  ];
}

/** Signals the server and all its processes: stopped, they neither answer nor hang up. */
async function signalServer(signal: NodeJS.Signals): Promise<void> {
  const [pid = ''] = (await readFile(join(postgres.cluster.data, 'postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await promisify(execFile)('ps', ['-ax', '-o', 'ppid=,pid=']);
  const children = Array.from(stdout.matchAll(new RegExp(String.raw`^ *${pid} +(\d+)`, 'gm')), ([, child]) => child);
  for (const id of [pid, ...children]) process.kill(Number(id), signal);
}

/** Holds a consultant's row from a connection of its own, so that changes of it wait. */
async function holdConsultant(id: number) {
  const holder = new DatabaseClient({ connectionString: postgres.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from consultants where id = $1 for update', [id]);
  return {
    holder,
    release: async () => {
      await holder.query('rollback');
      await holder.end();
    },
  };
}

let observer: ReturnType<typeof connect> | undefined;

async function waitingForLocks(): Promise<number> {
  observer ??= connect(postgres.url, { poolSize: 1, acquireTimeout });
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
