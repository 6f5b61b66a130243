import { randomBytes } from 'node:crypto';
import { type AppOptions, createApp } from '@rede/api/app';
import { readConfig } from '@rede/api/config';
import { connect, type Database } from '@rede/api/db/client';
import type { Consultant, ConsultantBody } from '@rede/contract/consultants';
import type { HistoryEntry } from '@rede/contract/history';
import type { Day } from '@rede/contract/days';
import type { NetworkData, Summary } from '@rede/contract/dashboard';
import type { Order, OrderBody } from '@rede/contract/orders';
import type { ProblemBody } from '@rede/contract/problem';
import { type Issuer, startIssuer } from '@rede/local/identity/throw-away-issuer';
import type { FastifyInstance } from 'fastify';
import { Client as DatabaseClient } from 'pg';
import { inject } from 'vitest';
import { expectAsDeclared } from './as-declared.ts';

/** What was answered: the status, the headers and the body, JSON already read, anything else as text. */
export interface Answered<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A client that speaks HTTP, with somebody's token. */
export interface Client {
  get<Body = ProblemBody>(path: string): Promise<Answered<Body>>;
  post<Body = ProblemBody>(path: string, body: unknown): Promise<Answered<Body>>;
  put<Body = ProblemBody>(path: string, body: unknown): Promise<Answered<Body>>;
  delete(path: string): Promise<Answered<ProblemBody>>;
  /** Sends a file to the CSV call; a query such as `?dryRun=true` says how it is loaded. */
  upload<Body = ProblemBody>(
    content: string | Uint8Array<ArrayBuffer>,
    fileName?: string,
    query?: string,
  ): Promise<Answered<Body>>;
  /** The bytes of an answer that is not JSON. */
  download(path: string, headers?: Record<string, string>): Promise<Answered<Buffer>>;
  /** Anything else: whatever method, headers and body a test wants to see answered. */
  request<Body = ProblemBody>(method: string, path: string, init?: Sent): Promise<Answered<Body>>;
}

interface Sent {
  headers?: Record<string, string>;
  body?: BodyInit;
}

export interface Api {
  address: string;
  database: Database;
  /** The server's own view, for what no call shows. */
  app: FastifyInstance;
  issuer: Issuer;
  admin: Client;
  /** A client with this token, or with none. */
  withToken(token: string | undefined): Client;
  /** A client for a consultant, signed in with their verified email. */
  as(consultant: Pick<Consultant, 'email'>): Promise<Client>;
  /** Creates a consultant from what a test cares about, and answers it. */
  consultant(given: Partial<ConsultantBody> & { internalId: string }): Promise<Consultant>;
  /** Creates an order from what a test cares about, and answers it. */
  order(given: Partial<OrderBody> & { ecommerceId: string; by?: string }): Promise<Order>;
  stop(): Promise<void>;
}

interface StartOptions {
  /** The day the server takes it to be; a function where the test lets days pass. */
  today?: Day | (() => Day);
  settings?: Record<string, string>;
  /** The folder of a built web; without one only the API is served. */
  pages?: string;
  largestUpload?: number;
  longestSilence?: number;
  loginPace?: AppOptions['loginPace'];
  /** Gets what the server logs, line by line. */
  logTo?: { write(line: string): void };
  /** How long a call waits for a connection to the database: patiently, unless that it is the server's own short time matters. */
  waitsForConnections?: 'patiently' | 'as served';
  /** The most connections to the database at once. */
  poolSize?: number;
  /** Whether derived tables are kept up in the background; most tests say themselves when. */
  upkeep?: boolean;
  /** A migrated database, for tests that need a particular one; without it, a copy of the template. */
  databaseUrl?: string;
}

/** For a connection to the database where waiting for it is not the point, in milliseconds: a machine that is busy with other work is no failure. */
export const acquireTimeout = 30_000;

/** As long as the longest run of the model test may take. */
const dayInSeconds = 24 * 3600;

