import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@rede/local/free-port';
import { bareEnvironment } from '@rede/local/machine';

const start = fileURLToPath(new URL('../../local/src/start.ts', import.meta.url));

/** The product as `npm start` starts it, built, with the embedded login and the demo network, on data of its own. */
export async function startWeb(onEnd: (step: () => Promise<void>) => void): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'rede-bench-web-'));
  onEnd(() => rm(data, { recursive: true, force: true }));
  // PostgreSQL refuses to run as root and then runs as a user who has to get through this folder.
  await chmod(data, 0o755);
  const port = await findFreePort();
  const product = spawn(process.execPath, [start], {
    env: {
      ...bareEnvironment(process.platform, process.env),
      REDE_DATA: data,
      PORT: String(port),
      RATE_LIMIT: '100000',
    },
    // It ends when the channel does: also when this process is killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onEnd(async () => {
    if (product.exitCode !== null || product.signalCode !== null) return;
    const ended = once(product, 'exit');
    product.disconnect();
    await ended;
  });

  const address = `http://localhost:${port}`;
  while (product.exitCode === null && product.signalCode === null) {
    const answer = await fetch(`${address}/health`).catch(() => undefined);
    if (answer?.ok) return address;
    await pause(100);
  }
  throw new Error('the product did not start');
}

/** A page that loads this many bytes as one script, computes nothing and draws a row: the least that loading them takes here. */
export async function startPlainPage(bytes: number): Promise<{ address: string; stop: () => Promise<void> }> {
  const script = `/*${'x'.repeat(Math.max(0, Math.round(bytes) - 200))}*/
    document.body.innerHTML = '<table><tbody><tr><td>IK1</td></tr></tbody></table>';`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : '<!doctype html><body><script type="module" src="/script.js"></script>');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}
