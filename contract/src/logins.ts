import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './values.ts';

/**
 * How a consultant's login at the identity provider stands: the server was given no account to make logins with (`off`); there is none
 * and none was asked for (`none`); it is being made or changed (`pending`); that failed and is tried again (`failed`); the consultant
 * can sign in (`ready`), or cannot, not being active (`disabled`).
 */
export const loginStates = ['off', 'none', 'pending', 'failed', 'ready', 'disabled'] as const;

/**
 * Which login the consultant was bound to: one made for it (`made`), or by its verified email at the first call (`bound`). And which were
 * refused: the email was not verified (`unverified`), or another is bound already (`taken`).
 */
export const bindingOutcomes = ['made', 'bound', 'unverified', 'taken'] as const;

const binding = z.object({
  outcome: z.enum(bindingOutcomes),
  /** The last time: a UTC instant, ISO 8601. */
  at: z.string(),
  /** How often; within a minute counts as once. */
  times: z.int(),
});

export type Binding = z.infer<typeof binding>;

const login = z.object({
  state: z.enum(loginStates),
  /** Whether there is one at the provider, as far as is known. */
  exists: z.boolean(),
  /** When the last email went out that asks to set a password or to verify the address: a UTC instant, ISO 8601. */
  mailedAt: z.nullable(z.string()),
  /** Why the last attempt failed, fit to show. */
  failure: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  /** The latest first, some of them. */
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
