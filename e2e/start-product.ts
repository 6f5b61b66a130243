import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@rede/local/machine';
import { evidenceFolder } from './evidence.ts';

const start = fileURLToPath(new URL('../local/src/start.ts', import.meta.url));

export interface Product {
  stop: () => Promise<void>;
}

interface ProductOptions {
  port: number;
  /** Settings beside the usual ones of a test. */
  settings?: NodeJS.ProcessEnv;
  /** A module that is loaded before the product. */
  preload?: URL;
}

/** Starts the product as `npm start` does, on data of its own that go when it is stopped. */
export async function startProduct({ port, settings, preload }: ProductOptions): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'rede-e2e-'));
  // PostgreSQL refuses to run as root and then runs as a user who has to get through this folder.
  await chmod(data, 0o755);
  const log = join(evidenceFolder, `product-${port}.log`);
  const output = await open(log, 'w');
  const product = spawn(process.execPath, [...(preload ? ['--import', preload.href] : []), start], {
    env: { ...environment(data, port), ...settings },
    // It ends when the channel does: also when this process is killed.
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
  });
  await output.close();

  const stop = async () => {
    await end(product);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await untilHealthy(`http://localhost:${port}`, product);
  } catch (cause) {
    await stop();
    throw new Error(`The product did not start:\n${await readFile(log, 'utf8')}`, { cause });
  }
  return { stop };
}

/** Of this process's own nothing but what programs need to run: neither a developer's database nor the test runner's mode. */
function environment(data: string, port: number): NodeJS.ProcessEnv {
  return {
    ...bareEnvironment(process.platform, process.env),
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
  product.disconnect();
  const late = AbortSignal.timeout(20_000);
  late.addEventListener('abort', () => product.kill('SIGKILL'));
  await ended;
}
