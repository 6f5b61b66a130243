import { identity } from '@rede/contract/identity';
import type { Services } from '../services.ts';
import { serve } from '../http/serve.ts';
import { findShownUpline } from './queries.ts';

const noUpline = { parentId: null, parentName: null, parentEmail: null };

export function registerIdentity({ app, database, config, today }: Services): void {
  serve(app, identity.settings, () => ({
    title: config.title,
    logo: '/logo',
    login: config.keycloak,
    exports: config.exports,
    contact: config.contact,
    rootUplineCode: config.rootUplineCode,
  }));

  serve(app, identity.whoami, async ({ caller }) => ({
    roles: caller.roles,
    isAdmin: caller.isAdmin,
    name: caller.name,
    email: caller.email,
    internalId: caller.consultant?.internalId ?? null,
    ...(caller.consultant
      ? await findShownUpline(database, caller.consultant.id, today(), config.rootUplineCode)
      : noUpline),
  }));
}
