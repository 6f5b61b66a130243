import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { checkout, dataFolder } from './data-folder.ts';
import { runUntilEnded } from './ending.ts';
import { addressOf, loadDemoOnce, localConfig, serveProduct } from './product.ts';

/** What the server answers itself; everything else is Vite's. */
const own = /^\/(api|realms|health|logo)(\/|\?|$)/;

await runUntilEnded(async (onEnd) => {
  const config = localConfig(process.env.DATABASE_URL ?? '');
  const folder = await dataFolder();
  const isEmbedded = process.env.REDE_EMBEDDED_DATABASE === 'true';

  const { stop } = await serveProduct({
    config,
    ...(isEmbedded
      ? { prepare: (database) => loadDemoOnce(database, config.database.url, folder, { empty: false }) }
      : {}),
    app: {
      // Vite's pages carry an inline script.
      contentSecurityPolicy: false,
      mount: async (app) => {
        onEnd(await serveSources(app));
      },
    },
  });
  onEnd(stop);
  process.stdout.write(`\n  Rede, em desenvolvimento: ${addressOf(config.port)}\n\n`);
});

/** Serves the web from its sources, with hot reload over the same port. */
async function serveSources(app: FastifyInstance): Promise<() => Promise<void>> {
  const vite = await createServer({
    root: join(checkout, 'web'),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'spa',
  });
  app.addHook('onRequest', async (request, reply) => {
    if (own.test(request.url)) return;
    reply.hijack();
    vite.middlewares(request.raw, reply.raw);
  });
  return () => vite.close();
}
