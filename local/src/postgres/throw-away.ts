import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { bareEnvironment } from '../../machine.mjs';
import { SYSTEM_FOLDER } from './account.ts';
import { type Cluster, openCluster, productPassword } from './cluster.ts';
import { ensureRole } from './role.ts';
import { lastWords, spawnServer } from './server.ts';

const remover = fileURLToPath(new URL('remove-throw-away.ts', import.meta.url));

const UNSAFE_BUT_QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A PostgreSQL for tests: empty, quick, no match for a power cut, and gone with the process that started it even
 * when that is killed. The role of `url` owns the database `rede` and may create others. The cluster is for tests that stop its
 * server and start another.
 */
export async function startThrowAwayPostgres(): Promise<{ url: string; cluster: Cluster; stop: () => Promise<void> }> {
  // Root's temporary folder may be private, and root's server runs under another account.
  const parent = process.getuid?.() === 0 ? SYSTEM_FOLDER : tmpdir();
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'throw-away-'));
  await chmod(folder, 0o711);

  const removing = spawn(process.execPath, [remover, folder], {
    // Else it would end with us: of a signal from the terminal, or on Windows in any case.
    detached: true,
    env: bareEnvironment(process.platform, process.env),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  removing.unref();
  const stop = async (): Promise<void> => {
    removing.ref();
    removing.stdin.end();
    if (removing.exitCode === null) await once(removing, 'exit');
  };

  try {
    const cluster = await openCluster(join(folder, 'cluster'), { durable: false });
    const server = await spawnServer(cluster, { settings: UNSAFE_BUT_QUICK });
    if (server === undefined) throw new Error(await lastWords(cluster));

    const client = new Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'postgres',
      password: cluster.superuserPassword,
      database: 'postgres',
    });
    await client.connect();
    await ensureRole(client, cluster);
    await client.query('alter role rede createdb');
    await client.query('create database rede owner rede');
    await client.end();
    return { url: `postgresql://rede:${productPassword(cluster)}@127.0.0.1:${server.port}/rede`, cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
