import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Day, todayInLisbon } from '@rede/contract/days';
import { largestFile } from '@rede/contract/orders-import';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { upkeepJobs } from './background/jobs.ts';
import { startWorker } from './background/worker.ts';
import type { Config } from './config.ts';
import { registerConsultants } from './consultants/routes.ts';
import type { Database } from './db/client.ts';
import { registerHistory } from './history/routes.ts';
import { answerErrors } from './http/errors.ts';
import { setHeaders } from './http/headers.ts';
import { refuseUnknownAddresses, serveLogo, servePages } from './http/pages.ts';
import { Problem } from './http/problem.ts';
import { readableAddress, takeOnlyJson } from './http/requests.ts';
import { findCaller, requireAdmin } from './identity/caller.ts';
import { registerIdentity } from './identity/routes.ts';
import { tokenVerifier } from './identity/tokens.ts';
import { type LogDestination, loggerOptions } from './log.ts';
import { registerLogins } from './logins/routes.ts';
import { loginsJob, type Pace } from './logins/job.ts';
import { registerDashboard } from './dashboard/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerOrdersImport } from './orders-import/routes.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  config: Config;
  database: Database;
  /** The day it is in Lisbon; for tests that need another. */
  today?: () => Day;
  /** The folder of the built web; without one only the API is served. */
  pages?: string | undefined;
  /** Adds what stands in for other servers, before anything else is registered. */
  mount?: (app: FastifyInstance) => void | Promise<void>;
  /** False for the development server alone, whose pages carry inline scripts. */
  contentSecurityPolicy?: boolean;
  /** Where log lines go; without one, to standard output. */
  logTo?: LogDestination;
  /** The largest file taken for an import, in bytes; for tests that need a smaller one. */
  largestUpload?: number;
  /** How long an upload may be silent, in milliseconds; for tests that do not wait so long. */
  longestSilence?: number;
  /** Whether derived tables are kept up in the background; for tests that say themselves when. */
  upkeep?: boolean;
  /** How long the making of logins waits; for tests that do not wait so long. */
  loginPace?: Pace;
}

/** The whole server, ready to listen. It does not own the database: closing it leaves the pool open. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    config,
    database,
    today = todayInLisbon,
    contentSecurityPolicy = true,
    largestUpload = largestFile,
  } = options;
  const app = fastify({
    logger: loggerOptions(config.logLevel, options.logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    // As long as an address may be at all: a value too long for its parameter is told so by the contract.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: readableAddress,
    forceCloseConnections: 'idle',
  });
  // The contract's schemas check what comes in; the JSON schemas made from them only document it.
  app.setValidatorCompiler(() => () => true);
  answerErrors(app);
  logAnswers(app);
  endConnectionsWithTheLastAnswer(app);
  await setHeaders(app, config.keycloak.url, contentSecurityPolicy);
  await app.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: '1 minute',
    allowList: (request) => !isCall(request.url),
  });
  await app.register(compress, { threshold: 1024 });
  takeOnlyJson(app);
  await app.register(multipart, { limits: { files: 1, fields: 8, fileSize: largestUpload } });
  await registerDocs(app, config.title);
  identifyCallers(app, config, database);

  await options.mount?.(app);
  registerHealth(app, config, database);
  await serveLogo(app, config.logoFile);
  const services = { app, database, config, today };
  registerIdentity(services);
  registerConsultants(services);
  registerHistory(services);
  registerLogins(services);
  registerOrders(services);
  registerOrdersImport(services, options.longestSilence);
  registerDashboard(services);
  startBackground(services, options);
  if (options.pages) await servePages(app, options.pages);
  else refuseUnknownAddresses(app);
  return app;
}

const isCall = (url: string) => url.startsWith('/api/');

/** One line an answer: the route as declared, never the address, which may carry an email. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}

/**
 * Once the server stops, all connections end with the last answer that is still owed. Left to themselves, those kept alive, and
 * those that browsers open ahead without asking anything, would hold the stop up for a minute.
 */
function endConnectionsWithTheLastAnswer(app: FastifyInstance): void {
  let owed = 0;
  let stopping = false;
  const endIfDone = () => {
    if (stopping && owed === 0) setImmediate(() => app.server.closeAllConnections());
  };
  app.addHook('onRequest', async (_request, reply) => {
    owed += 1;
    reply.raw.once('close', () => {
      owed -= 1;
      endIfDone();
    });
  });
  app.addHook('preClose', async () => {
    stopping = true;
    endIfDone();
  });
}

function startBackground({ app, database, config, today }: Services, { upkeep = true, loginPace }: AppOptions): void {
  const { provisioning, rootUplineCode } = config;
  let worker: ReturnType<typeof startWorker> | undefined;
  // Not before: an identity provider that is embedded answers on this same server.
  app.addHook('onListen', async () => {
    worker = startWorker(
      (stopping) => [
        ...(upkeep ? upkeepJobs(database, today, rootUplineCode) : []),
        ...(provisioning ? [loginsJob(database, provisioning, app.log, stopping, loginPace)] : []),
      ],
      app.log,
    );
  });
  app.addHook('preClose', () => worker?.stop());
}

function identifyCallers(app: FastifyInstance, config: Config, database: Database): void {
  const verifyToken = tokenVerifier(config.keycloak);
  app.decorateRequest('caller', undefined);
  app.decorate('identify', async (request, access) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw new Problem('unauthenticated', 'Inicie sessão para continuar.');
    }
    const claims = await verifyToken(token);
    return access === 'admin' ? requireAdmin(claims) : findCaller(database, claims);
  });
}

function registerHealth(app: FastifyInstance, { logLevel }: Config, database: Database): void {
  // Asked every few seconds: that all is well need not be told each time.
  const told = logLevel === 'debug' || logLevel === 'info' ? 'warn' : logLevel;
  app.get('/health', { schema: { hide: true }, logLevel: told }, async () => {
    await sql`select 1`.execute(database);
    return { status: 'ok' };
  });
}

async function registerDocs(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', theme: { title } });
}
