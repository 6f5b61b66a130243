import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './problem.ts';

/** Where the built web lies. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built web from `root`, already compressed where the build left compressed files beside the plain ones. Files named by their content
 * are kept by browsers for good; every address that is no file is a page of the app, which finds its own way from there.
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
    // Not returned: every wait for a reply listens to its end, and there would be more of these than Node takes for sound.
    void reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/** Answers addresses that nothing serves, where there are no pages. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
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

/** Serves the configured logo at /logo, or leads to the product's own. Throws where the configured file cannot be read. */
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
