import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environment, isRunning, run } from './processes.ts';

const program = fileURLToPath(new URL('../../bench/src/run.ts', import.meta.url));

// On Windows a program ends with the one that started it, and nobody tells whose it was.
test.skipIf(process.platform === 'win32')('a benchmark that is killed leaves no server behind', async () => {
  const benchmark = run(process.execPath, [program, 'suggestions', '--consultants', '2000', '--orders', '0'], {
    env: environment(),
  });
  await benchmark.until(/== suggestions/);
  const server = await findChild(benchmark.process.pid, 'api.ts');

  await benchmark.end('SIGKILL');

  await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false);
});

/** The process that this one started to run that file. */
async function findChild(parent: number | undefined, file: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-ax', '-ww', '-o', 'ppid=,pid=,args=']);
  const [, child] = new RegExp(String.raw`^ *${parent} +(\d+) .*${file}`, 'm').exec(stdout) ?? [];
  if (child === undefined) throw new Error(`No child runs ${file}:\n${stdout}`);
  return Number(child);
}
