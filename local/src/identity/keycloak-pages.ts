import { createLocalJWKSet, jwtVerify, errors, type JWK } from 'jose';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { findAccount, type Account } from './accounts.ts';
import { answerNotice, frameTemplate } from './pages.ts';
import type { Database } from './storage.ts';

/** Where Keycloak has its OpenID Connect endpoints, under the realm. */
export const openidConnect = '/protocol/openid-connect';

/** The audience of access tokens, as Keycloak has it where nobody configured another: look at `azp` for the client. */
export const audience = 'account';

interface KeycloakPages {
  provider: Provider;
  db: Database;
  publicKey: JWK;
  clientId: string;
  origins: ReadonlySet<string>;
  statusCookie: string;
}

/** What the ID token and userinfo say of an account. */
export function claimsOf({ sub, username, name, email }: Account) {
  const [givenName = '', ...familyNames] = name.split(/\s+/);
  return {
    sub,
    preferred_username: username,
    name,
    given_name: givenName,
    family_name: familyNames.join(' '),
    ...(email !== null && { email, email_verified: true }),
  };
}

/**
 * The pages of Keycloak that oidc-provider does not have, or has otherwise: its userinfo refuses tokens that carry an
 * audience. By path under the realm.
 */
export function createKeycloakPages(options: KeycloakPages): Map<string, (ctx: KoaContextWithOIDC) => Promise<void>> {
  const { provider, db, clientId, origins, statusCookie } = options;
  const keys = createLocalJWKSet({ keys: [options.publicKey] });

  async function findCaller(ctx: KoaContextWithOIDC): Promise<Account | undefined> {
    const [, token] = /^bearer (\S+)$/i.exec(ctx.get('authorization')) ?? [];
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify<{ sid: string }>(token, keys, { issuer: provider.issuer, audience });
      const session = await provider.Session.findByUid(payload.sid);
      return session?.accountId === payload.sub && payload.sub !== undefined
        ? await findAccount(db, payload.sub)
        : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Answers the application, which may be on another origin, about the holder of the access token. */
  async function answerCaller(ctx: KoaContextWithOIDC, describe: (account: Account) => object) {
    const origin = ctx.get('origin');
    ctx.vary('Origin');
    if (origins.has(origin)) {
      ctx.set('access-control-allow-origin', origin);
      ctx.set('access-control-allow-credentials', 'true');
      ctx.set('access-control-allow-headers', 'authorization, accept, content-type');
    }
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      return;
    }
    const account = await findCaller(ctx);
    if (account) {
      ctx.body = describe(account);
    } else {
      ctx.status = 401;
      ctx.set('www-authenticate', 'Bearer error="invalid_token"');
      ctx.body = { error: 'invalid_token' };
    }
  }

  function frame(name: string, values?: Record<string, string>) {
    const render = frameTemplate(name, values);
    return async (ctx: KoaContextWithOIDC) => {
      ctx.set(
        'content-security-policy',
        `default-src 'none'; script-src 'nonce-${ctx.state.nonce}'; connect-src 'self'; base-uri 'none'; ` +
          `frame-ancestors ${[...origins].join(' ')}`,
      );
      ctx.remove('x-frame-options');
      ctx.type = 'html';
      ctx.body = render(ctx.state.nonce);
    };
  }

  return new Map([
    [`${openidConnect}/3p-cookies/step1.html`, frame('3p-cookies-step1.html')],
    [`${openidConnect}/3p-cookies/step2.html`, frame('3p-cookies-step2.html')],
    [`${openidConnect}/login-status-iframe.html`, frame('login-status-iframe.html', { statusCookie })],
    [
      `${openidConnect}/login-status-iframe.html/init`,
      async (ctx) => {
        const { client_id: id, origin } = ctx.query;
        ctx.status = id === clientId && typeof origin === 'string' && origins.has(origin) ? 204 : 403;
      },
    ],
    [`${openidConnect}/userinfo`, (ctx) => answerCaller(ctx, claimsOf)],
    [
      '/account',
      async (ctx) => {
        if (ctx.method === 'GET' && !ctx.get('authorization')) {
          answerNotice(ctx, 200, 'Conta', 'As contas deste ambiente de demonstração não se alteram aqui.');
          return;
        }
        await answerCaller(ctx, (account) => {
          const claims = claimsOf(account);
          return {
            id: claims.sub,
            username: claims.preferred_username,
            firstName: claims.given_name,
            lastName: claims.family_name,
            email: account.email,
            emailVerified: account.email !== null,
            attributes: {},
          };
        });
      },
    ],
  ]);
}
