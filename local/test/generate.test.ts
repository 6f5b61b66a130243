import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startThrowAwayPostgres } from '../src/postgres/throw-away.ts';
import { requestToken } from '../src/token.ts';
import { dataForTest, environment, freePort, query, run, type Running } from './processes.ts';

const ready = /Ctrl-C para terminar/;

function program(name: 'start' | 'generate', settings: NodeJS.ProcessEnv, ...options: string[]): Running {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  return run(process.execPath, [file, ...options], { env: environment(settings) });
}

async function consultantsAt(port: number): Promise<number> {
  const token = await requestToken(`http://localhost:${port}`, 'admin');
  const answer = await fetch(`http://localhost:${port}/api/v1/consultants`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { totalResults: number }).totalResults;
}

test('the product that runs goes on running, with the network', async () => {
  const port = await freePort();
  const settings = { REDE_DATA: await dataForTest(), PORT: String(port) };
  const product = program('start', settings, '--empty');
  await product.until(ready);

  const code = await program('generate', settings, '--consultants', '50', '--orders', '100').ended;

  expect(code).toBe(0);
  expect(await consultantsAt(port)).toBe(50);
});

test('where nothing runs, the network is there at the next start, and the demo network is not', async () => {
  const port = await freePort();
  const settings = { REDE_DATA: await dataForTest(), PORT: String(port) };

  const code = await program('generate', settings, '--consultants', '50', '--orders', '100').ended;
  const left = existsSync(join(settings.REDE_DATA, 'postgres', 'data', 'postmaster.pid'));
  await program('start', settings).until(ready);

  expect([code, left]).toEqual([0, false]);
  expect(await consultantsAt(port)).toBe(50);
});

test("a database of one's own is brought up to date and filled once; a second time is refused with what to do", async () => {
  const { url, stop } = await startThrowAwayPostgres();
  onTestFinished(stop);
  const first = program('generate', { DATABASE_URL: url }, '--consultants', '50', '--orders', '100', '--seed', '7');
  const code = await first.ended;

  const second = program('generate', { DATABASE_URL: url }, '--consultants', '10', '--orders', '10');
  const refused = await second.ended;

  expect([code, refused]).toEqual([0, 1]);
  expect(second.said()).toContain('já tem dados (50 consultores e 100 encomendas) e nada é escrito por cima deles.\n');
  expect(second.said()).toContain('REDE_DATA=/tmp/rede npm run generate');
  expect(await query(url, 'select count(*)::integer as consultants from consultants')).toEqual([{ consultants: 50 }]);
});

test('broken off, it says so by its exit code and leaves nothing', async () => {
  const { url, stop } = await startThrowAwayPostgres();
  onTestFinished(stop);
  const generating = program('generate', { DATABASE_URL: url }, '--consultants', '1000', '--orders', '500000');
  await generating.until(/A criar encomendas/);

  const code = await generating.end('SIGTERM');

  expect(code).toBe(130);
  await expect
    .poll(() => query(url, 'select count(*)::integer as consultants from consultants'), { timeout: 30_000 })
    .toEqual([{ consultants: 0 }]);
});

test.each([
  ['no size', []],
  ['no number of orders', ['--consultants', '10']],
  ['no consultants at all', ['--consultants', '0', '--orders', '10']],
  ['half a consultant', ['--consultants', '1.5', '--orders', '10']],
  ['something else', ['--consultants', '10', '--orders', '10', '--empty']],
])('asked for %s, it says how it is used', async (_what, options) => {
  const asked = program('generate', { DATABASE_URL: 'postgresql://rede@127.0.0.1:9/rede' }, ...options);

  const code = await asked.ended;

  expect(code).toBe(1);
  expect(asked.said()).toMatch(/^Uso: npm run generate -- --consultants <N> --orders <M> \[--seed <S>\]\n/);
});

test('a database that does not answer is told in a sentence', async () => {
  const settings = { DATABASE_URL: 'postgresql://rede@127.0.0.1:9/rede' };

  const asked = program('generate', settings, '--consultants', '10', '--orders', '10');
  const code = await asked.ended;

  expect(code).toBe(1);
  expect(asked.said()).toMatch(/^Não foi possível usar a base de dados .*ECONNREFUSED/);
});
