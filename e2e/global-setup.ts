import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { evidenceFolder } from './evidence.ts';
import { findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product under test answers, without a slash at the end. */
    address: string;
  }
}

const start = fileURLToPath(new URL('../local/src/start.ts', import.meta.url));

/** Starts the product as `npm start` does, on data of its own, and ends it after the last test. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await findChromium();
  await rm(evidenceFolder, { recursive: true, force: true });
  await mkdir(evidenceFolder, { recursive: true });

  const data = await mkdtemp(join(tmpdir(), 'rede-e2e-'));
  // PostgreSQL refuses to run as root and then runs as a user who has to get through this folder.
  await chmod(data, 0o755);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const log = join(evidenceFolder, 'product.log');
  const output = await open(log, 'w');
  const product = spawn(process.execPath, [start], {
    env: environment(data, port),
    // It ends when the channel does: also when this process is killed.
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
  });
  await output.close();

  const tearDown = async () => {
    await end(product);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await untilHealthy(address, product);
  } catch (cause) {
    await tearDown();
    throw new Error(`The product did not start:\n${await readFile(log, 'utf8')}`, { cause });
  }
  provide('address', address);
  return tearDown;
}

/** Of this process's own nothing but what programs need to run: neither a developer's database nor the test runner's mode. */
function environment(data: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    REDE_DATA: data,
    PORT: String(port),
    // All visitors come from one address here.
    RATE_LIMIT: '100000',
    CONTACT_PHONE: '+351 210 000 000',
    EXPORT_ORDERS: 'true',
  };
}

async function untilHealthy(address: string, product: ChildProcess): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    if (product.exitCode !== null || product.signalCode !== null) {
      throw new Error(`It ended with ${product.exitCode ?? product.signalCode}.`);
    }
    const answer = await fetch(`${address}/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new Error('It was not healthy within three minutes.');
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return;
  const ended = once(product, 'exit');
  product.kill('SIGTERM');
  const late = AbortSignal.timeout(20_000);
  late.addEventListener('abort', () => product.kill('SIGKILL'));
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('No free port.');
  return bound.port;
}
