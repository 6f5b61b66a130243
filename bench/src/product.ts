import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
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
import { Client } from 'pg';

export interface Product {
  /** What an administrator is answered by the API, over HTTP on one connection; throws where that is no success. */
  ask: (path: string) => Promise<string>;
  /** The same database, for what is measured without the API. */
  database: Database;
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

const startOfApi = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url));

/** The API as it runs in production, in a process of its own, on a throw-away PostgreSQL with a generated network. */
export async function startProduct(size: Size, { onEnd, say }: Surroundings): Promise<Product> {
  const url = process.env.DATABASE_URL ?? (await fillDatabase(size, { onEnd, say }));
  const database = connect(url);
  onEnd(() => database.destroy());
  await migrate(database);

  const issuer = await startIssuer();
  onEnd(() => issuer.stop());
  const port = await findFreePort();
  const api = spawn(process.execPath, [startOfApi], {
    stdio: ['ignore', 'inherit', 'inherit'],
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) => answerOf(`${address}${path}`, token, agent);
  while (api.exitCode === null && api.signalCode === null) {
    if (await ask('/health').catch(() => undefined)) return { ask, database };
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

/** node:http and not fetch: a client that costs more than the server would be what is measured. */
function answerOf(url: string, token: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`answered ${answer.statusCode}: ${body}`));
      });
    }).on('error', reject);
  });
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
