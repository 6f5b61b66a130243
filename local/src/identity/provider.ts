import type { FastifyInstance } from 'fastify';
import { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { ExplainedError } from '../explained-error.ts';
import { createActionPages, isActionPage } from './action-pages.ts';
import { serveAdministration } from './administration.ts';
import { realmConfiguration, type ServiceAccount } from './configuration.ts';
import { behaveLikeKeycloak } from './keycloak-manners.ts';
import { createKeycloakPages } from './keycloak-pages.ts';
import { createLockout } from './lockout.ts';
import { createMailbox, type Tell } from './mailbox.ts';
import { typeface } from './pages.ts';
import { serveRealm } from './serving.ts';
import { createSignIn, isSignIn } from './sign-in.ts';
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
  /** Who may administer users, as Keycloak's service accounts do. Without it, /admin and /dev/mail are not there. */
  service?: ServiceAccount | undefined;
  /** Is told of every email, which goes nowhere else but to /dev/mail. */
  tell?: Tell | undefined;
}

export interface IdentityProvider {
  issuer: string;
  /** Serves /realms/* on this application. */
  mount: (app: FastifyInstance) => void;
  close: () => void;
}

const cleaningInterval = 10 * 60_000;

/** Throws an ExplainedError in production: the passwords of this login are no secret. */
export function refuseProduction(): void {
  if (process.env.NODE_ENV === 'production') {
    throw new ExplainedError(
      'O login embutido só serve para experimentar: as palavras-passe são públicas. Com NODE_ENV=production, configure um Keycloak.',
    );
  }
}

/**
 * A login for trying the product out, at the paths and with the tokens of a Keycloak realm. Its passwords are no
 * secret, so it refuses to start in production.
 */
export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  refuseProduction();
  const { pool, origin, appOrigin = origin, realm = 'rede', clientId = 'rede-web', service, tell } = options;
  await prepareIdentitySchema(pool);
  await deleteExpiredArtifacts(pool);
  const keys = await keepKeys(pool);

  const base = `/realms/${encodeURIComponent(realm)}`;
  const issuer = `${origin}${base}`;
  const { port, protocol } = new URL(origin);
  const origins = new Set([origin, appOrigin]);
  // Cookies do not know ports: two of these on one machine would sign each other's people out.
  const cookieName = (purpose: string) => `rede_${purpose}_${port || protocol.slice(0, -1)}`;
  const statusCookie = cookieName('status');

  const provider = new Provider(
    issuer,
    realmConfiguration({ db: pool, keys, issuer, base, clientId, service, appOrigin, origins, cookieName }),
  );
  behaveLikeKeycloak(provider, { statusCookie, cookiePath: `${base}/` });

  const { kty, n, e, kid, use, alg } = keys.signing;
  const publicKey = { kty, n, e, kid, use, alg };
  const keycloakPages = createKeycloakPages({ provider, db: pool, publicKey, clientId, origins, statusCookie });
  const signIn = createSignIn({ provider, db: pool, lockout: createLockout(), base });
  const actions = createActionPages({ db: pool, base });
  const mailbox = createMailbox({ db: pool, origin, tell });

  let log: FastifyInstance['log'] | undefined;
  const report = (error: unknown) => log?.error(error);

  const handle = serveRealm({
    provider,
    origin,
    appOrigin,
    base,
    findPage: (ctx) => (isSignIn(ctx) ? signIn : isActionPage(ctx) ? actions : keycloakPages.get(ctx.path)),
    report,
  });

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
      app.get(typeface.path, { schema: { hide: true } }, (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').type('font/woff2').send(typeface.content),
      );
      if (!service) return;
      app.register((scope) => serveAdministration(scope, { db: pool, issuer, publicKey, service, mailbox }), {
        prefix: `/admin${base}`,
        logLevel: 'warn',
      });
      app.register((scope) => mailbox.serve(scope), { prefix: '/dev/mail', logLevel: 'warn' });
    },
    close: () => clearInterval(cleaning),
  };
}
