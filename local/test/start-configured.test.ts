import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startThrowAwayPostgres } from '../src/postgres/throw-away.ts';
import { requestToken } from '../src/token.ts';
import { dataForTest, environment, freePort, query, run, type Running } from './processes.ts';

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));
const started = /Ctrl-C para terminar/;

function start(settings: NodeJS.ProcessEnv, ...options: string[]): Running {
  return run(process.execPath, [program, ...options], { env: environment(settings) });
}

test("with a database of one's own none is embedded, none is filled, and none is stopped at the end", async () => {
  const { url, stop } = await startThrowAwayPostgres();
  onTestFinished(stop);
  const data = await dataForTest();
  const port = await freePort();

  const product = start({ DATABASE_URL: url, REDE_DATA: data, PORT: String(port) });
  await product.until(started);
  const token = await requestToken(`http://localhost:${port}`, 'admin');
  const code = await product.end('SIGTERM');

  expect([token.split('.').length, code]).toEqual([3, 0]);
  expect(product.said()).not.toMatch(/lider|Dados:/);
  expect(await query(url, 'select count(*)::int as consultants from consultants')).toEqual([{ consultants: 0 }]);
  expect(await readdir(data)).toEqual([]);
});

test.each([
  ['does not answer', 'postgresql://rede@127.0.0.1:9/rede', /Não foi possível usar a base de dados .*ECONNREFUSED/],
  ['is not named properly', 'mysql://127.0.0.1/rede', /DATABASE_URL: /],
])('a database that %s is told in a sentence', async (_what, url, sentence) => {
  const product = start({ DATABASE_URL: url, PORT: String(await freePort()) });

  const code = await product.ended;

  expect(code).toBe(1);
  expect(product.said()).toMatch(sentence);
  expect(product.said()).not.toContain('    at ');
});

test('a setting that is wrong is named before anything is started', async () => {
  const data = await dataForTest();

  const product = start({ PORT: 'três mil', REDE_DATA: data });
  const code = await product.ended;

  expect(code).toBe(1);
  expect(product.said()).toMatch(/\n  PORT: .*\n$/);
  expect(await readdir(data)).toEqual([]);
});

test('in production the embedded login is refused before anything is started', async () => {
  const data = await dataForTest();

  const product = start({ NODE_ENV: 'production', REDE_DATA: data, PORT: String(await freePort()) });
  const code = await product.ended;

  expect(code).toBe(1);
  expect(product.said()).toBe(
    'O login embutido só serve para experimentar: as palavras-passe são públicas. Com NODE_ENV=production, configure um Keycloak.\n',
  );
  expect(await readdir(data)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'Ctrl-C in the middle of a start ends it and leaves nothing running',
  async () => {
    const data = await dataForTest();
    const settings = { REDE_DATA: data, PORT: String(await freePort()) };
    const interrupted = start(settings);
    await expect.poll(() => readdir(data), { timeout: 30_000 }).not.toEqual([]);

    const code = await interrupted.end('SIGINT');

    const next = start(settings);
    await next.until(started);
    expect(code).toBe(0);
    expect(interrupted.said()).not.toMatch(started);
  },
);
