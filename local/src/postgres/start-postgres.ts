import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { commandWith } from '../../machine.mjs';
import { errorCode } from '../error-code.ts';
import { ExplainedError } from '../explained-error.ts';
import { type Cluster, openCluster, productPassword } from './cluster.ts';
import { ensureRole } from './role.ts';
import { findServer, lastWords, type Server, spawnServer, stopServer } from './server.ts';

export interface EmbeddedPostgres {
  /** The folder that was given. */
  folder: string;
  /** Of the database `rede`, as its owner, who is no superuser. The same for as long as it runs. */
  url: string;
  /** Says where the product answers, for whoever starts it on the same data a second time. */
  announce: (address: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** The product runs on these data already; the message says where. */
export class AlreadyRunningError extends ExplainedError {
  override name = 'AlreadyRunningError';
  /** Of its database, as `EmbeddedPostgres` has it; undefined while it is still starting. */
  readonly url: string | undefined;

  constructor(message: string, url: string | undefined) {
    super(message);
    this.url = url;
  }
}

/** "REDE" in ASCII: the advisory lock that the running product holds in the database `postgres`. */
const LOCK = 0x52454445;

/** A start or a stop that somebody else began is over within this time, or something is wrong. */
const PATIENCE_MS = 60_000;

const KEPT_LOG = {
  logging_collector: 'on',
  // A file for each day of the week, begun anew a week later.
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
};

/**
 * The real PostgreSQL, with its data in a folder of its own below the given one. Whoever holds the advisory lock
 * owns the server, no matter who started it: so a server left behind by a killed product is simply taken over, and
 * of two that start at once one is told. A server that dies is started again at the same address; `onLost` hears
 * when that is not possible.
 *
 * Throws an AlreadyRunningError when the product already runs on these data.
 */
export async function startPostgres({
  folder,
  onLost,
}: {
  folder: string;
  onLost: (reason: unknown) => void;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(join(folder, 'postgres'));
  let state = 'starting';
  let stopping = false;
  let restored = Promise.resolve();

  const own = async (port?: number): Promise<{ server: Server; lock: Client }> => {
    const owned = await takeLock(cluster, state, port);
    owned.lock.once('end', () => {
      if (!stopping) restored = restore();
    });
    return owned;
  };
  const restore = async (): Promise<void> => {
    try {
      ({ lock } = await own(server.port));
    } catch (error) {
      onLost(error);
    }
  };
  // oxlint-disable-next-line prefer-const -- destructured together, and the lock is replaced by a later connection
  let { server, lock } = await own();
  const stop = async (): Promise<void> => {
    stopping = true;
    await restored;
    await introduce(lock, 'stopping').catch(() => undefined);
    // The lock goes with the server and not before: nobody may take over what is about to end.
    if ((await findServer(cluster)) !== undefined) await stopServer(cluster);
    await lock.end().catch(() => undefined);
  };
  try {
    await createDatabase(lock, cluster);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    folder,
    url: productUrl(cluster, server),
    async announce(address) {
      state = address;
      await introduce(lock, state);
    },
    stop,
  };
}

async function takeLock(
  cluster: Cluster,
  state: string,
  port: number | undefined,
): Promise<{ server: Server; lock: Client }> {
  const deadline = Date.now() + PATIENCE_MS;
  let obstacle = '';
  while (Date.now() < deadline) {
    // None: another start was first, the port was taken in the meantime, or it really cannot start.
    const server = (await findServer(cluster)) ?? (await spawnServer(cluster, { port, settings: KEPT_LOG }));
    if (server === undefined) {
      obstacle = await lastWords(cluster);
    } else {
      const answer = await tryLock(cluster, server, state);
      if (answer instanceof Client) return { server, lock: answer };
      if (answer !== 'away') {
        obstacle = describe(answer, cluster);
        if (answer.state !== 'stopping') {
          throw new AlreadyRunningError(
            obstacle,
            answer.state === 'starting' ? undefined : productUrl(cluster, server),
          );
        }
      }
    }
    await delay(100);
  }
  throw new ExplainedError(`O PostgreSQL não arrancou com os dados em ${cluster.folder}.\n${obstacle}`);
}

function productUrl(cluster: Cluster, { port }: Server): string {
  return `postgresql://rede:${productPassword(cluster)}@127.0.0.1:${port}/rede`;
}

interface Holder {
  pid: string;
  state: string;
}

/** The connection that holds the lock, or who holds it. 'away': the server is starting, recovering or shutting down. */
async function tryLock(cluster: Cluster, { port }: Server, state: string): Promise<Client | Holder | 'away'> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.superuserPassword,
    database: 'postgres',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  // A connection that breaks says so by its 'end' as well, and by the query that was running.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const attempt = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [LOCK]);
    if (attempt.rows[0]?.ours === true) {
      await introduce(client, state);
      return client;
    }
    const holder = await findHolder(client);
    await client.end();
    return holder;
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = errorCode(error);
    // A connection that breaks in the middle has no code.
    if (code === undefined || AWAY.has(code)) return 'away';
    throw error;
  }
}

/** Refused, cut, and PostgreSQL's admin_shutdown and cannot_connect_now. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03']);

/** Who holds the lock is told by the name of its connection. */
async function introduce(lock: Client, state: string): Promise<void> {
  await lock.query("select set_config('application_name', $1, false)", [`rede ${process.pid} ${state}`]);
}

async function findHolder(client: Client): Promise<Holder> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = $1`,
    [LOCK],
  );
  const [, pid = '?', state = 'starting'] = rows[0]?.application_name.split(' ') ?? [];
  return { pid, state };
}

function describe({ pid, state }: Holder, { folder }: Cluster): string {
  const other = { REDE_DATA: join(tmpdir(), 'rede'), PORT: 3001 };
  const what = { starting: 'está a arrancar', stopping: 'ainda está a parar' }[state] ?? `já está a correr em ${state}`;
  return (
    `A Rede ${what} com estes dados (processo ${pid}, dados em ${folder}).\n` +
    `Para correr outra ao lado, dê-lhe outra pasta e outra porta: ${commandWith(process.platform, other, 'npm start')}`
  );
}

async function createDatabase(lock: Client, cluster: Cluster): Promise<void> {
  await ensureRole(lock, cluster);
  const database = await lock.query("select from pg_database where datname = 'rede'");
  if (database.rowCount === 0) await lock.query('create database rede owner rede');
}
