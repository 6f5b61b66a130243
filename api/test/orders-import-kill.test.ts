import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { findFreePort } from '@rede/local/free-port';
import { type Issuer, startIssuer } from '@rede/local/identity/throw-away-issuer';
import { spawnServer, stopServer } from '@rede/local/postgres/server';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { slowUpload } from './slow-upload.ts';
import { acquireTimeout } from './start-api.ts';

let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let database: Database;
let issuer: Issuer;
let server: { process: ChildProcess; address: string } | undefined;

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  // What it leaves out to be quick is what this is about: that a commit is in the log before it is acknowledged.
  await stopServer(postgres.cluster);
  await restartPostgres();
  database = connect(postgres.url, { acquireTimeout });
  await migrate(database);
  issuer = await startIssuer();
});
afterAll(async () => {
  await killServer();
  await issuer.stop();
  await database.destroy();
  await postgres.stop();
});

const startOfServer = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The server as it runs in production, in a process of its own. */
async function startServer(): Promise<string> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const process = spawn(globalThis.process.execPath, [startOfServer], {
    stdio: 'ignore',
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: postgres.url,
      KEYCLOAK_URL: issuer.url,
      KEYCLOAK_REALM: issuer.realm,
      KEYCLOAK_CLIENT_ID: issuer.clientId,
      LOG_LEVEL: 'silent',
    },
  });
  server = { process, address };
  await vi.waitFor(async () => expect((await fetch(`${address}/health`)).status).toBe(200), 20_000);
  return address;
}

async function killServer(): Promise<void> {
  if (!server) return;
  const { process } = server;
  server = undefined;
  const ended = once(process, 'exit');
  if (process.kill('SIGKILL')) await ended;
}

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(join(postgres.cluster.data, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** As long as a process of the one that was killed is still ending, none starts. */
async function restartPostgres(): Promise<void> {
  const port = Number(new URL(postgres.url).port);
  await vi.waitFor(async () => expect(await spawnServer(postgres.cluster, { port })).toBeDefined(), 20_000);
}

const records = 20_000;

/** What a load may leave. */
const whole = { orders: records, loads: 1 };
const nothing = { orders: 0, loads: 0 };

/** A file of orders that are all called after it. */
function file(name: string): string {
  const lines = Array.from({ length: records }, (_, index) => `${name}-${index},2026-03-06,1.00\n`);
  return `ecommerceId,createdAt,total\n${lines.join('')}`;
}

/** How many orders there are of a file. */
async function ordersOf(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where ecommerce_id like ${`${name}-%`}
  `.execute(database);
  return rows[0]?.count ?? Number.NaN;
}

async function keptLoads(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from order_imports`.execute(database);
  return rows[0]?.count ?? Number.NaN;
}

/** Sends a file and answers the status; undefined where none came. */
async function load(address: string, content: string): Promise<number | undefined> {
  const upload = await slowUpload({ address, issuer });
  upload.write(content);
  upload.finish();
  const { status } = await upload.answered.catch(() => ({ status: undefined }));
  return status;
}

const isLoading = async () => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
  `.execute(database);
  return rows.length > 0;
};

test('a server that is killed while a file arrives leaves nothing of it, and the file loads afterwards', async () => {
  const address = await startServer();
  const acknowledged = await load(address, file('before'));
  const upload = await slowUpload({ address, issuer });
  upload.write(file('half'));
  await vi.waitFor(async () => expect(await isLoading()).toBe(true), 10_000);

  await killServer();

  await expect(upload.answered).rejects.toThrow(/hang up|ECONNRESET/);
  await vi.waitFor(async () => expect(await isLoading()).toBe(false), 10_000);
  expect([acknowledged, await ordersOf('before'), await ordersOf('half'), await keptLoads()]).toEqual([
    200,
    records,
    0,
    1,
  ]);
  expect(await load(await startServer(), file('half'))).toBe(200);
  expect(await ordersOf('half')).toBe(records);
  await killServer();
}, 60_000);

test.each([50, 200, 400])(
  'a server that is killed %i ms into a load leaves all of it or nothing',
  async (moment) => {
    const name = `server${moment}`;
    const loadsBefore = await keptLoads();
    const answered = load(await startServer(), file(name));
    await delay(moment);

    await killServer();

    const status = await answered;
    await vi.waitFor(async () => expect(await isLoading()).toBe(false), 10_000);
    const [orders, loads] = [await ordersOf(name), (await keptLoads()) - loadsBefore];
    expect(status === 200 ? [whole] : [whole, nothing]).toContainEqual({ orders, loads });
  },
  60_000,
);

test.each([50, 300])(
  'a database that is killed %i ms into a load leaves all of it or nothing, and the server works on',
  async (moment) => {
    const name = `database${moment}`;
    const before = await ordersOf('before');
    const loadsBefore = await keptLoads();
    const address = await startServer();
    const answered = load(address, file(name));
    await delay(moment);

    await killPostgres();
    const status = await answered;
    await restartPostgres();

    expect([200, 503]).toContain(status);
    await vi.waitFor(async () => expect(await ordersOf('before')).toBe(before), 20_000);
    const [orders, loads] = [await ordersOf(name), (await keptLoads()) - loadsBefore];
    expect(status === 200 ? [whole] : [whole, nothing]).toContainEqual({ orders, loads });
    await vi.waitFor(async () => expect(await load(address, file(`${name}after`))).toBe(200), 20_000);
    await killServer();
  },
  60_000,
);
