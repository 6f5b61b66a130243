import { identity, type Settings } from '@rede/contract/identity';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import { serve } from '../http/serve.ts';
import { findShownUpline } from './queries.ts';

const noUpline = { parentId: null, parentName: null, parentEmail: null };

/** What the browser needs before signing in: an answer of its own, and part of every page. */
export function settingsOf({ title, keycloak, exports, contact, rootUplineCode }: Config): Settings {
  const { url, realm, clientId } = keycloak;
  return { title, logo: '/logo', login: { url, realm, clientId }, exports, contact, rootUplineCode };
}

export function registerIdentity({ app, database, config, today }: Services): void {
  serve(app, identity.settings, () => settingsOf(config));

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
