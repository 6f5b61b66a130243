import { createServer } from 'node:net';
import { createApp } from '@rede/api/app';
import { readConfig } from '@rede/api/config';
import { connect } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import type { Consultant } from '@rede/contract/consultants';
import type { ServiceAccount } from '../src/identity/configuration.ts';
import type { Tell } from '../src/identity/mailbox.ts';
import { createIdentityProvider } from '../src/identity/provider.ts';
import { startThrowAwayPostgres } from '../src/postgres/throw-away.ts';
import { requestToken } from '../src/token.ts';

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port to be had.');
  return address.port;
}

/** The API with the embedded identity provider on its own origin, on an empty database. */
export async function startWithIdentity(options: { appOrigin?: string; service?: ServiceAccount; tell?: Tell } = {}) {
  const postgres = await startThrowAwayPostgres();
  // Patient: a machine that is busy with other work is slow and not wrong.
  const database = connect(postgres.url, { acquireTimeout: 30_000 });
  await migrate(database);
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const config = readConfig({
    DATABASE_URL: postgres.url,
    KEYCLOAK_URL: origin,
    LOG_LEVEL: 'silent',
    KEYCLOAK_PROVISIONING_CLIENT_ID: options.service?.clientId,
    KEYCLOAK_PROVISIONING_SECRET: options.service?.secret,
  });
  const loginPace = { idle: 20, firstRetry: 50, longestRetry: 200 };

  async function listen() {
    const provider = await createIdentityProvider({ pool: database.pool, origin, ...options });
    const app = await createApp({ config, database, loginPace, mount: provider.mount });
    await app.listen({ port, host: 'localhost' });
    return async () => {
      await app.close();
      provider.close();
    };
  }
  let close = await listen();

  async function call(token: string, method: string, path: string, body?: object) {
    return fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  return {
    origin,
    pool: database.pool,
    call,
    async restart() {
      await close();
      close = await listen();
    },
    /** A new consultant under the company, active unless said otherwise. */
    async consultant(internalId: string, given: Partial<Consultant> = {}): Promise<Consultant> {
      const answer = await call(await requestToken(origin, 'admin'), 'POST', '/consultants', {
        name: `Consultor ${internalId}`,
        email: `${internalId.toLowerCase()}@exemplo.pt`,
        taxId: internalId,
        internalId,
        parentId: 'IK0',
        createdAt: '2024-01-01',
        status: 'ACTIVE',
        ...given,
      });
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as Consultant;
    },
    stopDatabase: () => postgres.stop(),
    async stop() {
      await close();
      await database.destroy();
      await postgres.stop();
    },
  };
}

export type WithIdentity = Awaited<ReturnType<typeof startWithIdentity>>;
