import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './values.ts';

/**
 * The state of a consultant's login at the identity provider. `off`: the server has no service account to create logins with. `none`: there
 * is no login, and nobody asked for one. `pending`: it is being created or changed. `failed`: that failed and will be retried. `ready`: the
 * consultant can sign in. `disabled`: it cannot, because it is not active.
 */
export const loginStates = ['off', 'none', 'pending', 'failed', 'ready', 'disabled'] as const;

/**
 * What happened when a login met a consultant. Bound: to a login created for it (`made`), or to one with its verified email on the first
 * call (`bound`). Refused: the email was not verified (`unverified`), or another login is bound already (`taken`).
 */
export const bindingOutcomes = ['made', 'bound', 'unverified', 'taken'] as const;

const binding = z.object({
  outcome: z.enum(bindingOutcomes),
  /** The last time: a UTC instant, ISO 8601. */
  at: z.string(),
  /** How often; repeats within a minute count once. */
  times: z.int(),
});

export type Binding = z.infer<typeof binding>;

const login = z.object({
  state: z.enum(loginStates),
  /** Whether there is a login at the provider, as far as is known. */
  exists: z.boolean(),
  /** When the last email asked to set a password or to verify the address: a UTC instant, ISO 8601. */
  mailedAt: z.nullable(z.string()),
  /** Why the last attempt failed; can be shown. */
  failure: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  /** The latest ones, newest first. */
  bindings: z.array(binding),
});

export type Login = z.infer<typeof login>;

const one = z.object({ id: rowId });

export const logins = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/consultants/:id/login',
    summary: 'Como está o login de um consultor',
    access: 'admin',
    params: one,
    response: login,
    errors: [404],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/v1/consultants/:id/login/invitation',
    summary: 'Enviar, ou reenviar, o email com que um consultor define a palavra-passe',
    access: 'admin',
    params: one,
    response: login,
    errors: [404],
  }),
};
