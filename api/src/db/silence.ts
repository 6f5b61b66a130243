import { Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** How long nothing may be heard on any connection, in milliseconds, before the database is asked whether it is there. */
const quiet = 200;

/** How long it may take to say so. It needs nothing for that but to be running, however much work it has. */
const patience = { ms: 600, parts: 3 };

/**
 * Breaks a pool's connections when the database has gone silent: stopped, cut off, anything that neither answers nor hangs up. Left
 * to itself a connection would wait for a quarter of an hour, and whoever uses it likewise. Broken ones fail at once, like those of
 * a database that is away, and new ones are made as soon as it is back.
 */
export function breakSilentConnections(pool: Pool): void {
  const connections = new Set<PoolClient>();
  let watching = false;
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  pool.on('acquire', (client) => {
    if (!watching) void watch(client);
  });

  async function watch({ host, port }: PoolClient): Promise<void> {
    watching = true;
    while (isBusy()) {
      const before = heard();
      await delay(quiet, undefined, { ref: false });
      const isSilent = () => isBusy() && heard() === before;
      if (!isSilent() || (await isThere(host, port)) || !isSilent()) continue;
      for (const { connection } of connections) connection.stream.destroy();
    }
    watching = false;
  }

  const isBusy = () => pool.totalCount > pool.idleCount;

  /** What has come in on each connection so far, in bytes. */
  const heard = () =>
    [...connections].map(({ connection: { stream } }) => (stream instanceof Socket ? stream.bytesRead : 0)).join();
}

/** PostgreSQL's SSLRequest. The server itself answers it, with one byte, before there is any login, database or work. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function isThere(host: string, port: number): Promise<boolean> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const answer = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
  socket.on('error', () => {}).write(sslRequest);
  try {
    return await Promise.race([answer, timeUp()]);
  } finally {
    socket.destroy();
  }
}

/**
 * Answers false once the patience is at an end. Waited for in parts: while the whole machine stands still, as a virtual one may for
 * seconds, no more than one of them goes by. And what came while this process was busy itself, and could not look, is read first.
 */
async function timeUp(): Promise<boolean> {
  for (let part = 0; part < patience.parts; part += 1) {
    await delay(patience.ms / patience.parts, undefined, { ref: false });
  }
  return new Promise((resolve) => setImmediate(resolve, false));
}
