import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './problem.ts';

/** The folder of the built web. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built web from `root`, with the compressed files of the build. Browsers cache files with a content hash forever. Every other
 * URL gets the app, which routes by itself.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|realms)\//.test(request.url);
    if (!isPage) throw notFound('Este endereço');
    // Not returned: awaiting a reply adds listeners, more than the limit of Node's leak warning.
    void reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/** Answers unknown URLs where no pages are served. */
export function refuseUnknownUrls(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound('Este endereço');
  });
}

const imageTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Serves the configured logo at /logo, or redirects to the product's own. Throws when the configured file cannot be read. */
export async function serveLogo(app: FastifyInstance, file: string | undefined): Promise<void> {
  if (!file) {
    app.get('/logo', { schema: { hide: true } }, (_request, reply) => reply.redirect('/logo.svg'));
    return;
  }
  const type = imageTypes[extname(file).toLowerCase()];
  if (!type) throw new Error(`LOGO_FILE: ${file} não é ${Object.keys(imageTypes).join(', ')}`);
  const image = await readFile(file);
  app.get('/logo', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type(type).send(image),
  );
}