/** The whole API on a database of its own, listening on a port of its own. */
export async function startApi({
  today = '2026-06-15',
  settings = {},
  pages,
  largestUpload,
  longestSilence,
  loginPace,
  logTo,
  waitsForConnections = 'patiently',
  poolSize,
  upkeep = false,
  databaseUrl,
}: StartOptions = {}): Promise<Api> {
  const { url, drop } = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await copyOfTemplate();
  const issuer = await startIssuer();
  const database = connect(url, {
    ...(waitsForConnections === 'patiently' ? { acquireTimeout } : {}),
    ...(poolSize === undefined ? {} : { poolSize }),
  });
  const app = await createApp({
    config: readConfig({
      DATABASE_URL: url,
      KEYCLOAK_URL: issuer.url,
      KEYCLOAK_REALM: issuer.realm,
      KEYCLOAK_CLIENT_ID: issuer.clientId,
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'silent',
      ...settings,
    }),
    database,
    today: typeof today === 'function' ? today : () => today,
    ...(pages === undefined ? {} : { pages }),
    ...(largestUpload === undefined ? {} : { largestUpload }),
    ...(longestSilence === undefined ? {} : { longestSilence }),
    upkeep,
    ...(loginPace ? { loginPace } : {}),
    ...(logTo ? { logTo } : {}),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const withToken = (token: string | undefined) => client(address, token);
  const admin = withToken(
    await issuer.token({ realm_access: { roles: ['admin'] }, exp: Math.floor(Date.now() / 1000) + dayInSeconds }),
  );
  let created = 0;

  return {
    address,
    database,
    app,
    issuer,
    admin,
    withToken,
    as: async ({ email }) => withToken(await issuer.token({ sub: `sub of ${email}`, email, email_verified: true })),
    consultant: async (given) => {
      created += 1;
      const body = {
        ...aConsultant(created),
        name: `Consultor ${given.internalId}`,
        email: `${given.internalId}@exemplo.pt`.toLowerCase(),
        ...given,
      };
      return expectSuccess(await admin.post<Consultant>('/api/v1/consultants', body));
    },
    order: async ({ by, ...given }) => {
      const body = {
        createdAt: '2026-06-01',
        total: '100.00',
        ...(by ? { consultant: { internalId: by } } : {}),
        ...given,
      };
      return expectSuccess(await admin.post<Order>('/api/v1/orders', body));
    },
    stop: async () => {
      await app.close();
      await database.destroy();
      await issuer.stop();
      await drop();
    },
  };
}

function aConsultant(index: number) {
  return { taxId: `PT-${index}`, parentId: 'IK0', createdAt: '2024-01-01', status: 'ACTIVE' };
}

/** What was answered, of a call that a test takes for granted. */
export function expectSuccess<Body>({ status, body }: Answered<Body>): Body {
  if (status >= 300) throw new Error(`not what the test sets out from: ${status} ${JSON.stringify(body)}`);
  return body;
}

function client(address: string, token: string | undefined): Client {
  async function send(method: string, path: string, { headers, body }: Sent = {}): Promise<Response> {
    return fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    });
  }
  async function json<Body>(method: string, path: string, init?: Sent): Promise<Answered<Body>> {
    const response = await send(method, path, init);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = text !== '' && headers.get('content-type')?.startsWith('application/json');
    const body: unknown = isJson ? JSON.parse(text) : text || undefined;
    if (isJson) expectAsDeclared(method, path, status, body);
    return { status, headers, body: body as Body };
  }
  const sendJson = <Body>(method: string, path: string, body: unknown) =>
    json<Body>(method, path, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  return {
    get: (path) => json('GET', path),
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    delete: (path) => json('DELETE', path),
    upload: async (content, fileName = 'encomendas.csv', query = '') => {
      const form = new FormData();
      form.set('file', new Blob([content]), fileName);
      return json('POST', `/api/v1/orders/csv${query}`, { body: form });
    },
    download: async (path, headers = {}) => {
      const response = await send('GET', path, { headers });
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
    },
    request: (method, path, init) => json(method, path, init),
  };
}

/** A database of the test file's own, copied from the migrated one. */
async function copyOfTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administrative = async (statement: string) => {
    const client = new DatabaseClient({ connectionString: new URL('/postgres', template).href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administrative(`create database ${name} template ${template.pathname.slice(1)}`);
  return { url: new URL(`/${name}`, template).href, drop: () => administrative(`drop database ${name}`) };
}

/** What a consultant's dashboard shows, in one go. */
export async function dashboardOf(
  client: Client,
  query = '',
): Promise<{ summary: Summary; direct: NetworkData; total: NetworkData }> {
  const [summary, direct, total] = await Promise.all([
    client.get<Summary>('/api/v1/dashboard/summary'),
    client.get<NetworkData>(`/api/v1/dashboard/direct${query}`),
    client.get<NetworkData>(`/api/v1/dashboard/total${query}`),
  ]);
  return { summary: expectSuccess(summary), direct: expectSuccess(direct), total: expectSuccess(total) };
}

/** A consultant's periods, oldest first. */
export async function historyOf(api: Api, { id }: Pick<Consultant, 'id'>): Promise<HistoryEntry[]> {
  const { body } = await api.admin.get<{ results: HistoryEntry[] }>(
    `/api/v1/consultants/${id}/history?pageSize=2147483647`,
  );
  return body.results;
}

/** A consultant that stood under these uplines on these days, and under nobody on others. */
export async function consultantWith(
  api: Api,
  given: Parameters<Api['consultant']>[0],
  periods: [upline: string, first: Day, last: Day | null][],
): Promise<Consultant> {
  const { id } = await api.consultant(given);
  const history = `/api/v1/consultants/${id}/history`;
  for (const period of await historyOf(api, { id })) await api.admin.delete(`${history}/${period.id}`);
  for (const [parentId, startDate, endDate] of periods) {
    expectSuccess(await api.admin.post(history, { parentId, startDate, endDate }));
  }
  return expectSuccess(await api.admin.get<Consultant>(`/api/v1/consultants/${id}`));
}
