import type { Answer, Endpoint, Request } from '@rede/contract/endpoint';
import type { FieldError, ProblemBody, ProblemCode } from '@rede/contract/problem';
import { withoutBlanks } from '@rede/contract/values';

/** How long a call may take, in milliseconds. */
export const timeout = 180_000;

export const unknownError = 'An unknown error occurred';

/** A call that brought no answer to use; the message is fit to show. Status 0: the server was not reached. */
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

/**
 * Told of the token that the server refused just now, it gets another. `validity`: how many seconds it must be good for yet, where that is longer
 * than for any call.
 */
type TokenSource = (refused?: string, validity?: number) => Promise<string | undefined>;

/**
 * How many seconds a token must be good for that goes with a file. Who refuses it may do so only when the whole file has come, and then all of it
 * has to be sent again.
 */
const uploadValidity = 60;

interface SentRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

let accessToken: TokenSource = () => Promise.resolve(undefined);

/** Where calls get their access token from, asked before each of them. Set once, at the start. */
export function takeAccessTokenFrom(source: TokenSource): void {
  accessToken = source;
}

/** Makes the call. `undefined` is an answer without content: who needs what is in it wraps the call in `expectData`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
): Promise<Answer<E> | undefined> {
  const response = await send(endpoint, request, signal);
  const text = await response.text().catch((cause: unknown) => notReached(cause, signal));
  return text === '' ? undefined : (JSON.parse(text) as Answer<E>);
}

/** What was answered, or a failure in these words where the answer was empty. */
export async function expectData<T>(answer: Promise<T | undefined>, otherwise: string): Promise<T> {
  const data = await answer;
  if (data === undefined || data === null) throw new Error(otherwise);
  return data;
}

/** The response to a call that succeeded, for what is not JSON. */
export async function send<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await withToken(endpoint, (headers) => sendWith(headers, endpoint, request, signal));
  if (!response.ok) throw new CallError(response.status, problemIn(await response.text().catch(() => '')));
  return response;
}

/**
 * What is answered to a request that carries an access token. One that is refused may have ended by the server's clock, if not by ours: the request is
 * made once more with a new one.
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
  return fetch(addressOf(endpoint, request), {
    method: endpoint.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signal === undefined ? expired : AbortSignal.any([signal, expired]),
  }).catch((cause: unknown) => notReached(cause, signal));
}

async function headersFor(endpoint: Endpoint, refusedToken?: string): Promise<Headers> {
  const headers = new Headers({ Accept: 'download' in endpoint ? '*/*' : 'application/json' });
  const validity = 'upload' in endpoint ? uploadValidity : undefined;
  const token = endpoint.access === 'public' ? undefined : await accessToken(refusedToken, validity);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** The path with its parameters, and the query without what is empty. */
export function addressOf(endpoint: Endpoint, request: SentRequest): string {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(withoutBlanks(request.query ?? {}) as Record<string, unknown>);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${query}`;
}

/** What an answer that is no success says; proxies answer in other words than the API's. */
export function problemIn(text: string): Partial<ProblemBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Who gave the call up is told so in the caller's own words; anything else is a failure. */
function notReached(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw new CallError(0, {}, cause);
}
