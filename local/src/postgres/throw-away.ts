import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SYSTEM_FOLDER } from './account.ts';
import { type Cluster, openCluster, productPassword } from './cluster.ts';
import { ensureRole } from './role.ts';
import { lastWords, spawnServer } from './server.ts';

/**
 * Waits for the end of its input, which comes however its parent ends, and then removes the server and the folder. Again and again, for
 * what the parent had just begun goes on without it: initdb writes, a server that is starting hears no signal yet. But not for ever: a
 * dead process that nobody collects looks alive.
 */
const REMOVER = `
  cat > /dev/null
  left=500
  while [ -e "$1" ]; do
    left=$((left - 1))
    if [ $left -gt 0 ] && pid=$(head -n 1 "$1/cluster/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" 2> /dev/null; then
      sleep 0.02
    else
      rm -rf "$1" 2> /dev/null || sleep 0.02
    fi
  done
`;

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

  const remover = spawn('/bin/sh', ['-c', REMOVER, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  remover.unref();
  const stop = async (): Promise<void> => {
    remover.ref();
    remover.stdin.end();
    if (remover.exitCode === null) await once(remover, 'exit');
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
