import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, startApi } from './start-api.ts';

const html = '<!doctype html><title>Rede</title><script id="settings" type="application/json"></script>';
const tricky = 'Rede </script><script>alert(1)</script> & $& Filhos';

let folder: string;
let api: Api;
let nobody: Client;

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'rede-pages-'))}/`;
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'logo.svg'), '<svg/>');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'service-worker.js'), 'self');
  await writeFile(join(folder, 'assets/app-1.js'), 'one');
  api = await startApi({ pages: folder, settings: { APP_TITLE: tricky } });
  nobody = api.withToken(undefined);
});

afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

test.each(['/', '/index.html', '/dashboard?direct-name=ana', '/backoffice/users/edit/7'])(
  '%s is the app, which carries the settings that the browser needs',
  async (path) => {
    const settings = await nobody.get('/api/settings');

    const { status, headers, body } = await nobody.get<string>(path);

    const [, block = ''] = /<script id="settings" type="application\/json">(.*)<\/script>$/.exec(body) ?? [];
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(JSON.parse(block)).toEqual(settings.body);
  },
);

test('nothing that is configured can end the block or the title that it stands in', async () => {
  const { body } = await nobody.get<string>('/');

  expect(body).not.toContain('<script>alert');
  expect(body).toContain(
    '<title>Rede &#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#38; $&#38; Filhos</title>',
  );
});

test('a page is asked for again each time, and browsers may keep it for Back', async () => {
  const { headers } = await nobody.get<string>('/');

  expect(headers.get('cache-control')).toBe('no-cache');
});

test('a page is compressed for who takes that', async () => {
  const [compressed, plain] = await Promise.all([
    fetch(`${api.address}/`, { headers: { 'accept-encoding': 'gzip, br' } }),
    fetch(`${api.address}/`, { headers: { 'accept-encoding': 'identity' } }),
  ]);

  expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
  expect([compressed.headers.get('vary'), plain.headers.get('vary')]).toEqual(['accept-encoding', 'accept-encoding']);
  expect(await compressed.text()).toBe(await plain.text());
});

test('a page of a build that was exchanged is the new one', async () => {
  await writeFile(join(folder, 'index.html'), `${html}<p>novo</p>`);

  const { body } = await nobody.get<string>('/');
  await writeFile(join(folder, 'index.html'), html);

  expect(body).toContain('<p>novo</p>');
});

test('what has a hash in its name is kept for good, images for an hour, and the service worker is asked for again', async () => {
  const paths = ['/assets/app-1.js', '/favicon.svg', '/logo', '/service-worker.js', '/manifest.webmanifest'];

  const answered = await Promise.all(paths.map((path) => nobody.get(path)));

  expect(answered.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'public, max-age=31536000, immutable'],
    [200, 'public, max-age=3600'],
    [200, 'public, max-age=3600'],
    [200, 'no-cache'],
    [200, 'no-cache'],
  ]);
});

test.each(['/assets/app-0.js', '/api/nada', '/realms/nada'])('%s is no page of the app', async (path) => {
  const { status, body } = await nobody.get(path);

  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('who installs the app gets it under the configured title', async () => {
  const { headers, body } = await nobody.get<string>('/manifest.webmanifest');

  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({ name: tricky, lang: 'pt-PT', start_url: '/', display: 'standalone' });
});

test('workers come from here only', async () => {
  const { headers } = await nobody.get('/');

  const policy = (headers.get('content-security-policy') ?? '').split(';');
  expect(policy).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]));
});
