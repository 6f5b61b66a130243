import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { addressOf } from './address.ts';
import { checkout, dataFolder } from './data-folder.ts';
import { runUntilEnded } from './ending.ts';
import { localConfig, serveProduct } from './product.ts';

// Our input has ended: who started the Node that watches us is gone, and with every change that Node would start us again.
process.stdin.once('end', () => process.kill(process.ppid, 'SIGTERM')).resume();

/** What the server answers itself; everything else is Vite's. */
const own = /^\/(api|realms|admin|dev|health|logo|manifest\.webmanifest)(\/|\?|$)/;

await runUntilEnded(async (onEnd) => {
  const config = localConfig();
  const isEmbedded = process.env.REDE_EMBEDDED_DATABASE === 'true';

  const { stop } = await serveProduct({
    config,
    ...(isEmbedded && { embedded: { url: config.database.url, folder: await dataFolder(), empty: false } }),
    app: {
      // Vite's pages carry an inline script.
      contentSecurityPolicy: false,
      mount: serveSources,
    },
  });
  onEnd(stop);
  process.stdout.write(`\n  Rede, em desenvolvimento: ${addressOf(config.port)}\n\n`);
});

/** Serves the web from its sources, with hot reload over the same port. */
async function serveSources(app: FastifyInstance): Promise<void> {
  const vite = await createServer({
    root: join(checkout, 'web'),
    // The other way writes a copy beside the sources, which the watching Node takes for a change.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'spa',
  });
  app.addHook('onRequest', async (request, reply) => {
    if (own.test(request.url)) return;
    reply.hijack();
    vite.middlewares(request.raw, reply.raw);
  });
  // First of all: the app waits for its connections to end, and an open page keeps one for hot reload.
  app.addHook('preClose', () => vite.close());
}
