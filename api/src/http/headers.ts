import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Strict security headers on every answer. The component library needs inline styles; inline scripts are forbidden. The login provider is
 * the only other origin for requests and frames. Only the development server goes without the policy, because its pages have inline
 * scripts.
 */
export async function setHeaders(app: FastifyInstance, loginUrl: string, withPolicy: boolean): Promise<void> {
  const login = new URL(loginUrl).origin;
  await app.register(helmet, {
    contentSecurityPolicy: withPolicy && {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        connectSrc: ["'self'", login],
        frameSrc: ["'self'", login],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
