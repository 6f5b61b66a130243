import { z } from 'zod';
import type { Provisioning } from '../config.ts';

/** The identity provider refused a request, or did not answer. The message is Portuguese and can be shown; it contains no secrets. */
export class KeycloakFailure extends Error {
  override name = 'KeycloakFailure';
}

/** Another user has the name or the email. */
export class KeycloakConflict extends KeycloakFailure {
  override name = 'KeycloakConflict';
}

const user = z.object({
  id: z.string().min(1),
  username: z.string(),
  email: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  enabled: z.boolean(),
  emailVerified: z.boolean().default(false),
  requiredActions: z.array(z.string()).default([]),
});

export type KeycloakUser = z.infer<typeof user>;

export type RequiredAction = 'UPDATE_PASSWORD' | 'VERIFY_EMAIL';

/** The calls of Keycloak's user administration that logins need. Throws a KeycloakFailure. */
export interface Keycloak {
  findUser(by: { id: string } | { username: string } | { email: string }): Promise<KeycloakUser | undefined>;
  /** Returns the new user's id, which is the `sub` of its tokens. */
  createUser(user: Omit<KeycloakUser, 'id'>): Promise<string>;
  updateUser(user: KeycloakUser): Promise<void>;
  /** Adds the user to the group of all consultants. */
  joinConsultants(id: string): Promise<void>;
  /** Sends an email with a link to do these actions. */
  sendActions(id: string, actions: RequiredAction[]): Promise<void>;
  endSessions(id: string): Promise<void>;
}

const group = 'consultores';
const timeout = 5000;
/** A token is renewed this long before it expires, in milliseconds. */
const expiryMargin = 10_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const created = /\/users\/([^/]+)$/;

/** @param stopping aborts all running calls. */
export function keycloakAdmin(
  { url, realm, webClientId, clientId, secret }: Provisioning,
  stopping: AbortSignal,
): Keycloak {
  const users = '/users';
  const one = (id: string, rest = '') => `${users}/${encodeURIComponent(id)}${rest}`;
  let token: { value: string; until: number } | undefined;
  let groupId: string | undefined;

  /** Returns any answer that arrives in time; throws a KeycloakFailure when none does. */
  async function request(
    address: string,
    init: RequestInit,
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), stopping]);
    try {
      const answer = await fetch(address, { ...init, signal, redirect: 'error' });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : undefined };
    } catch (cause) {
      throw new KeycloakFailure('O Keycloak não responde', { cause });
    }
  }

  async function requestToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.value;
    const { status, body } = await request(`${url}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
    });
    if (status === 400 || status === 401) {
      throw new KeycloakFailure('O Keycloak não aceita a conta de serviço (KEYCLOAK_PROVISIONING_CLIENT_ID)');
    }
    const { access_token: value, expires_in: seconds } = read(tokenAnswer, status, body);
    token = { value, until: Date.now() + seconds * 1000 - expiryMargin };
    return value;
  }

  async function call(method: string, path: string, body?: unknown) {
    const send = async () =>
      request(`${url}/admin/realms/${encodeURIComponent(realm)}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await requestToken()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const answer = await send();
    if (answer.status !== 401) return answer;
    // The token was valid a moment ago: Keycloak has restarted, or has new keys.
    token = undefined;
    return send();
  }

  async function findGroup(): Promise<string> {
    const { status, body } = await call('GET', `/groups?${new URLSearchParams({ search: group, exact: 'true' })}`);
    const found = read(z.array(z.object({ id: z.string(), name: z.string() })), status, body);
    const id = found.find(({ name }) => name === group)?.id;
    if (id === undefined) throw new KeycloakFailure(`O grupo ${group} não existe no Keycloak`);
    return id;
  }

  return {
    async findUser(by) {
      if ('id' in by) {
        const { status, body } = await call('GET', one(by.id));
        return status === 404 ? undefined : read(user, status, body);
      }
      const { status, body } = await call('GET', `${users}?${new URLSearchParams({ ...by, exact: 'true' })}`);
      return read(z.array(user), status, body)[0];
    },
    async createUser(given) {
      const { status, headers } = await call('POST', users, given);
      const id = created.exec(headers.get('location') ?? '')?.[1];
      if (status !== 201 || id === undefined) throw refusal(status);
      return decodeURIComponent(id);
    },
    async updateUser({ id, ...others }) {
      expectDone((await call('PUT', one(id), others)).status);
    },
    async joinConsultants(id) {
      groupId ??= await findGroup();
      const { status } = await call('PUT', one(id, `/groups/${encodeURIComponent(groupId)}`));
      // The group may have been deleted and created again.
      if (status === 404) groupId = undefined;
      expectDone(status);
    },
    async sendActions(id, actions) {
      const back = new URLSearchParams({ client_id: webClientId });
      const { status } = await call('PUT', one(id, `/execute-actions-email?${back}`), actions);
      if (status >= 500) throw new KeycloakFailure('O Keycloak não conseguiu enviar o email');
      expectDone(status);
    },
    async endSessions(id) {
      expectDone((await call('POST', one(id, '/logout'))).status);
    },
  };
}

function read<T>(schema: z.ZodType<T>, status: number, body: unknown): T {
  if (status !== 200) throw refusal(status);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new KeycloakFailure('A resposta do Keycloak não se entende');
  return parsed.data;
}

function expectDone(status: number): void {
  if (status < 200 || status > 299) throw refusal(status);
}

function refusal(status: number): KeycloakFailure {
  if (status === 400) return new KeycloakFailure('O Keycloak recusa os dados deste consultor');
  if (status === 403) return new KeycloakFailure('A conta de serviço não pode gerir utilizadores no Keycloak');
  if (status === 409) return new KeycloakConflict('Já há outro login com este email no Keycloak');
  return new KeycloakFailure(`O Keycloak respondeu com o erro ${status}`);
}
