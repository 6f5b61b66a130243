import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passSignal, temporaryFolder } from '@rede/local/machine';
import type { JsonTestResults } from 'vitest/node';
import { findChromium } from './chromium.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));

interface Outcome {
  /** What a process ends with that ran these tests. */
  code: number;
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs vitest on all tests, or those that its options select. */
export async function runTests(options: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  // Everything temporary is made in here, so that nothing of it outlives a run, not even one that was interrupted.
  const scratch = await mkdtemp(join(tmpdir(), 'rede-test-'));
  await chmod(scratch, 0o755);
  try {
    const resultsFile = join(scratch, 'results.json');
    const code = await runVitest(
      ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`, ...options],
      {
        CHROMIUM_PATH: await findChromium(),
        ...temporaryFolder(process.platform, scratch),
        ...environment,
      },
    );
    return { code, ...(await countResults(resultsFile)) };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** The line that closes a run, alone. */
export function closingLine({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Ends with us: who started us passes signals on to us alone, and its own end shows in the IPC channel. */
function runVitest(options: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const vitest = spawn(
    process.execPath,
    [fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json'))), 'run', ...options],
    { cwd: checkout, stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const end = (signal: NodeJS.Signals) => passSignal(vitest, signal, process.platform);
  const endAlone = () => vitest.kill('SIGTERM');
  process.on('SIGINT', end).on('SIGTERM', end).on('disconnect', endAlone);
  return new Promise<number>((resolve, reject) => {
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => process.off('SIGINT', end).off('SIGTERM', end).off('disconnect', endAlone));
}

/** A file that could not be read at all counts as one failed; so does a run that says nothing. */
async function countResults(file: string): Promise<Omit<Outcome, 'code'>> {
  const results = await readResults(file);
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + brokenFiles,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

async function readResults(file: string): Promise<JsonTestResults | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JsonTestResults;
  } catch {
    return undefined;
  }
}
