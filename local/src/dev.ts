import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addressOf } from './address.ts';
import { dataFolder } from './data-folder.ts';
import { runUntilEnded } from './ending.ts';
import { refuseTakenPort } from './free-port.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { localConfig } from './product.ts';

const server = fileURLToPath(new URL('dev-server.ts', import.meta.url));

// The database stays up; the server, a process of its own, starts again whenever a source it loaded changes.
await runUntilEnded(async (onEnd, fail) => {
  // Told here: the watching Node takes a server that ended for one that waits for its sources to be fixed.
  const { host, port } = localConfig();
  await refuseTakenPort(host, port);
  const postgres = process.env.DATABASE_URL
    ? undefined
    : await startPostgres({ folder: await dataFolder(), onLost: fail });
  if (postgres) onEnd(postgres.stop);
  await postgres?.announce(addressOf(port));

  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', server], {
    // Its input ends when we do, also when we are killed.
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(postgres && { DATABASE_URL: postgres.url, REDE_DATA: postgres.folder, REDE_EMBEDDED_DATABASE: 'true' }),
    },
  });
  onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  child.once('exit', () => fail('O servidor de desenvolvimento terminou.'));
});
