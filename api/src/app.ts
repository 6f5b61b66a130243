import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Day, todayInLisbon } from '@rede/contract/days';
import { viewedConsultantHeader } from '@rede/contract/endpoint';
import { largestFile } from '@rede/contract/orders-import';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { registerActivity } from './activity/routes.ts';
import { registerAttention } from './attention/routes.ts';
import { upkeepJobs } from './background/jobs.ts';
import { startWorker } from './background/worker.ts';
import type { Config } from './config.ts';
import { registerConsultants } from './consultants/routes.ts';
import type { Database } from './db/client.ts';
import { registerHistory } from './history/routes.ts';
import { answerErrors } from './http/errors.ts';
import { setHeaders } from './http/headers.ts';
import { refuseUnknownUrls, serveLogo, serveManifest, servePages } from './http/pages.ts';
import { Problem } from './http/problem.ts';
import { decodableUrl, acceptOnlyJson } from './http/requests.ts';
import { findCaller, findViewedCaller, requireAdmin } from './identity/caller.ts';
import { registerIdentity, settingsOf } from './identity/routes.ts';
import { tokenVerifier } from './identity/tokens.ts';
import { type LogDestination, loggerOptions } from './log.ts';
import { registerLogins } from './logins/routes.ts';
import { loginsJob, type Pace } from './logins/job.ts';
import { registerDashboard } from './dashboard/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerOrdersImport } from './orders-import/routes.ts';
import { registerSavedViews } from './saved-views/routes.ts';
import { registerSearch } from './search/routes.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  config: Config;
  database: Database;
  /** Today's day in Lisbon; tests set another one. */
  today?: () => Day;
  /** The folder of the built web; without one only the API is served. */
  pages?: string | undefined;
  /** Adds embedded replacements of other servers, before anything else is registered. */
  mount?: (app: FastifyInstance) => void | Promise<void>;
  /** False for the development server only, whose pages have inline scripts. */
  contentSecurityPolicy?: boolean;
  /** The destination of log lines; by default standard output. */
  logTo?: LogDestination;
  /** The largest file of an import, in bytes; tests set a smaller one. */
  largestUpload?: number;
  /** How long an upload may be silent, in milliseconds; tests set a shorter time. */
  longestSilence?: number;
  /** Whether the background worker updates derived tables; tests do it themselves. */
  upkeep?: boolean;
  /** The delays of the logins job; tests set shorter ones. */
  loginPace?: Pace;
}

/** The whole server, ready to listen. Closing it leaves the database pool open. */
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
    // As long as a URL may be: the contract's schemas refuse long values with their own messages.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: decodableUrl,
    forceCloseConnections: 'idle',
  });
  // The contract's schemas validate requests; the JSON schemas are for documentation only.
  app.setValidatorCompiler(() => () => true);
  answerErrors(app);
  logAnswers(app);
  closeConnectionsAfterLastAnswer(app);
  await setHeaders(app, config.keycloak.url, contentSecurityPolicy);
  await app.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: '1 minute',
    allowList: (request) => !isCall(request.url),
  });
  await app.register(compress, { threshold: 1024 });
  acceptOnlyJson(app);
  await app.register(multipart, { limits: { files: 1, fields: 8, fileSize: largestUpload } });
  await registerDocs(app, config.title);
  identifyCallers(app, config, database);

  await options.mount?.(app);
  registerHealth(app, config, database);
  await serveLogo(app, config.logoFile, options.pages);
  serveManifest(app, config.title);
  const services = { app, database, config, today };
  registerIdentity(services);
  registerConsultants(services);
  registerHistory(services);
  registerLogins(services);
  registerOrders(services);
  registerOrdersImport(services, options.longestSilence);
  registerDashboard(services);
  registerActivity(services);
  registerAttention(services);
  registerSearch(services);
  registerSavedViews(services);
  startBackground(services, options);
  if (options.pages) await servePages(app, options.pages, settingsOf(config));
  else refuseUnknownUrls(app);
  return app;
}

const isCall = (url: string) => url.startsWith('/api/');

/** One line for each answer, with the declared route instead of the URL, which may contain an email. */
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
 * When the server stops, closes all connections after the last pending answer. Idle ones, and those that browsers open in advance, would
 * otherwise delay the stop by a minute.
 */
function closeConnectionsAfterLastAnswer(app: FastifyInstance): void {
  let pending = 0;
  let stopping = false;
  const endIfDone = () => {
    if (stopping && pending === 0) setImmediate(() => app.server.closeAllConnections());
  };
  app.addHook('onRequest', async (_request, reply) => {
    pending += 1;
    reply.raw.once('close', () => {
      pending -= 1;
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
  // After listening: an embedded identity provider runs on this same server.
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
    const viewed = request.headers[viewedConsultantHeader];
    if (viewed !== undefined) {
      if (access !== 'own' || request.method !== 'GET') throw new Problem('forbidden', onlyReads);
      return findViewedCaller(database, claims, String(viewed));
    }
    return access === 'admin' ? requireAdmin(claims) : findCaller(database, claims);
  });
}

const onlyReads = 'Ver como um consultor só permite consultar o dashboard.';

function registerHealth(app: FastifyInstance, { logLevel }: Config, database: Database): void {
  // Called every few seconds: success is not worth a log line.
  const level = logLevel === 'debug' || logLevel === 'info' ? 'warn' : logLevel;
  app.get('/health', { schema: { hide: true }, logLevel: level }, async () => {
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
