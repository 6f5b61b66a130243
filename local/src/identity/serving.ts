import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnavailable } from '@rede/api/db/client';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { answerNotice } from './pages.ts';

interface Serving {
  provider: Provider;
  origin: string;
  appOrigin: string;
  /** The realm's path on this server. */
  base: string;
  /** What answers a request in the place of oidc-provider, if anything does. */
  findPage: (ctx: KoaContextWithOIDC) => ((ctx: KoaContextWithOIDC) => Promise<void>) | undefined;
  report: (error: unknown) => void;
}

/** Puts our pages before the provider's and strict headers on every answer; the result takes Node's requests. */
export function serveRealm({ provider, origin, appOrigin, base, findPage, report }: Serving) {
  const { host, protocol } = new URL(origin);
  const origins = [...new Set([origin, appOrigin])];

  function prepare(ctx: KoaContextWithOIDC) {
    const nonce = randomBytes(16).toString('base64url');
    Object.assign(ctx.state, { nonce, home: `${appOrigin}/` });
    ctx.set({
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; font-src 'self'; base-uri 'none'; ` +
        // Chromium holds the redirects that follow a form against it too, and those end at the application.
        `form-action ${origins.join(' ')}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }

  async function answer(ctx: KoaContextWithOIDC, next: () => Promise<unknown>) {
    const page = findPage(ctx);
    if (page) {
      await page(ctx);
      return;
    }
    await next();
    if (ctx.state.failure !== undefined) throw ctx.state.failure;
    // keycloak-js calls the token endpoint with credentials, which oidc-provider does not foresee.
    if (origins.includes(ctx.response.get('access-control-allow-origin'))) {
      ctx.set('access-control-allow-credentials', 'true');
    }
    if (ctx.status === 404 && !ctx.body) answerNotice(ctx, 404, 'Pagina não encontrada', 'Esta página não existe.');
  }

  function answerFailure(ctx: KoaContextWithOIDC, error: unknown) {
    report(error);
    const isAway = isUnavailable(error);
    if (isAway) ctx.set('retry-after', '5');
    answerNotice(ctx, isAway ? 503 : 500, 'Login indisponível', 'Tente de novo dentro de momentos.');
  }

  // oidc-provider answers its own failures, always with 500: ours comes in its place.
  provider.on('server_error', (ctx, error) => {
    ctx.state.failure = error;
  });
  provider.use((ctx: KoaContextWithOIDC, next) => {
    prepare(ctx);
    return answer(ctx, next).catch((error: unknown) => answerFailure(ctx, error));
  });
  provider.silent = true;

  // The addresses in answers are made of the configured origin, whatever Host a request came with.
  provider.proxy = true;
  const callback = provider.callback();

  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/';
    Object.assign(request.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    Object.assign(request, { originalUrl: url, url: url.slice(base.length) || '/' });
    void callback(request, response);
  };
}
