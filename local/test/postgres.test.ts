import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { findBinaries } from '../src/postgres/binaries.ts';
import { SYSTEM_FOLDER } from '../src/postgres/account.ts';
import { dataForTest, dataForTests, query, run, type Running } from './processes.ts';

const program = fileURLToPath(new URL('run-postgres.ts', import.meta.url));
const url = /postgresql:\/\/\S+/;
const nobody = { uid: 65534, gid: 65534 };

const start = (...args: string[]): Running => run(process.execPath, [program, ...args]);

async function urlOf(product: Running): Promise<string> {
  return (await product.until(url))[0];
}

async function serverOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

describe('the embedded PostgreSQL', () => {
  test('starts from nothing, folds the case of every alphabet, and lets nobody be a superuser', async () => {
    const product = start(await dataForTest());

    const rows = await query(
      await urlOf(product),
      `select lower('AÇÃO Ж') as lowered, rolsuper as super, current_setting('server_encoding') as encoding,
              current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens
         from pg_roles where rolname = current_user`,
    );

    expect(rows).toEqual([
      { lowered: 'ação ж', super: false, encoding: 'UTF8', checksums: 'on', listens: '127.0.0.1' },
    ]);
  });

  test.each(['on a new folder', 'on a server left behind'])('of two starts at once, %s, one runs', async (where) => {
    const folder = await dataForTest();
    if (where === 'on a server left behind') {
      const killed = start(folder);
      await urlOf(killed);
      await killed.end('SIGKILL');
    }

    const both = [start(folder), start(folder)];
    const code = await Promise.race(both.map(({ ended }) => ended));
    const started = await Promise.allSettled(both.map(urlOf));

    expect(code).toBe(1);
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.map((product) => product.said()).join('')).toMatch(/A Rede (já está a correr|está a arrancar)/);
  });

  test('runs beside another on other data', async () => {
    const [one, other] = [start(await dataForTest()), start(await dataForTest())];

    const urls = [await urlOf(one), await urlOf(other)];

    expect(await query(urls[0] ?? '', 'select 1 as one')).toEqual(await query(urls[1] ?? '', 'select 1 as one'));
    expect(new URL(urls[0] ?? '').port).not.toBe(new URL(urls[1] ?? '').port);
  });

  test('clears away what a start that was killed left half made', async () => {
    const folder = await dataForTest();
    const gone = run(process.execPath, ['--version']);
    await gone.ended;
    await mkdir(join(folder, `postgres.${gone.process.pid}.half/data`), { recursive: true });

    await urlOf(start(folder));

    expect(await readdir(folder)).toEqual(['postgres']);
  });

  test.runIf(canRunAs(nobody))('runs for an ordinary user too', async () => {
    // Who installed the project may write in it; this user may not.
    await findBinaries(undefined);
    const folder = await dataForTest();
    const own = run('/bin/sh', ['-c', 'mkdir own && chown 65534:65534 own'], { cwd: folder });
    await own.ended;

    const product = run(process.execPath, [program, join(folder, 'own')], { ...nobody, cwd: '/' });

    expect(await query(await urlOf(product), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await product.end('SIGTERM')).toBe(0);
  });
});

describe('the embedded PostgreSQL on data that it made before', () => {
  // To make them takes most of a first start; each test leaves them whole, and the last of another version.
  const folder = dataForTests();

  test('keeps its data between starts, and leaves nothing running', async () => {
    const first = start(folder());
    await query(await urlOf(first), 'create table kept as select 7 as value');

    const code = await first.end('SIGTERM');
    await expect(query(await urlOf(first), 'select 1')).rejects.toThrow('ECONNREFUSED');
    const again = start(folder());

    expect(await query(await urlOf(again), 'select value from kept')).toEqual([{ value: 7 }]);
    expect(code).toBe(0);
  });

  test('is taken over from a product that was killed', async () => {
    const killed = start(folder());
    await query(await urlOf(killed), 'create table taken as select 7 as value');
    await killed.end('SIGKILL');

    const next = start(folder());
    const rows = await query(await urlOf(next), 'select value from taken');
    await next.end('SIGTERM');

    expect(rows).toEqual([{ value: 7 }]);
    await expect(query(await urlOf(next), 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('starts again after it was killed together with the product', async () => {
    const killed = start(folder());
    await query(await urlOf(killed), 'create table recovered as select 7 as value');
    process.kill(await serverOf(folder()), 'SIGKILL');
    await killed.end('SIGKILL');

    const next = start(folder());

    expect(await query(await urlOf(next), 'select value from recovered')).toEqual([{ value: 7 }]);
  });

  test('comes back at the same address when it dies while the product runs', async () => {
    const product = start(folder());
    const address = await urlOf(product);

    process.kill(await serverOf(folder()), 'SIGKILL');

    await vi.waitFor(async () => expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]), 10_000);
  });

  test('is not shared: a second start on the same data is told who runs where, and disturbs nothing', async () => {
    const first = start(folder());
    const address = await urlOf(first);

    const second = start(folder());
    const code = await second.ended;

    expect(code).toBe(1);
    expect(second.said()).toContain(
      `A Rede já está a correr em http://localhost:3140 com estes dados (processo ${first.process.pid}`,
    );
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('does not take a stranger for the server, whose process id a crash left in the file', async () => {
    const first = start(folder());
    await urlOf(first);
    const file = join(folder(), 'postgres/data/postmaster.pid');
    const left = await readFile(file, 'utf8');
    await first.end('SIGTERM');
    await writeFile(file, left.replace(/^\d+/, String(process.pid)));

    const next = start(folder());

    expect(await query(await urlOf(next), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('says so when the data were made by another version', async () => {
    const first = start(folder());
    await urlOf(first);
    await first.end('SIGTERM');
    await writeFile(join(folder(), 'postgres/data/PG_VERSION'), '17\n');

    const next = start(folder());
    const code = await next.ended;

    expect(code).toBe(1);
    expect(next.said()).toContain('foram criados pelo PostgreSQL 17');
  });
});

describe('a throw-away PostgreSQL', () => {
  test('may make other databases, and is gone when it is stopped', async () => {
    const product = start();
    const address = await urlOf(product);
    await query(address, 'create database another template rede');

    const code = await product.end('SIGTERM');

    expect(code).toBe(0);
    await expect(query(address, 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('is gone when the process that started it is killed', async () => {
    const product = start();
    const address = await urlOf(product);

    await product.end('SIGKILL');

    await vi.waitFor(() => expect(query(address, 'select 1')).rejects.toThrow('ECONNREFUSED'), 5000);
  });

  test('leaves nothing behind when that process is killed while making it', async () => {
    const product = start();
    const folder = await vi.waitUntil(() => throwAwayFolderOf(product), 30_000);

    await product.end('SIGKILL');

    await vi.waitFor(() => expect(readdir(folder)).rejects.toThrow('ENOENT'), 10_000);
  });
});

/** The folder in which that program is just making its cluster. */
async function throwAwayFolderOf({ process: maker }: Running): Promise<string | undefined> {
  const parent = process.getuid?.() === 0 ? SYSTEM_FOLDER : tmpdir();
  for (const name of await readdir(parent)) {
    if (!name.startsWith('throw-away-')) continue;
    const folder = join(parent, name);
    const inside = await readdir(folder).catch(() => []);
    if (inside.some((entry) => entry.startsWith(`cluster.${maker.pid}.`))) return folder;
  }
  return undefined;
}

/** Where the tests run as root and the checkout is open to others. */
function canRunAs(user: { uid: number; gid: number }): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, ['--check', program], { ...user, cwd: '/' }).status === 0;
}
