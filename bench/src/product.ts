import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { todayInLisbon } from '@rede/contract/days';
import { generateNetwork } from '@rede/demo/generate';
import { findFreePort } from '@rede/local/free-port';
import { seconds, startIssuer } from '@rede/local/identity/throw-away-issuer';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { sql } from 'kysely';
import { Client } from 'pg';

/** An administrator, over HTTP on one connection. */
export interface Administrator {
  /** What the API answers; throws where that is no success. */
  ask: (path: string) => Promise<string>;
  /** The same for what is written; a text is sent as a file, all else as JSON. */
  send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<string>;
}

export interface Product extends Administrator {
  /** Another one, on a connection of its own. */
  anotherAdministrator: () => Administrator;
  /** What a consultant is answered, who is signed in for the length of the benchmark. */
  askAs: (email: string) => Promise<Administrator['ask']>;
  /** Takes in a file to its end: an administrator, or such a consultant. */
  download: (path: string, email?: string) => Promise<Downloaded>;
  url: string;
  /** The same database, for what is measured without the API. */
  database: Database;
  /** Of the API's process. */
  pid: number | undefined;
}

/** A file that was taken in: how long it took until its first byte was there and until its last, in milliseconds. */
export interface Downloaded {
  bytes: number;
  firstByte: number;
  whole: number;
}

interface Size {
  consultants: number;
  orders: number;
  seed: number;
}

interface Surroundings {
  onEnd: (step: () => Promise<void>) => void;
  say: (text: string) => void;
}

const startOfApi = fileURLToPath(new URL('api.ts', import.meta.url));

/** The API as it runs in production, in a process of its own, on a throw-away PostgreSQL with a generated network. */
export async function startProduct(size: Size, { onEnd, say }: Surroundings): Promise<Product> {
  const url = process.env.DATABASE_URL ?? (await fillDatabase(size, { onEnd, say }));
  const database = connect(url, { acquireTimeout: 60_000 });
  onEnd(() => database.destroy());
  await migrate(database);

  const issuer = await startIssuer();
  onEnd(() => issuer.stop());
  const port = await findFreePort();
  // As deploy/Dockerfile starts it.
  const api = spawn(process.execPath, ['--max-semi-space-size=8', '--heap-growing-percent=30', startOfApi], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: url,
      KEYCLOAK_URL: issuer.url,
      KEYCLOAK_REALM: issuer.realm,
      KEYCLOAK_CLIENT_ID: issuer.clientId,
      RATE_LIMIT: '1000000000',
      LOG_LEVEL: 'error',
    },
  });
  onEnd(async () => {
    const ended = once(api, 'exit');
    if (api.exitCode === null && api.kill()) await ended;
  });

  const address = `http://127.0.0.1:${port}`;
  const token = await issuer.token({ realm_access: { roles: ['admin'] }, exp: seconds(24 * 3600) });
  const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });
  const agent = oneConnection();
  const answer = (agent: Agent, token: string, method: string, path: string, body?: unknown) =>
    answerTo(`${address}${path}`, { agent, method, token, body });
  const administrator = (agent: Agent): Administrator => ({
    ask: (path) => answer(agent, token, 'GET', path),
    send: (method, path, body) => answer(agent, token, method, path, body),
  });
  const { ask, send } = administrator(agent);
  const anotherAdministrator = () => administrator(oneConnection());
  const tokenOf = async (email: string) => {
    const { subject } = await database
      .selectFrom('consultants')
      .select('subject')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirstOrThrow();
    const claims = { sub: subject ?? `${signedIn}${email}`, email, email_verified: true, exp: seconds(24 * 3600) };
    return issuer.token(claims);
  };
  const askAs: Product['askAs'] = async (email) => {
    const own = await tokenOf(email);
    return (path) => answer(agent, own, 'GET', path);
  };
  const download: Product['download'] = async (path, email) =>
    downloaded(`${address}${path}`, agent, email === undefined ? token : await tokenOf(email));
  onEnd(async () => {
    await sql`update consultants set subject = null where subject like ${`${signedIn}%`}`.execute(database);
  });
  while (api.exitCode === null && api.signalCode === null) {
    if (await ask('/health').catch(() => undefined)) {
      return { ask, send, anotherAdministrator, askAs, download, url, database, pid: api.pid };
    }
    await delay(50);
  }
  throw new Error('the API did not start');
}

async function fillDatabase(size: Size, { onEnd, say }: Surroundings): Promise<string> {
  const postgres = await startThrowAwayPostgres();
  onEnd(postgres.stop);
  const database = connect(postgres.url);
  await migrate(database);
  await database.destroy();

  const began = Date.now();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await generateNetwork(client, { ...size, today: todayInLisbon(), tell: say });
  await client.end();
  say(`Generated in ${Math.round((Date.now() - began) / 1000)} s.`);
  return postgres.url;
}

/** Begins the subjects that consultants are bound to only while they are measured. */
const signedIn = 'bench of ';

interface Asked {
  agent: Agent;
  method: string;
  token: string;
  body: unknown;
}

/** node:http and not fetch: a client that costs more than the server would be what is measured. */
function answerTo(url: string, { agent, method, token, body }: Asked): Promise<string> {
  const { type, content } = written(body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(content === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
    };
    const asked = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('error', reject).on('end', () => {
        if ([200, 201, 204].includes(answer.statusCode ?? 0)) resolve(text);
        else reject(new Error(`answered ${answer.statusCode}: ${text}`));
      });
    });
    asked.on('error', reject).end(content);
  });
}

function downloaded(url: string, agent: Agent, token: string): Promise<Downloaded> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let [bytes, firstByte] = [0, 0];
      answer.on('data', (part: Buffer) => {
        firstByte ||= performance.now() - began;
        bytes += part.length;
      });
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve({ bytes, firstByte, whole: performance.now() - began });
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    asked.on('error', reject).end();
  });
}

function written(body: unknown): { type: string; content?: string } {
  if (typeof body !== 'string') {
    return { type: 'application/json', ...(body === undefined ? {} : { content: JSON.stringify(body) }) };
  }
  const boundary = 'the-file-ends-here';
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n${body}\r\n--${boundary}--\r\n`,
  };
}

/** The machine and what else it is doing, the versions and the size of the data: what figures are worth nothing without. */
export async function describeMachine({ database }: Product): Promise<string> {
  const { rows } = await database.pool.query<Record<'version' | 'buffers' | 'size' | 'data', string>>(
    `select
       current_setting('server_version') as version,
       current_setting('shared_buffers') as buffers,
       pg_size_pretty(pg_database_size(current_database())) as size,
       concat_ws(', ',
         (select count(*) from consultants) || ' consultants',
         (select count(*) from upline_periods) || ' periods',
         (select count(*) from orders) || ' orders') as data`,
  );
  const [processor] = cpus();
  return [
    `machine   ${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB; load ${loadavg()[0]?.toFixed(1)} at the start`,
    `versions  Node ${process.versions.node}, PostgreSQL ${rows[0]?.version} (shared_buffers ${rows[0]?.buffers})`,
    `data      ${rows[0]?.data}; ${rows[0]?.size}`,
  ].join('\n');
}
