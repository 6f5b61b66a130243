import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandLineQuery, servesFolder } from '../../machine.mjs';
import { errorCode } from '../error-code.ts';
import { findFreePort } from '../free-port.ts';
import { type Cluster, serverProcess } from './cluster.ts';
import { isRunning } from '../make-whole.ts';

const run = promisify(execFile);

export interface Server {
  pid: number;
  port: number;
}

/**
 * The server that runs on the cluster, whoever started it, as PostgreSQL's own postmaster.pid tells; it may still be
 * starting. A file left by a crash is no server, even when its process id belongs to somebody else by now.
 */
export async function findServer({ data }: Cluster): Promise<Server | undefined> {
  const path = join(data, 'postmaster.pid');
  const content = await readIfThere(path);
  const [pid, , , port] = content.split('\n');
  // A file being written right now: its server is a moment old and is found the next time.
  if (pid === undefined || !port) return undefined;
  if (await isServerOf(data, Number(pid))) return { pid: Number(pid), port: Number(port) };

  // PostgreSQL clears a dead process's file by itself, but it would take a stranger with the same id for a server.
  if (isRunning(Number(pid)) && (await readIfThere(path)) === content) await rm(path, { force: true });
  return undefined;
}

/**
 * Starts a server and waits until it accepts connections. Undefined when it ended instead: see `lastWords`.
 *
 * By `pg_ctl` everywhere, for on Windows an administrator's server must run without an administrator's rights, and that is how it comes by this.
 */
export async function spawnServer(
  cluster: Cluster,
  { port, settings = {} }: { port?: number | undefined; settings?: Record<string, string> },
): Promise<Server | undefined> {
  const all = { ...commonSettings(port ?? (await findFreePort())), ...settings };
  // A shell reads them, each system's own: no value has a blank or another character that means something there.
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  // However long: after a crash it first replays its log, and must not be disturbed.
  const patience = ['-w', '-t', String(24 * 3600)];
  const errors = await open(join(cluster.folder, 'start.log'), 'w', 0o600);
  try {
    const starting = spawn(
      cluster.binaries.pgCtl,
      ['start', '-s', '-D', cluster.data, ...patience, '-o', options.join(' ')],
      { ...serverProcess(cluster), stdio: ['ignore', errors.fd, errors.fd] },
    );
    const [code] = await once(starting, 'exit');
    return code === 0 ? await findServer(cluster) : undefined;
  } finally {
    await errors.close();
  }
}

/** Ends the server in order: connections are closed, what was committed is on disk. */
export async function stopServer({ binaries, data, account }: Cluster): Promise<void> {
  try {
    await run(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], serverProcess({ data, account }));
  } catch (error) {
    // It may have ended by itself in the meantime.
    if ((await readIfThere(join(data, 'postmaster.pid'))) !== '') throw error;
  }
}

/** What the server wrote last, for the person who has to find out why it does not start. */
export async function lastWords({ folder, data }: Cluster): Promise<string> {
  const current = /^stderr (.+)$/m.exec(await readIfThere(join(data, 'current_logfiles')))?.[1];
  const logged = current === undefined ? '' : await readIfThere(join(data, current));
  const lines = `${await readIfThere(join(folder, 'start.log'))}${logged}`.trim().split('\n');
  return lines.slice(-10).join('\n');
}

function commonSettings(port: number): Record<string, string> {
  const megabytes = totalmem() / 1024 ** 2;
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // An eighth of the memory: the same machine runs the product, a browser and somebody's other work.
    shared_buffers: `${Math.round(Math.min(Math.max(megabytes / 8, 64), 1024))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    // A whole import between two checkpoints.
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    // DETAIL and CONTEXT lines quote rows, and rows carry people's emails and tax numbers.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
}

async function isServerOf(data: string, pid: number): Promise<boolean> {
  const [program, ...options] = commandLineQuery(process.platform, pid);
  const { stdout } = await run(program, options, { windowsHide: true }).catch(() => ({ stdout: '' }));
  return servesFolder(process.platform, stdout, data);
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
