import { Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** How long connections may be silent before the database is checked, in milliseconds. */
const maxSilence = 200;

/** How long a check may take. The database needs no free resources to answer, only to be running. */
const checkTimeout = { ms: 600, parts: 3 };

/**
 * Closes a pool's connections when the database neither answers nor hangs up, for example because it was suspended or cut off. Otherwise
 * they would wait for a quarter of an hour. Closed connections fail at once, as with a database that is down, and new ones open as soon as
 * it is back.
 */
export function closeUnresponsiveConnections(pool: Pool): void {
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
      const before = bytesReceived();
      await delay(maxSilence, undefined, { ref: false });
      const isSilent = () => isBusy() && bytesReceived() === before;
      if (!isSilent() || (await isResponding(host, port)) || !isSilent()) continue;
      for (const { connection } of connections) connection.stream.destroy();
    }
    watching = false;
  }

  const isBusy = () => pool.totalCount > pool.idleCount;

  /** The bytes received so far on each connection. */
  const bytesReceived = () =>
    [...connections].map(({ connection: { stream } }) => (stream instanceof Socket ? stream.bytesRead : 0)).join();
}

/** PostgreSQL's SSLRequest. The server answers it with one byte, before any login. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function isResponding(host: string, port: number): Promise<boolean> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const answer = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
  socket.on('error', () => {}).write(sslRequest);
  try {
    return await Promise.race([answer, timeout()]);
  } finally {
    socket.destroy();
  }
}

/**
 * Resolves to false after the timeout. Waits in parts: while the whole machine is suspended, at most one of them elapses. Answers that
 * arrived while this process was busy are read first.
 */
async function timeout(): Promise<boolean> {
  for (let part = 0; part < checkTimeout.parts; part += 1) {
    await delay(checkTimeout.ms / checkTimeout.parts, undefined, { ref: false });
  }
  return new Promise((resolve) => setImmediate(resolve, false));
}
