import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Provider, type KoaContextWithOIDC, type RefreshToken } from 'oidc-provider';
import type { Pool } from 'pg';
import { realmConfiguration } from './configuration.ts';
import { createKeycloakPages } from './keycloak.ts';
import { createLockout } from './lockout.ts';
import { answerNotice } from './pages.ts';
import { isAllowedRedirect } from './redirects.ts';
import { createSignIn } from './sign-in.ts';
import { deleteExpiredArtifacts, keepKeys, prepareIdentitySchema } from './storage.ts';

export interface IdentityProviderOptions {
  /** A database with the product's own tables. The provider keeps its own beside them, in the schema local_identity. */
  pool: Pool;
  /** Where browsers reach this server. The issuer is `${origin}/realms/${realm}`. */
  origin: string;
  /** Where browsers reach the web application, when that is elsewhere. */
  appOrigin?: string;
  realm?: string;
  clientId?: string;
}

export interface IdentityProvider {
  issuer: string;
  /** Serves /realms/* on this application. */
  mount(app: FastifyInstance): void;
  close(): void;
}

const cleaningInterval = 10 * 60_000;

type Next = () => Promise<unknown>;

const encodeJson = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * keycloak-js decodes refresh tokens and stops at one that is no JWT. Ours stays a random handle, which stands where a
 * JWT has its signature.
 */
function shapeRefreshTokensAsJwt(provider: Provider): void {
  Object.defineProperty(provider.RefreshToken.prototype, 'generateTokenId', {
    value(this: RefreshToken) {
      const iat = Math.floor(Date.now() / 1000);
      const payload = {
        typ: 'Refresh',
        iss: provider.issuer,
        aud: provider.issuer,
        azp: this.clientId,
        sub: this.accountId,
        sid: this.sessionUid,
        iat,
        exp: iat + this.expiration,
      };
      return `${encodeJson({ alg: 'none', typ: 'JWT' })}.${encodeJson(payload)}.${randomBytes(32).toString('base64url')}`;
    },
  });
}

/** The script-readable cookie by which the login-status frame sees that the session ended or became another's. */
function keepStatusCookie(provider: Provider, name: string, path: string): void {
  const options = { path, sameSite: 'lax', httpOnly: false, signed: false, overwrite: true } as const;

  provider.on('authorization.success', (ctx) => {
    const sid = ctx.oidc.session?.uid;
    if (sid !== undefined) ctx.cookies.set(name, createHash('sha256').update(sid).digest('base64url'), options);
  });
  provider.on('end_session.success', (ctx) => {
    ctx.cookies.set(name, null, options);
  });
}

/**
 * A login for trying the product out, at the paths and with the tokens of a Keycloak realm. Its passwords are no
 * secret, so it refuses to start in production.
 */
export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'O login embutido só serve para experimentar: as palavras-passe são públicas. Com NODE_ENV=production, configure um Keycloak.',
    );
  }
  const { pool, origin, appOrigin = origin, realm = 'rede', clientId = 'rede-web' } = options;
  await prepareIdentitySchema(pool);
  await deleteExpiredArtifacts(pool);
  const keys = await keepKeys(pool);

  const base = `/realms/${encodeURIComponent(realm)}`;
  const issuer = `${origin}${base}`;
  const { host, port, protocol } = new URL(origin);
  const origins = new Set([origin, appOrigin]);
  // Cookies do not know ports: two of these on one machine would sign each other's people out.
  const cookieName = (purpose: string) => `rede_${purpose}_${port || protocol.slice(0, -1)}`;
  const statusCookie = cookieName('status');

  const provider = new Provider(
    issuer,
    realmConfiguration({ db: pool, keys, issuer, base, clientId, appOrigin, origins, cookieName }),
  );
  shapeRefreshTokensAsJwt(provider);
  keepStatusCookie(provider, statusCookie, `${base}/`);
  provider.Client.prototype.redirectUriAllowed = (value) => isAllowedRedirect(value, appOrigin);
  provider.Client.prototype.postLogoutRedirectUriAllowed = (value) => isAllowedRedirect(value, appOrigin);

  const { kty, n, e, kid, use, alg } = keys.signing;
  const publicKey = { kty, n, e, kid, use, alg };
  const keycloakPages = createKeycloakPages({ provider, db: pool, publicKey, clientId, origins, statusCookie });
  const signIn = createSignIn({ provider, db: pool, lockout: createLockout(), base });

  let log: FastifyInstance['log'] | undefined;
  const report = (error: unknown) => log?.error(error);
  provider.silent = true;
  provider.on('server_error', (_ctx, error) => report(error));

  function prepare(ctx: KoaContextWithOIDC) {
    const nonce = randomBytes(16).toString('base64url');
    Object.assign(ctx.state, { nonce, home: `${appOrigin}/` });
    ctx.set({
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; ` +
        // Chromium holds the redirects that follow a form against it too, and those end at the application.
        `form-action ${[...origins].join(' ')}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }

  async function answer(ctx: KoaContextWithOIDC, next: Next) {
    const [, uid] = /^\/login-actions\/authenticate\/([\w-]+)$/.exec(ctx.path) ?? [];
    if (uid !== undefined) return signIn(ctx, uid);

    const answerAsKeycloak = keycloakPages.get(ctx.path);
    if (answerAsKeycloak) return answerAsKeycloak(ctx);

    await next();
    // keycloak-js calls the token endpoint with credentials, which oidc-provider does not foresee.
    if (origins.has(ctx.response.get('access-control-allow-origin'))) {
      ctx.set('access-control-allow-credentials', 'true');
    }
    if (ctx.status === 404 && !ctx.body) answerNotice(ctx, 404, 'Pagina não encontrada', 'Esta página não existe.');
  }

  provider.use((ctx: KoaContextWithOIDC, next) => {
    prepare(ctx);
    return answer(ctx, next).catch((error: unknown) => {
      report(error);
      answerNotice(ctx, 500, 'Login indisponível', 'Tente de novo dentro de momentos.');
    });
  });

  // The addresses in answers are made of the configured origin, whatever Host a request came with.
  provider.proxy = true;
  const callback = provider.callback();

  function handle(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/';
    Object.assign(request.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    Object.assign(request, { originalUrl: url, url: url.slice(base.length) || '/' });
    void callback(request, response);
  }

  const cleaning = setInterval(() => {
    deleteExpiredArtifacts(pool).catch(report);
  }, cleaningInterval);
  cleaning.unref();

  return {
    issuer,
    mount(app) {
      log = app.log;
      // Addresses here carry codes and tokens, which belong in no log.
      app.register(
        async (scope) => {
          scope.removeAllContentTypeParsers();
          scope.addContentTypeParser('*', (_request, _body, done) => done(null));
          scope.all(`${base}/*`, { config: { rateLimit: false } }, (request, reply) => {
            reply.hijack();
            for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value);
            handle(request.raw, reply.raw);
          });
        },
        { logLevel: 'warn' },
      );
    },
    close: () => clearInterval(cleaning),
  };
}
