import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

interface Client {
  clientId: string;
  publicClient: boolean;
  implicitFlowEnabled: boolean;
  directAccessGrantsEnabled: boolean;
  standardFlowEnabled: boolean;
  serviceAccountsEnabled: boolean;
  fullScopeAllowed: boolean;
  redirectUris: string[];
  webOrigins: string[];
  secret?: string;
  attributes: Record<string, string>;
  protocolMappers?: { protocolMapper: string; config: Record<string, string> }[];
  defaultClientScopes: string[];
  optionalClientScopes: string[];
}

interface Realm {
  [setting: string]: unknown;
  clients: Client[];
  groups: { name: string; realmRoles: string[] }[];
  users: { username: string; clientRoles: Record<string, string[]>; credentials?: unknown }[];
  scopeMappings: { client: string; roles: string[] }[];
  clientScopeMappings: Record<string, { client: string; roles: string[] }[]>;
}

const file = new URL('../../deploy/keycloak/rede-realm.json', import.meta.url);
const text = await readFile(file, 'utf8');
const realm = JSON.parse(text) as Realm;
const web = clientOf('rede-web');
const provisioning = clientOf('rede-provisioning');

function clientOf(id: string): Client {
  const found = realm.clients.find(({ clientId }) => clientId === id);
  if (found === undefined) throw new Error(`The realm has no client ${id}.`);
  return found;
}

describe('OAuth 2.0 Security Best Current Practice (RFC 9700)', () => {
  test('2.1: redirect addresses are compared as they are, so none has a wildcard', () => {
    const addresses = realm.clients.flatMap(({ redirectUris, attributes }) => [
      ...redirectUris,
      ...(attributes['post.logout.redirect.uris']?.split('##') ?? []),
    ]);

    expect(addresses).toEqual(['${REDE_ORIGIN}/', '${REDE_ORIGIN}/']);
  });

  test('2.1.1: public clients must use PKCE, with S256', () => {
    const methods = realm.clients
      .filter(({ publicClient }) => publicClient)
      .map(({ attributes }) => attributes['pkce.code.challenge.method']);

    expect(methods).toEqual(['S256']);
  });

  test('2.1.2: no client has the implicit grant', () => {
    expect(realm.clients.filter(({ implicitFlowEnabled }) => implicitFlowEnabled)).toEqual([]);
  });

  test('2.2.2: a refresh token of a public client is good for one use', () => {
    expect(realm).toMatchObject({ revokeRefreshToken: true, refreshTokenMaxReuse: 0 });
  });

  test('2.3: an access token is for this application, and carries no other role than the application asks for', () => {
    const audience = web.protocolMappers?.find(({ protocolMapper }) => protocolMapper === 'oidc-audience-mapper');

    expect(audience?.config).toMatchObject({ 'included.client.audience': 'rede-web', 'access.token.claim': 'true' });
    expect(realm.clients.filter(({ fullScopeAllowed }) => fullScopeAllowed)).toEqual([]);
    expect(realm.scopeMappings).toEqual([{ client: 'rede-web', roles: ['admin', 'consultant'] }]);
  });

  test('2.4: no client takes a person’s password', () => {
    expect(realm.clients.filter(({ directAccessGrantsEnabled }) => directAccessGrantsEnabled)).toEqual([]);
  });

  test('2.5: the client that can keep a secret has one, which is not in this file', () => {
    expect(provisioning).toMatchObject({ publicClient: false, secret: '${REDE_PROVISIONING_SECRET}' });
    expect(web.secret).toBeUndefined();
  });

  test('4.4: an answer says which provider it is of, against mix-up', () => {
    expect(web.attributes['exclude.issuer.from.auth.response']).toBe('false');
  });

  test('4.15: the service account is not taken for a person, nor a person for it', () => {
    expect(provisioning).toMatchObject({ serviceAccountsEnabled: true, standardFlowEnabled: false, redirectUris: [] });
    expect(web.serviceAccountsEnabled).toBe(false);
    expect(realm.registrationAllowed).toBe(false);
  });
});

