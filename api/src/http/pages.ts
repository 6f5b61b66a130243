import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './problem.ts';

/** The folder of the built web. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** What every page says of itself, and carries for the browser. */
export interface PageData {
  title: string;
  [name: string]: unknown;
}

/**
 * Serves the built web from `root`, with the compressed files of the build. Browsers cache files with a content hash forever. Every other
 * URL gets the app, which routes by itself; `data` stands in its page, so that no script has to ask for it.
 */
export async function servePages(app: FastifyInstance, root: string, data: PageData): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const name = path.slice(root.length);
      if (name.startsWith('assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable');
      else reply.header('cache-control', isImage(name) ? imageCaching : 'no-cache');
    },
  });
  const page = pageOf(join(root, 'index.html'), data);
  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { plain, compressed } = await page();
    const isCompressed = /\bbr\b/.test(String(request.headers['accept-encoding']));
    // `no-cache` and not `no-store`, with which browsers would not keep the page for Back.
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply.send(isCompressed ? compressed : plain);
  };
  for (const url of ['/', '/index.html']) app.get(url, { schema: { hide: true } }, answerPage);
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|realms)\//.test(request.url);
    if (!isPage) throw notFound('Este endereço');
    return answerPage(request, reply);
  });
}

/** The app's page with its data, made anew when the build has changed. */
function pageOf(file: string, data: PageData) {
  // A data block ends at the first `</script`, whatever it is part of.
  const block = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  let source: string | undefined;
  let made = { plain: Buffer.of(), compressed: Buffer.of() };
  return async () => {
    const found = await readFile(file, 'utf8');
    if (found === source) return made;
    const text = found
      .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(data.title)}</title>`)
      .replace(/(<script id="settings"[^>]*>)/, (tag) => tag + block);
    made = { plain: Buffer.from(text), compressed: await promisify(brotliCompress)(text) };
    source = found;
    return made;
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Says how the app is installed on a phone. */
export function serveManifest(app: FastifyInstance, title: string): void {
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    lang: 'pt-PT',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f5f0',
    theme_color: '#ffffff',
    icons: [
      icon('icon', 192, 'any'),
      icon('icon', 512, 'any'),
      icon('icon-maskable', 192, 'maskable'),
      icon('icon-maskable', 512, 'maskable'),
    ],
  });
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
  );
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

const isImage = (file: string) => extname(file).toLowerCase() in imageTypes;

/** Browsers ask for icons and the logo with every page; their names stay when they change. */
const imageCaching = 'public, max-age=3600';

/**
 * Serves the configured logo at /logo, or the product's own from the built web; without one, redirects to it. Throws when the configured
 * file cannot be read.
 */
export async function serveLogo(app: FastifyInstance, configured: string | undefined, pages?: string): Promise<void> {
  const file = configured || (pages && join(pages, 'logo.svg'));
  if (!file) {
    app.get('/logo', { schema: { hide: true } }, (_request, reply) => reply.redirect('/logo.svg'));
    return;
  }
  const type = imageTypes[extname(file).toLowerCase()];
  if (!type) throw new Error(`LOGO_FILE: ${file} não é ${Object.keys(imageTypes).join(', ')}`);
  const image = await readFile(file);
  app.get('/logo', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', imageCaching).type(type).send(image),
  );
}
