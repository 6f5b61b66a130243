import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { commandWith } from '../machine.mjs';
import { errorCode } from './error-code.ts';
import { ExplainedError } from './explained-error.ts';

/**
 * Throws an ExplainedError where the port is not free on every address of the host. A server makes do with the first address it gets,
 * and who asks at another would meet a stranger.
 */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  for (const { address } of await lookup(host, { all: true })) {
    try {
      await bind(address, port);
    } catch (error) {
      // A name may stand for an address that the machine does not have, such as ::1.
      if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error) ?? '')) throw explainPort(error, port);
    }
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  return bind('127.0.0.1', 0);
}

/** What it means for a person that a server cannot listen on that port; the error itself where it means something else. */
export function explainPort(error: unknown, port: number): unknown {
  const reason = { EADDRINUSE: 'já está ocupada por outro programa', EACCES: 'só está ao alcance do root' }[
    errorCode(error) ?? ''
  ];
  return reason
    ? new ExplainedError(
        `A porta ${port} ${reason}. Escolha outra: ${commandWith(process.platform, { PORT: 3001 }, 'npm start')}`,
      )
    : error;
}

async function bind(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return address.port;
}
