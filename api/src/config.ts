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
  /** The service account that makes logins for consultants; without it, none are made. */
  KEYCLOAK_PROVISIONING_CLIENT_ID: optional,
  KEYCLOAK_PROVISIONING_SECRET: optional,
  /** Where the server itself reaches Keycloak's administration, when that is not KEYCLOAK_URL. */
  KEYCLOAK_PROVISIONING_URL: z.url({ protocol: /^https?$/ }).optional(),
  ROOT_UPLINE_CODE: z.string().trim().min(1).max(40).default('IK0'),
  APP_TITLE: z.string().trim().min(1).default('Rede'),
  LOGO_FILE: optional,
  CONTACT_PHONE: optional,
  CONTACT_EMAIL: optional,
  CONTACT_WEBSITE: z.url({ protocol: /^https?$/ }).optional(),
  EXPORT_CONSULTANTS: flag,
  EXPORT_ORDERS: flag,
  /** Calls a minute from one address; more are answered 429. */
  RATE_LIMIT: z.coerce.number().int().min(1).default(600),
  /** Behind a reverse proxy: believe its X-Forwarded-* headers. */
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** What it takes to administer the users of a Keycloak realm. */
export interface Provisioning {
  url: string;
  realm: string;
  /** The application that the login leads to. */
  webClientId: string;
  clientId: string;
  secret: string;
}

export interface Config {
  port: number;
  host: string;
  database: { url: string; poolSize: number };
  keycloak: { url: string; realm: string; clientId: string };
  /** Undefined where logins are not made for consultants. */
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

/** What a file may hold, whose path is in the variable of the same name with `_FILE`: where others would see an environment. */
const secrets = ['DATABASE_URL', 'KEYCLOAK_PROVISIONING_SECRET'];

/** The server's configuration from environment variables; blank ones count as unset. Throws an error that names every wrong one. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const complaints = secrets.flatMap((name) => readSecret(given, name));
  if (given.KEYCLOAK_PROVISIONING_CLIENT_ID && !given.KEYCLOAK_PROVISIONING_SECRET) {
    complaints.push('KEYCLOAK_PROVISIONING_SECRET: falta, e KEYCLOAK_PROVISIONING_CLIENT_ID precisa dele');
  }
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    complaints.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  if (!parsed.success || complaints.length > 0) {
    throw new Error(['A configuração não é válida:', ...complaints.map((complaint) => `  ${complaint}`)].join('\n'));
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

/** Puts a secret that is in a file among the variables; answers what is wrong with it. */
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
