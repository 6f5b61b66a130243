import type { FastifyInstance, FastifyReply } from 'fastify';
import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { ServiceAccount } from './configuration.ts';
import { audience } from './keycloak-pages.ts';
import type { Mailbox } from './mailbox.ts';
import type { Database } from './storage.ts';
import {
  actions,
  endSessions,
  findUser,
  findUsersBy,
  groups,
  insertUser,
  joinGroup,
  updateUser,
  type User,
} from './users.ts';

interface Administration {
  db: Database;
  issuer: string;
  publicKey: JWK;
  service: ServiceAccount;
  mailbox: Mailbox;
}

const given = z.object({
  username: z.string().min(1),
  email: z.email(),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  enabled: z.boolean().default(false),
  emailVerified: z.boolean().default(false),
  requiredActions: z.array(z.string()).default([]),
});

const search = z.union([z.object({ username: z.string() }), z.object({ email: z.string() })]);

const parameters = z.object({ id: z.string(), groupId: z.string().default('') });

/** Keycloak's administration of a realm's users, as far as the product uses it, at the same paths and with the same answers. */
export function serveAdministration(
  app: FastifyInstance,
  { db, issuer, publicKey, service, mailbox }: Administration,
): void {
  const keys = createLocalJWKSet({ keys: [publicKey] });

  async function isService(authorization: string): Promise<boolean> {
    const [, token = ''] = /^bearer (\S+)$/i.exec(authorization) ?? [];
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, audience });
      return payload.azp === service.clientId;
    } catch (error) {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!(await isService(request.headers.authorization ?? ''))) {
      return reply.code(401).send({ error: 'HTTP 401 Unauthorized' });
    }
  });

  /** The user whom the address names; where there is none, that has been answered. */
  async function userOf(params: unknown, reply: FastifyReply): Promise<User | undefined> {
    const user = await findUser(db, parameters.parse(params).id);
    if (!user) await reply.code(404).send({ error: 'User not found' });
    return user;
  }

  app.get('/users', async ({ query }) => findUsersBy(db, search.parse(query)));

  app.post('/users', async (request, reply) => {
    const id = await insertUser(db, given.parse(request.body));
    if (id === undefined) return reply.code(409).send({ errorMessage: 'User exists with same username or email' });
    return reply.code(201).header('location', `${request.protocol}://${request.host}${request.url}/${id}`).send();
  });

  app.get('/users/:id', async ({ params }, reply) => userOf(params, reply));

  app.put('/users/:id', async ({ params, body }, reply) => {
    const user = await userOf(params, reply);
    if (!user) return reply;
    const isDone = await updateUser(db, { ...user, ...given.partial().parse(body) });
    return isDone ? reply.code(204).send() : reply.code(409).send({ errorMessage: 'User exists with same email' });
  });

  app.post('/users/:id/logout', async ({ params }, reply) => {
    const user = await userOf(params, reply);
    if (!user) return reply;
    await endSessions(db, user.id);
    return reply.code(204).send();
  });

  app.get('/groups', async () => groups);

  app.put('/users/:id/groups/:groupId', async ({ params }, reply) => {
    const user = await userOf(params, reply);
    if (!user) return reply;
    const { groupId } = parameters.parse(params);
    const group = groups.find(({ id }) => id === groupId);
    if (!group) return reply.code(404).send({ error: 'Group not found' });
    await joinGroup(db, user.id, group.name);
    return reply.code(204).send();
  });

  app.put('/users/:id/execute-actions-email', async ({ params, body }, reply) => {
    const user = await userOf(params, reply);
    if (!user) return reply;
    if (!user.enabled) return reply.code(400).send({ errorMessage: 'User is disabled' });
    await mailbox.send(user, z.array(z.enum(actions)).parse(body), issuer);
    return reply.code(204).send();
  });
}
