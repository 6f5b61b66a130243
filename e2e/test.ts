import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonTestResults } from 'vitest/node';
import { findChromium } from './chromium.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));
// Everything temporary is made in here, so that nothing of it outlives a run, not even one that was interrupted.
const scratch = await mkdtemp(join(tmpdir(), 'rede-test-'));
await chmod(scratch, 0o755);
const resultsFile = join(scratch, 'results.json');

try {
  process.env.CHROMIUM_PATH = await findChromium();
  process.exitCode = await runVitest();
  process.stdout.write(`${await summary()}\n`);
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

/** Ends with us: who started us passes signals on to us alone, and its own end shows in the IPC channel. */
function runVitest(): Promise<number> {
  const vitest = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json'))),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${resultsFile}`,
      ...process.argv.slice(2),
    ],
    { cwd: checkout, stdio: 'inherit', env: { ...process.env, TMPDIR: scratch } },
  );
  const end = (signal: NodeJS.Signals) => vitest.kill(signal);
  const endAlone = () => vitest.kill('SIGTERM');
  process.on('SIGINT', end).on('SIGTERM', end).on('disconnect', endAlone);
  return new Promise<number>((resolve, reject) => {
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => process.off('SIGINT', end).off('SIGTERM', end).off('disconnect', endAlone));
}

/** `N passed, N failed`; a file that could not be read at all counts as one failed. */
async function summary(): Promise<string> {
  const results = await readResults();
  if (results === undefined) return '0 passed, 1 failed';
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const skipped = results.numPendingTests + results.numTodoTests;
  return [
    `${results.numPassedTests} passed`,
    `${results.numFailedTests + brokenFiles} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}

async function readResults(): Promise<JsonTestResults | undefined> {
  try {
    return JSON.parse(await readFile(resultsFile, 'utf8')) as JsonTestResults;
  } catch {
    return undefined;
  }
}
