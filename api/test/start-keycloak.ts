import { once } from 'node:events';
import { findFreePort } from '@rede/local/free-port';
import { createIdentityProvider } from '@rede/local/identity/provider';
import { findUsersBy, insertUser, type User } from '@rede/local/identity/users';
import fastify from 'fastify';
import type { Pool } from 'pg';

/** What becomes of a request to it: nothing, a cut connection before or after it did what was asked, silence, or an answer of this status. */
type Trouble = 'cut' | 'cut after' | 'silence' | number;

export interface TestKeycloak {
  url: string;
  /** What the API needs to know to make logins there. */
  settings: Record<string, string>;
  /** Decides about each request, until told otherwise. */
  trouble: (request: string) => Trouble | undefined;
  /** What was asked of it so far: `PUT /users/…` */
  asked: string[];
  /** Starts to answer; until then, nobody listens at its address. */
  serve(pool: Pool): Promise<void>;
  /** The one user with this email, and the groups it is in. */
  user(email: string): Promise<(User & { groups: string[] }) | undefined>;
  users(): Promise<string[]>;
  /** A user that was there before. */
  putUser(user: Partial<User> & { email: string }): Promise<string>;
  /** Whom was written to, and about what, the oldest first. */
  mails(): Promise<string[]>;
  stop(): Promise<void>;
}

const service = { clientId: 'rede-provisioning', secret: 'segredo-da-conta-de-testes' };

/** Troubles for all requests. */
export const away = (): Trouble => 'cut';
export const none = (): undefined => undefined;

/** A Keycloak's administration to make logins at, on an address of its own, that can be made to misbehave. */
export async function startKeycloak(): Promise<TestKeycloak> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const app = fastify({ forceCloseConnections: true });
  let pool: Pool;
  let close = () => {};

  app.addHook('onRequest', async (request, reply) => {
    const name = `${request.method} ${request.url.replace(/^\/(admin\/)?realms\/test/, '').replace(/\?.*/, '')}`;
    keycloak.asked.push(name);
    const trouble = keycloak.trouble(name);
    if (trouble === 'cut') request.raw.destroy();
    if (trouble === 'cut after') reply.raw.end = reply.raw.destroy.bind(reply.raw, undefined) as never;
    if (trouble === 'silence') await once(request.raw, 'close');
    if (typeof trouble === 'number') return reply.code(trouble).send({ error: 'Bearer of segredo-da-conta-de-testes' });
  });

  const keycloak: TestKeycloak = {
    url,
    settings: {
      KEYCLOAK_PROVISIONING_URL: url,
      KEYCLOAK_PROVISIONING_CLIENT_ID: service.clientId,
      KEYCLOAK_PROVISIONING_SECRET: service.secret,
    },
    trouble: () => undefined,
    asked: [],
    async serve(database) {
      pool = database;
      const provider = await createIdentityProvider({ pool, origin: url, realm: 'test', service });
      provider.mount(app);
      close = provider.close;
      await app.listen({ port, host: 'localhost' });
    },
    async user(email) {
      const [user] = await findUsersBy(pool, { email });
      if (!user) return undefined;
      const { rows } = await pool.query<{ groups: string[] }>('SELECT groups FROM local_identity.users WHERE id = $1', [
        user.id,
      ]);
      return { ...user, groups: rows[0]?.groups ?? [] };
    },
    async users() {
      const { rows } = await pool.query<{ email: string }>('SELECT email FROM local_identity.users ORDER BY email');
      return rows.map(({ email }) => email);
    },
    async putUser(given) {
      const id = await insertUser(pool, {
        username: given.email,
        firstName: '',
        lastName: '',
        enabled: true,
        emailVerified: true,
        requiredActions: [],
        ...given,
      });
      if (id === undefined) throw new Error(`There is a user like ${given.email} already.`);
      return id;
    },
    async mails() {
      const { rows } = await pool.query<{ mail: string }>(
        "SELECT recipient || ': ' || subject AS mail FROM local_identity.mails ORDER BY id",
      );
      return rows.map(({ mail }) => mail);
    },
    async stop() {
      await app.close();
      close();
    },
  };
  return keycloak;
}
