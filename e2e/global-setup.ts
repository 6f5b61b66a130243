import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@rede/local/free-port';
import { demoRealm } from '@rede/local/keycloak/realm';
import { startKeycloak } from '@rede/local/keycloak/start-keycloak';
import type { TestProject } from 'vitest/node';
import { evidenceFolder } from './evidence.ts';
import { findChromium } from './chromium.ts';
import { type Product, startProduct } from './start-product.ts';

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
  const settings = keycloak ? loginAt(keycloak.known) : {};
  const products: Product[] = [];
  const tearDown = async () => {
    await Promise.all(products.map((product) => product.stop()));
    await keycloak?.stop();
  };
  try {
    // One after the other: the first compiles what the others read.
    for (const port of ports) products.push(await startProduct({ port, settings }));
  } catch (cause) {
    await tearDown();
    throw cause;
  }
  provide('addresses', addresses);
  return tearDown;
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
