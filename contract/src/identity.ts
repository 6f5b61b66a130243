import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the browser needs before signing in. From the server's configuration, not from the build. */
const settings = z.object({
  title: z.string(),
  /** The logo's URL, on this origin. */
  logo: z.string(),
  login: z.object({ url: z.string(), realm: z.string(), clientId: z.string() }),
  /** Whether the lists of the back office have an export button. */
  exports: z.object({ consultants: z.boolean(), orders: z.boolean() }),
  contact: z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()), website: z.nullable(z.string()) }),
  /** The company's own code: an upline that is no consultant. */
  rootUplineCode: z.string(),
});

export type Settings = z.infer<typeof settings>;

const currentUser = z.object({
  roles: z.array(z.string()),
  isAdmin: z.boolean(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The caller's own Código IK; null for an administrator who is no consultant. */
  internalId: z.nullable(z.string()),
  parentId: z.nullable(z.string()),
  parentName: z.nullable(z.string()),
  parentEmail: z.nullable(z.string()),
});

export type CurrentUser = z.infer<typeof currentUser>;

export const identity = {
  settings: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Definições de que o browser precisa antes do login',
    access: 'public',
    response: settings,
  }),
  whoami: endpoint({
    method: 'GET',
    path: '/api/v1/whoami',
    summary: 'Quem sou, com que papéis e quem é o meu upline',
    access: 'own',
    response: currentUser,
  }),
};
