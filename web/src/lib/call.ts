import { type Answer, type Endpoint, type Request, viewedConsultantHeader } from '@rede/contract/endpoint';
import type { FieldError, ProblemBody, ProblemCode } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';

/** The timeout of a call, in milliseconds. */
export const timeout = 180_000;

export const unknownError = 'An unknown error occurred';

/** A call that failed; its message can be shown. Status 0: the server was not reached. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: ProblemCode | undefined;
  readonly errors: readonly FieldError[];

  constructor(status: number, problem: Partial<ProblemBody> = {}, cause?: unknown) {
    super(problem.message || unknownError, { cause });
    this.status = status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
  }
}

/** Whether a record was asked for that is not there: deleted, or by an id that is none. */
export function isMissing(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400);
}

/**
 * Returns an access token. `refused`: the token that the server has just refused, to be replaced. `validity`: how many seconds it must
 * still be valid, if longer than usual.
 */
type TokenSource = (refused?: string, validity?: number) => Promise<string | undefined>;

/**
 * How many seconds a token for an upload must still be valid. A server may refuse it only after the whole file has arrived, and the file
 * would have to be sent again.
 */
const uploadValidity = 60;

interface SentRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

let accessToken: TokenSource = () => Promise.resolve(undefined);

/** Sets where calls get their access token; asked before each call. Called once, at the start. */
export function takeAccessTokenFrom(source: TokenSource): void {
  accessToken = source;
}

/**
 * Makes the call. `undefined` means an answer without content; use `expectData` where content is required. `viewed`: the consultant as whom
 * an administrator asks (`viewedBy`).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
  viewed?: number,
): Promise<Answer<E> | undefined> {
  const response = await send(endpoint, request, signal, viewed);
  const text = await response.text().catch((cause: unknown) => throwUnreachable(cause, signal));
  return parseAnswer(response.status, text);
}

/** The answer's content; throws an error with the message `otherwise` when it is empty. */
export async function expectData<T>(answer: Promise<T | undefined>, otherwise: string): Promise<T> {
  const data = await answer;
  if (data === undefined || data === null) throw new Error(otherwise);
  return data;
}

/** The response of a successful call, for content that is not JSON. */
export async function send<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
  viewed?: number,
): Promise<Response> {
  const response = await withToken(endpoint, (headers) => {
    if (viewed !== undefined) headers.set(viewedConsultantHeader, String(viewed));
    return sendWith(headers, endpoint, request, signal);
  });
  if (!response.ok) throw new CallError(response.status, parseProblem(await response.text().catch(() => '')));
  return response;
}

/**
 * Sends a request with an access token. On a 401 the token may have expired by the server's clock only, so the request is sent once more
 * with a new one.
 */
export async function withToken<R extends { status: number }>(
  endpoint: Endpoint,
  request: (headers: Headers) => Promise<R>,
): Promise<R> {
  const headers = await headersFor(endpoint);
  const answer = await request(headers);
  const refused = answer.status === 401 ? headers.get('Authorization')?.replace('Bearer ', '') : undefined;
  return refused === undefined ? answer : request(await headersFor(endpoint, refused));
}

function sendWith(headers: Headers, endpoint: Endpoint, request: SentRequest, signal?: AbortSignal): Promise<Response> {
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  const expired = AbortSignal.timeout(timeout);
  return fetch(urlOf(endpoint, request), {
    method: endpoint.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signal === undefined ? expired : AbortSignal.any([signal, expired]),
  }).catch((cause: unknown) => throwUnreachable(cause, signal));
}

async function headersFor(endpoint: Endpoint, refusedToken?: string): Promise<Headers> {
  const headers = new Headers({ Accept: 'download' in endpoint ? '*/*' : 'application/json' });
  const validity = 'upload' in endpoint ? uploadValidity : undefined;
  const token = endpoint.access === 'public' ? undefined : await accessToken(refusedToken, validity);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** The path with its parameters, and the query without empty values. */
export function urlOf(endpoint: Endpoint, request: SentRequest): string {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(withoutBlanks(request.query ?? {}) as Record<string, unknown>);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${query}`;
}

/** The JSON of a successful response. A proxy may answer with a page of its own, and 200. */
export function parseAnswer<E extends Endpoint>(status: number, text: string): Answer<E> | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Answer<E>;
  } catch (cause) {
    throw new CallError(status, {}, cause);
  }
}

/** The problem in an error response. Proxies may answer with something else than JSON. */
export function parseProblem(text: string): Partial<ProblemBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Rethrows the caller's reason when the call was aborted; anything else is a failure. */
function throwUnreachable(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw new CallError(0, {}, cause);
}
