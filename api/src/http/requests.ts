import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Leads an address that is no text when decoded (`%ff`) to where nothing is, so that it is answered like any other unknown one:
 * the router would answer it by itself, in its own words and without our headers.
 */
export function readableAddress({ url = '/' }: IncomingMessage): string {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return '/api/unreadable';
  }
}

/**
 * Takes JSON alone for a body (forms are the import's affair). No body at all is no broken JSON, though its type be named: some
 * clients name it on every call.
 */
export function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null);
    else return parse(request, body.toString(), done);
  });
}