describe('OAuth 2.0 for Browser-Based Applications', () => {
  test('the application is a public client with the authorization code grant alone', () => {
    expect(web).toMatchObject({ publicClient: true, standardFlowEnabled: true });
    expect(web.attributes).toMatchObject({
      'oauth2.device.authorization.grant.enabled': 'false',
      'oidc.ciba.grant.enabled': 'false',
      'standard.token.exchange.enabled': 'false',
    });
  });

  test('only the application’s own origin may call from a browser', () => {
    expect(realm.clients.flatMap(({ webOrigins }) => webOrigins)).toEqual(['${REDE_ORIGIN}']);
  });

  test('access tokens live five minutes, authorization codes one', () => {
    expect(realm).toMatchObject({ accessTokenLifespan: 300, accessCodeLifespan: 60 });
  });

  test('refresh tokens end with a session that ends by itself, and none outlives it', () => {
    expect(realm).toMatchObject({ ssoSessionIdleTimeout: 1800, ssoSessionMaxLifespan: 36_000, rememberMe: false });
    expect(realm.clients.flatMap(({ optionalClientScopes }) => optionalClientScopes)).toEqual([]);
    expect(realm.clients.flatMap(({ defaultClientScopes }) => defaultClientScopes)).not.toContain('offline_access');
  });

  test('tokens are signed with RS256, which is what the API takes', () => {
    expect(realm.defaultSignatureAlgorithm).toBe('RS256');
    expect(web.attributes).toMatchObject({
      'access.token.signed.response.alg': 'RS256',
      'id.token.signed.response.alg': 'RS256',
    });
  });
});

describe('the realm', () => {
  test('gives the service account the one right it needs', () => {
    expect(realm.users).toEqual([
      {
        username: 'service-account-rede-provisioning',
        enabled: true,
        serviceAccountClientId: 'rede-provisioning',
        clientRoles: { 'realm-management': ['manage-users'] },
      },
    ]);
    expect(realm.clientScopeMappings).toEqual({
      'realm-management': [{ client: 'rede-provisioning', roles: ['manage-users'] }],
    });
  });

  test('makes administrators and consultants by their group', () => {
    expect(realm.groups).toEqual([
      { name: 'administradores', realmRoles: ['admin'] },
      { name: 'consultores', realmRoles: ['consultant'] },
    ]);
  });

  test('slows down whoever guesses passwords, and locks nobody out for good', () => {
    expect(realm).toMatchObject({ bruteForceProtected: true, permanentLockout: false, failureFactor: 5 });
  });

  test('asks for long passwords, and for emails that were proven', () => {
    expect(realm.passwordPolicy).toContain('length(12)');
    expect(realm).toMatchObject({ verifyEmail: true, loginWithEmailAllowed: true, duplicateEmailsAllowed: false });
  });

  test('lets nobody change their own name or email: they are the back office’s', () => {
    const [profile] = Object.values(realm.components as Record<string, [{ config: Record<string, [string]> }]>).flat();
    const { attributes } = JSON.parse(profile?.config['kc.user.profile.config']?.[0] ?? '') as {
      attributes: { name: string; permissions: { edit: string[] } }[];
    };

    expect(attributes.map(({ name }) => name)).toEqual(['username', 'email', 'firstName', 'lastName']);
    expect(attributes.flatMap(({ permissions }) => permissions.edit)).toEqual(['admin', 'admin', 'admin', 'admin']);
  });

  test('speaks Portuguese, wants TLS from outside, and keeps its events', () => {
    expect(realm).toMatchObject({
      internationalizationEnabled: true,
      supportedLocales: ['pt'],
      defaultLocale: 'pt',
      sslRequired: 'external',
      eventsEnabled: true,
      adminEventsEnabled: true,
      adminEventsDetailsEnabled: false,
    });
  });

  test('holds no secret, password or address of anybody’s own', () => {
    const placeholders = [...text.matchAll(/\$\{(REDE_\w+)/g)].map(([, name]) => name);

    expect(new Set(placeholders)).toContain('REDE_PROVISIONING_SECRET');
    expect(text).not.toMatch(/https?:\/\/|"credentials"/);
  });
});
