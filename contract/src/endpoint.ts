import type * as z from 'zod/mini';

/**
 * Who may call: anybody (`public`); signed-in active consultants, for their own data (`own`); administrators (`admin`). Required, so that
 * no call is public by omission.
 */
export type Access = 'public' | 'own' | 'admin';

/**
 * With this header an administrator's `own` calls answer as if the consultant of this id had called. They only read; who views as a
 * consultant notes it first (`consultants.view`).
 */
export const viewedConsultantHeader = 'rede-consultant';

interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are written `:name` and declared in `params`. */
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a multipart form with one file in the field `file`. */
  upload?: true;
  /** The JSON of the answer. Without it the answer is 204 without content, or the download. */
  response?: z.ZodMiniType;
  /** The answer is a spreadsheet, saved under this file name. */
  download?: `${string}.xlsx`;
  /** The status, if not the usual 200, or 204 without content. */
  status?: 201;
  /** The error statuses of this call, beyond those of every call. */
  errors?: readonly (404 | 409 | 413 | 415)[];
}

export type Endpoint = EndpointShape;

/** One call of the API as a value. The server registers it; the browser's client and the documentation derive from it. */
export function endpoint<const E extends EndpointShape>(value: E): E {
  return value;
}

type Schema<E, K extends keyof EndpointShape> = E extends { [P in K]: infer S extends z.ZodMiniType } ? S : never;

/** The same with null for what is optional: in a request absent, null and blank mean the same. */
type OrNull<T> = T extends object ? { [K in keyof T]: OrNull<T[K]> | (undefined extends T[K] ? null : never) } : T;

/** What the caller sends. */
export type Request<E extends Endpoint> = (E extends { params: z.ZodMiniType }
  ? { params: z.input<Schema<E, 'params'>> }
  : { params?: undefined }) &
  (E extends { query: z.ZodMiniType } ? { query?: z.input<Schema<E, 'query'>> } : { query?: undefined }) &
  (E extends { body: z.ZodMiniType } ? { body: OrNull<z.input<Schema<E, 'body'>>> } : { body?: undefined }) &
  (E extends { upload: true } ? { file: File } : { file?: undefined });

/** What the handler gets: the request, validated and with defaults. */
export interface Checked<E extends Endpoint> {
  params: E extends { params: z.ZodMiniType } ? z.output<Schema<E, 'params'>> : undefined;
  query: E extends { query: z.ZodMiniType } ? z.output<Schema<E, 'query'>> : undefined;
  body: E extends { body: z.ZodMiniType } ? z.output<Schema<E, 'body'>> : undefined;
}

export type Answer<E extends Endpoint> = E extends { response: z.ZodMiniType }
  ? z.output<Schema<E, 'response'>>
  : undefined;
