import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { bareEnvironment, passSignal } from '../machine.mjs';

export interface Running {
  process: ChildProcess;
  /** What it has said so far, on both outputs. */
  said: () => string;
  /** Its exit code, once it has ended; null where a signal ended it. */
  ended: Promise<number | null>;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Waits until it has said this; rejects where it ends without. */
  until: (expected: RegExp) => Promise<RegExpExecArray>;
}

/** Of this process's own nothing but what programs need to run, and what is compiled already; neither a developer's database nor the test runner's mode. */
export function environment(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...bareEnvironment(process.platform, process.env), ...settings };
}

/** Runs a program that is ended with the test at the latest, as a program is that `npm start` hands over to. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  // Not its 'close', which does not come where we closed its channel.
  const closed = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => void Promise.all(closed).then(() => resolve(code)));
  });
  const end = (signal: NodeJS.Signals) => {
    passSignal(child, signal, process.platform);
    return ended;
  };
  onTestFinished(async () => void (await end('SIGTERM')));

  const until = async (expected: RegExp): Promise<RegExpExecArray> => {
    let over = false;
    void ended.then(() => (over = true));
    for (;;) {
      const found = expected.exec(output);
      if (found) return found;
      if (over) throw new Error(`It ended without saying ${expected}:\n${output}`);
      await Promise.race([ended, once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')]);
    }
  };
  return { process: child, said: () => output, ended, end, until };
}

/** A folder for the data of one test, that PostgreSQL's own account may pass through too. */
export async function dataForTest(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** One for all tests of the file, or of the group, that calls this. */
export function dataForTests(): () => string {
  let folder: string;
  beforeAll(async () => void (folder = await makeFolder()));
  afterAll(() => removeFolder(folder));
  return () => folder;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rede-local-'));
  await chmod(folder, 0o755);
  return folder;
}

/** What was killed may still be ending in it. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
