import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppOptions } from '@rede/api/app';
import { type Config, readConfig } from '@rede/api/config';
import { connect, type Database, isUnavailable, sqlState } from '@rede/api/db/client';
import { migrate, SchemaError } from '@rede/api/db/migrate';
import { run } from '@rede/api/run';
import { todayInLisbon } from '@rede/contract/days';
import { loadDemo } from '@rede/demo/load';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address.ts';
import { errorCode } from './error-code.ts';
import { ExplainedError } from './explained-error.ts';
import { explainPort, refuseTakenPort } from './free-port.ts';
import { findNamedAccounts, putDemoAccounts } from './identity/accounts.ts';
import { createIdentityProvider, refuseProduction } from './identity/provider.ts';

/** Logins of the demo network that stand for something; the password is the user name. */
export const demoAccounts: Record<string, string> = {
  admin: 'a administração, com o back office',
  lider: 'uma líder com quase toda a rede de demonstração',
  consultor: 'um consultor com uma rede pequena',
  novo: 'quem ainda não tem ninguém na rede',
  suspenso: 'alguém com a conta suspensa',
};

/**
 * The configuration of a machine of one's own: what the environment does not say is embedded here. Where no database is named, its
 * address is known only once it runs.
 */
export function localConfig(): Config {
  const { DATABASE_URL, KEYCLOAK_URL, LOG_LEVEL } = process.env;
  if (!KEYCLOAK_URL) refuseProduction();
  try {
    const config = readConfig({
      ...process.env,
      DATABASE_URL: DATABASE_URL || 'postgresql://embedded',
      KEYCLOAK_URL: KEYCLOAK_URL || addressOf(),
      LOG_LEVEL: LOG_LEVEL || 'warn',
    });
    return KEYCLOAK_URL ? config : withEmbeddedLogin(config);
  } catch (error) {
    throw error instanceof Error ? new ExplainedError(error.message) : error;
  }
}

/** The embedded login, which knows our service account by a secret that nobody else does. */
function withEmbeddedLogin(config: Config): Config {
  const { realm, clientId: webClientId } = config.keycloak;
  const url = addressOf(config.port);
  const secret = randomBytes(32).toString('base64url');
  return {
    ...config,
    keycloak: { ...config.keycloak, url },
    provisioning: { url, realm, webClientId, clientId: 'rede-provisioning', secret },
  };
}

/** Fills an empty database, once in its life: a note is kept of it, also of having been asked not to. Answers whether it was ever filled. */
async function loadDemoOnce(database: Database, { url, folder, empty }: EmbeddedDatabase): Promise<boolean> {
  const file = join(folder, 'demo-network');
  const note = await readFile(file, 'utf8').catch(() => undefined);
  if (note !== undefined) return note === LOADED;
  const someone = await database.selectFrom('consultants').select('id').limit(1).executeTakeFirst();
  if (!someone && !empty) {
    await loadDemo(url, { today: todayInLisbon(), withAccounts: putDemoAccounts });
  }
  const isLoaded = someone !== undefined || !empty;
  await writeFile(file, isLoaded ? LOADED : 'left out\n');
  return isLoaded;
}

const LOADED = 'loaded\n';

export interface Product {
  app: FastifyInstance;
  /** The names that the embedded login knows beside the consultants' codes; none where another login is configured. */
  accounts: string[];
  /** Whether the demo network, or another, was ever in the embedded database. */
  hasDemo: boolean;
  stop: () => Promise<void>;
}

interface EmbeddedDatabase {
  url: string;
  /** The data folder, which keeps note of the demo network. */
  folder: string;
  /** Whether to leave the demo network out. */
  empty: boolean;
}

interface ServeOptions {
  config: Config;
  /** Stands in for the configured database. Only this one is filled: a server of somebody's own is left as it is. */
  embedded?: EmbeddedDatabase;
  /** How the app is served; `mount` here comes after the identity provider's. */
  app?: Omit<AppOptions, 'config' | 'database'>;
}

/** Migrates, then serves the product, with the embedded identity provider unless another is configured. */
export async function serveProduct({ config, embedded, app: options = {} }: ServeOptions): Promise<Product> {
  const database = connect(embedded?.url ?? config.database.url, { poolSize: config.database.poolSize });
  try {
    await refuseTakenPort(config.host, config.port);
    await migrate(database);
    const hasDemo = embedded !== undefined && (await loadDemoOnce(database, embedded));
    const { url, realm, clientId } = config.keycloak;
    const provider = process.env.KEYCLOAK_URL
      ? undefined
      : await createIdentityProvider({
          pool: database.pool,
          origin: url,
          realm,
          clientId,
          service: config.provisioning,
          tell: (text) => process.stdout.write(text),
        });
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
    return { app, accounts: accounts.map(({ username }) => username), hasDemo, stop };
  } catch (error) {
    await database.destroy();
    throw explainPort(explainDatabase(error), config.port);
  }
}

/**
 * What it means for a person that a database cannot be reached, does not let us in or is not there; the error itself where it
 * means something else.
 */
export function explainDatabase(error: unknown): unknown {
  if (error instanceof SchemaError) return new ExplainedError(error.message);
  if (!isUnavailable(error) && !/^(28|3D)/.test(sqlState(error) ?? '')) return error;
  // Where a name has several addresses the error of all of them together has no message.
  const reason = (error instanceof Error && error.message) || errorCode(error);
  return new ExplainedError(`Não foi possível usar a base de dados (DATABASE_URL): ${reason}`);
}
