import { readFileSync } from 'node:fs';
import { z } from 'zod';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
const optional = z.string().trim().optional();

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('localhost'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  KEYCLOAK_URL: z.url({ protocol: /^https?$/ }),
  KEYCLOAK_REALM: z.string().min(1).default('rede'),
  KEYCLOAK_CLIENT_ID: z.string().min(1).default('rede-web'),
  /** The service account that creates logins for consultants; without it, none are created. */
  KEYCLOAK_PROVISIONING_CLIENT_ID: optional,
  KEYCLOAK_PROVISIONING_SECRET: optional,
  /** The URL of Keycloak's administration for the server itself, if not KEYCLOAK_URL. */
  KEYCLOAK_PROVISIONING_URL: z.url({ protocol: /^https?$/ }).optional(),
  ROOT_UPLINE_CODE: z.string().trim().min(1).max(40).default('IK0'),
  APP_TITLE: z.string().trim().min(1).default('Rede'),
  LOGO_FILE: optional,
  CONTACT_PHONE: optional,
  CONTACT_EMAIL: optional,
  CONTACT_WEBSITE: z.url({ protocol: /^https?$/ }).optional(),
  EXPORT_CONSULTANTS: flag,
  EXPORT_ORDERS: flag,
  /** Calls a minute from one IP address; more are answered 429. */
  RATE_LIMIT: z.coerce.number().int().min(1).default(600),
  /** Behind a reverse proxy: trust its X-Forwarded-* headers. */
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Access to the user administration of a Keycloak realm. */
export interface Provisioning {
  url: string;
  realm: string;
  /** The client that signs in after the login's emails. */
  webClientId: string;
  clientId: string;
  secret: string;
}

export interface Config {
  port: number;
  host: string;
  database: { url: string; poolSize: number };
  keycloak: { url: string; realm: string; clientId: string };
  /** Undefined when no logins are created for consultants. */
  provisioning: Provisioning | undefined;
  rootUplineCode: string;
  title: string;
  logoFile: string | undefined;
  contact: { phone: string | null; email: string | null; website: string | null };
  exports: { consultants: boolean; orders: boolean };
  rateLimit: number;
  trustProxy: boolean;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Variables that may come from a file, named by the variable with `_FILE`, where the environment is not secret. */
const secrets = ['DATABASE_URL', 'KEYCLOAK_PROVISIONING_SECRET'];

/** The server's configuration from environment variables; blank ones count as unset. Throws an error that names every invalid one. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const errors = secrets.flatMap((name) => readSecret(given, name));
  if (given.KEYCLOAK_PROVISIONING_CLIENT_ID && !given.KEYCLOAK_PROVISIONING_SECRET) {
    errors.push('KEYCLOAK_PROVISIONING_SECRET: falta, e KEYCLOAK_PROVISIONING_CLIENT_ID precisa dele');
  }
  const parsed = environment.safeParse(given);
  if (!parsed.success) errors.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  if (!parsed.success || errors.length > 0) {
    throw new Error(['A configuração não é válida:', ...errors.map((error) => `  ${error}`)].join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE },
    keycloak: {
      url: env.KEYCLOAK_URL.replace(/\/+$/, ''),
      realm: env.KEYCLOAK_REALM,
      clientId: env.KEYCLOAK_CLIENT_ID,
    },
    provisioning: provisioningOf(env),
    rootUplineCode: env.ROOT_UPLINE_CODE,
    title: env.APP_TITLE,
    logoFile: env.LOGO_FILE,
    contact: {
      phone: env.CONTACT_PHONE ?? null,
      email: env.CONTACT_EMAIL ?? null,
      website: env.CONTACT_WEBSITE ?? null,
    },
    exports: { consultants: env.EXPORT_CONSULTANTS, orders: env.EXPORT_ORDERS },
    rateLimit: env.RATE_LIMIT,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  };
}

/** Reads a secret from its file into the variables; returns what is wrong. */
function readSecret(variables: Record<string, string | undefined>, name: string): string[] {
  const file = variables[`${name}_FILE`];
  if (file === undefined) return [];
  if (variables[name] !== undefined) return [`${name}_FILE: ${name} também está definida`];
  try {
    variables[name] = readFileSync(file, 'utf8').trim();
    return [];
  } catch (error) {
    return [`${name}_FILE: ${error instanceof Error ? error.message : 'não se consegue ler'}`];
  }
}

function provisioningOf(env: z.infer<typeof environment>): Provisioning | undefined {
  const { KEYCLOAK_PROVISIONING_CLIENT_ID: clientId, KEYCLOAK_PROVISIONING_SECRET: secret } = env;
  if (!clientId || !secret) return undefined;
  const url = (env.KEYCLOAK_PROVISIONING_URL ?? env.KEYCLOAK_URL).replace(/\/+$/, '');
  return { url, realm: env.KEYCLOAK_REALM, webClientId: env.KEYCLOAK_CLIENT_ID, clientId, secret };
}
