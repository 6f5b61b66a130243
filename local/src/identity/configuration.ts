import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { findAccount } from './accounts.ts';
import { audience, claimsOf, openidConnect } from './keycloak-pages.ts';
import { answerLogoutPage, answerNotice } from './pages.ts';
import { artifactStorage, type Database, type Keys } from './storage.ts';

const minute = 60;
const hour = 60 * minute;
const sessionLifetime = 10 * hour;

const scopes = 'openid profile email';

// keycloak-js asks for the scope openid only, and Keycloak gives these all the same.
const idTokenClaims = [
  'sub',
  'preferred_username',
  'name',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'typ',
  'azp',
  'sid',
];

export interface ServiceAccount {
  clientId: string;
  secret: string;
}

interface Realm {
  db: Database;
  keys: Keys;
  issuer: string;
  /** The realm's path on this server, without a slash at its end. */
  base: string;
  clientId: string;
  /** The service account that administers users; without one, nothing does. */
  service: ServiceAccount | undefined;
  appOrigin: string;
  origins: ReadonlySet<string>;
  cookieName: (purpose: string) => string;
}

/** A session whose consultant was deleted asks for a login, as one that ended does. */
function loginPolicy() {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('no_account', 'End-User account is gone', ({ oidc }) =>
        oidc.session?.accountId !== undefined && oidc.account === undefined
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Keycloak asks nobody's consent for an application of its own. */
async function findOrMakeGrant({ oidc }: KoaContextWithOIDC, resource: string) {
  const { client, session, provider } = oidc;
  if (!client || session?.accountId === undefined) return undefined;

  const grantId = session.grantIdFor(client.clientId);
  const kept = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (kept?.accountId === session.accountId) return kept;

  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes);
  grant.addResourceScope(resource, scopes);
  await grant.save();
  return grant;
}

/** oidc-provider, set up to be taken for a realm of Keycloak that has one public client. */
export function realmConfiguration(realm: Realm): Configuration {
  const { db, keys, issuer, base, clientId, service, appOrigin, origins, cookieName } = realm;
  // oidc-provider signs access tokens as JWT for a resource only, so there is one, and every token is for it.
  const resource = `urn:rede:${audience}`;

  return {
    adapter: artifactStorage(db),
    jwks: { keys: [keys.signing] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${appOrigin}/`],
        post_logout_redirect_uris: [`${appOrigin}/`],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'RS256',
      },
      ...(service
        ? [
            {
              client_id: service.clientId,
              client_secret: service.secret,
              token_endpoint_auth_method: 'client_secret_post' as const,
              redirect_uris: [],
              response_types: [],
              grant_types: ['client_credentials'],
            },
          ]
        : []),
    ],
    routes: {
      authorization: `${openidConnect}/auth`,
      token: `${openidConnect}/token`,
      jwks: `${openidConnect}/certs`,
      end_session: `${openidConnect}/logout`,
      userinfo: `${openidConnect}/userinfo`,
      revocation: `${openidConnect}/revoke`,
    },
    discovery: { check_session_iframe: `${issuer}${openidConnect}/login-status-iframe.html` },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_post'],
    pkce: { required: () => true },
    scopes: scopes.split(' '),
    claims: { openid: idTokenClaims },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => origins.has(origin),
    interactions: {
      policy: loginPolicy(),
      url: (_ctx, { uid }) => `${base}/login-actions/authenticate/${uid}`,
    },
    cookies: {
      keys: keys.cookies,
      names: { session: cookieName('session'), interaction: cookieName('login'), resume: cookieName('resume') },
      long: { path: `${base}/`, sameSite: 'lax', httpOnly: true, signed: true },
      short: { sameSite: 'lax', httpOnly: true, signed: true },
    },
    ttl: {
      AccessToken: 5 * minute,
      ClientCredentials: 5 * minute,
      IdToken: 5 * minute,
      AuthorizationCode: minute,
      Interaction: 30 * minute,
      Grant: sessionLifetime,
      Session: sessionLifetime,
      RefreshToken: (_ctx, token) => {
        const left = sessionLifetime - (token.iiat === undefined ? 0 : token.totalLifetime());
        return Math.max(1, Math.min(30 * minute, left));
      },
    },

    async findAccount(_ctx, sub, token) {
      const account = await findAccount(db, sub);
      if (!account) return undefined;
      const sid = token && 'sessionUid' in token ? token.sessionUid : undefined;
      return { accountId: sub, claims: async () => ({ ...claimsOf(account), typ: 'ID', azp: clientId, sid }) };
    },
    loadExistingGrant: (ctx) => findOrMakeGrant(ctx, resource),
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    expiresWithSession: () => true,

    async extraTokenClaims(_ctx, token) {
      if (token.kind === 'ClientCredentials') return { typ: 'Bearer', azp: token.clientId };
      const account = 'accountId' in token ? await findAccount(db, token.accountId) : undefined;
      if (!account || !('sessionUid' in token)) return undefined;
      return {
        ...claimsOf(account),
        typ: 'Bearer',
        azp: clientId,
        sid: token.sessionUid,
        'allowed-origins': [appOrigin],
        realm_access: { roles: account.roles },
        resource_access: { account: { roles: ['view-profile'] } },
      };
    },
    formats: {
      customizers: {
        jwt(_ctx, _token, jwt) {
          jwt.header = { typ: 'JWT' };
          delete jwt.payload.client_id;
        },
      },
    },

    features: {
      clientCredentials: { enabled: service !== undefined },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return { scope: scopes, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          // Whoever holds the session's own id token is the application, not a link that somebody planted.
          const isTrusted = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId;
          answerLogoutPage(ctx, form, !isTrusted);
        },
        postLogoutSuccessSource: (ctx) => answerNotice(ctx, 200, 'Sessão terminada', 'A sua sessão terminou.'),
      },
    },
    renderError(ctx, { error, error_description: description }) {
      const reason = description === undefined ? error : `${error}, ${description}`;
      answerNotice(ctx, ctx.status, 'Pedido recusado', `O login não aceitou este pedido (${reason}).`);
    },
  };
}
