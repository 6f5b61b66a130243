import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppOptions } from '@rede/api/app';
import { type Config, readConfig } from '@rede/api/config';
import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { run } from '@rede/api/run';
import { todayInLisbon } from '@rede/contract/days';
import { loadDemo } from '@rede/demo/load';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address.ts';
import { errorCode } from './error-code.ts';
import { ExplainedError } from './explained-error.ts';
import { findNamedAccounts, putDemoAccounts } from './identity/accounts.ts';
import { createIdentityProvider } from './identity/provider.ts';

/** Logins of the demo network that stand for something; the password is the user name. */
export const demoAccounts: Record<string, string> = {
  admin: 'a administração, com o back office',
  lider: 'uma líder com quase toda a rede de demonstração',
  consultor: 'um consultor com uma rede pequena',
  novo: 'quem ainda não tem ninguém na rede',
  suspenso: 'alguém com a conta suspensa',
};

/** The configuration of a machine of one's own: what the environment does not say is embedded here. */
export function localConfig(databaseUrl: string): Config {
  const { PORT, KEYCLOAK_URL, LOG_LEVEL } = process.env;
  try {
    return readConfig({
      ...process.env,
      DATABASE_URL: databaseUrl,
      KEYCLOAK_URL: KEYCLOAK_URL || addressOf(PORT),
      LOG_LEVEL: LOG_LEVEL || 'warn',
    });
  } catch (error) {
    throw error instanceof Error ? new ExplainedError(error.message) : error;
  }
}

/** Fills an empty database, once in its life: `folder` keeps note of it, also of having been asked not to. */
export async function loadDemoOnce(
  database: Database,
  databaseUrl: string,
  folder: string,
  { empty }: { empty: boolean },
): Promise<void> {
  const note = join(folder, 'demo-network');
  if (await isThere(note)) return;
  const someone = await database.selectFrom('consultants').select('id').limit(1).executeTakeFirst();
  if (!someone && !empty) {
    await loadDemo(databaseUrl, { today: todayInLisbon(), withAccounts: putDemoAccounts });
  }
  await writeFile(note, someone || !empty ? 'loaded\n' : 'left out\n');
}

export interface Product {
  app: FastifyInstance;
  /** The names that the embedded login knows beside the consultants' codes; none where another login is configured. */
  accounts: string[];
  stop: () => Promise<void>;
}

interface ServeOptions {
  config: Config;
  /** What fills the database before anything is served. */
  prepare?: (database: Database) => Promise<void>;
  /** How the app is served; `mount` here comes after the identity provider's. */
  app?: Omit<AppOptions, 'config' | 'database'>;
}

/** Migrates, then serves the product, with the embedded identity provider unless another is configured. */
export async function serveProduct({ config, prepare, app: options = {} }: ServeOptions): Promise<Product> {
  const database = connect(config.database.url, { poolSize: config.database.poolSize });
  try {
    await migrate(database);
    await prepare?.(database);
    const { url, realm, clientId } = config.keycloak;
    const provider = process.env.KEYCLOAK_URL
      ? undefined
      : await createIdentityProvider({ pool: database.pool, origin: url, realm, clientId });
    const app = await run({
      ...options,
      config,
      database,
      mount: async (app) => {
        provider?.mount(app);
        await options.mount?.(app);
      },
    });
    const stop = async () => {
      await app.close();
      provider?.close();
      await database.destroy();
    };
    const accounts = provider ? await findNamedAccounts(database.pool) : [];
    return { app, accounts: accounts.map(({ username }) => username), stop };
  } catch (error) {
    await database.destroy();
    throw errorCode(error) === 'EADDRINUSE'
      ? new ExplainedError(
          `A porta ${config.port} já está ocupada por outro programa. Escolha outra: PORT=3001 npm start`,
        )
      : error;
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
