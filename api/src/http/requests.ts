import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Sends a URL that cannot be decoded (`%ff`) to the unknown URLs. The router would answer it on its own, without our message and headers.
 */
export function decodableUrl({ url = '/' }: IncomingMessage): string {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return '/api/unreadable';
  }
}

/**
 * Accepts only JSON bodies (the import adds forms itself). An empty body is valid even with a JSON content type: some clients always send
 * one.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null);
    else return parse(request, body.toString(), done);
  });
}
