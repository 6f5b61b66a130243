import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@rede/local/free-port';
import { demoRealm } from '@rede/local/keycloak/realm';
import { startKeycloak } from '@rede/local/keycloak/start-keycloak';
import { bareEnvironment } from '@rede/local/machine';
import type { TestProject } from 'vitest/node';
import { evidenceFolder } from './evidence.ts';
import { findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the products under test answer, each worker's by its place, without a slash at the end. */
    addresses: string[];
    /** The real Keycloak that signs people in, where it is not the embedded provider. */
    keycloak: TestKeycloak | undefined;
  }
}

export interface TestKeycloak {
  url: string;
  administrator: { username: string; password: string };
  /** Of the service account that makes logins. */
  provisioningSecret: string;
}

const start = fileURLToPath(new URL('../local/src/start.ts', import.meta.url));

/**
 * Starts a product for each worker as `npm start` does, on data of its own, and ends them after the last test. With REDE_TEST_LOGIN=keycloak
 * people sign in at a real Keycloak, which knows one product: then there is one worker.
 */
export default async function setUp({ provide, config }: TestProject): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await findChromium();
  await rm(evidenceFolder, { recursive: true, force: true });
  await mkdir(evidenceFolder, { recursive: true });

  const ports = await Promise.all(Array.from({ length: config.maxWorkers }, () => findFreePort()));
  const addresses = ports.map((port) => `http://localhost:${port}`);
  const keycloak = process.env.REDE_TEST_LOGIN === 'keycloak' ? await startTestKeycloak(addresses) : undefined;
  provide('keycloak', keycloak?.known);
  const products: Product[] = [];
  const tearDown = async () => {
    await Promise.all(products.map((product) => product.stop()));
    await keycloak?.stop();
  };
  try {
    // One after the other: the first compiles what the others read.
    for (const port of ports) products.push(await startProduct(port, keycloak?.known));
  } catch (cause) {
    await tearDown();
    throw cause;
  }
  provide('addresses', addresses);
  return tearDown;
}

interface Product {
  stop: () => Promise<void>;
}

async function startProduct(port: number, keycloak: TestKeycloak | undefined): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'rede-e2e-'));
  // PostgreSQL refuses to run as root and then runs as a user who has to get through this folder.
  await chmod(data, 0o755);
  const log = join(evidenceFolder, `product-${port}.log`);
  const output = await open(log, 'w');
  const product = spawn(process.execPath, [start], {
    env: { ...environment(data, port), ...(keycloak && loginAt(keycloak)) },
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

async function startTestKeycloak(origins: string[]): Promise<{ known: TestKeycloak; stop: () => Promise<void> }> {
  const [origin] = origins;
  if (origin === undefined || origins.length > 1) throw new Error('A real Keycloak is for one worker: --maxWorkers=1.');
  const provisioningSecret = randomBytes(24).toString('base64url');
  const { url, administrator, log, stop } = await startKeycloak({
    port: await findFreePort(),
    realm: await demoRealm(),
    variables: { REDE_ORIGIN: origin, REDE_PROVISIONING_SECRET: provisioningSecret },
    announce: (text) => process.stderr.write(`${text}\n`),
  });
  return {
    known: { url, administrator, provisioningSecret },
    async stop() {
      await writeFile(join(evidenceFolder, 'keycloak.log'), await log());
      await stop();
    },
  };
}

function loginAt({ url, provisioningSecret }: TestKeycloak): NodeJS.ProcessEnv {
  return {
    KEYCLOAK_URL: url,
    KEYCLOAK_PROVISIONING_CLIENT_ID: 'rede-provisioning',
    KEYCLOAK_PROVISIONING_SECRET: provisioningSecret,
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
