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

export interface Config {
  port: number;
  host: string;
  database: { url: string; poolSize: number };
  keycloak: { url: string; realm: string; clientId: string };
  rootUplineCode: string;
  title: string;
  logoFile: string | undefined;
  contact: { phone: string | null; email: string | null; website: string | null };
  exports: { consultants: boolean; orders: boolean };
  rateLimit: number;
  trustProxy: boolean;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The server's configuration from environment variables; blank ones count as unset. Throws an error that names every wrong one. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const complaints = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`A configuração não é válida:\n${complaints.join('\n')}`);
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
