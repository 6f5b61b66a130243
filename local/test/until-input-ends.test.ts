import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from './processes.ts';

const program = fileURLToPath(new URL('../src/keycloak/until-input-ends.ts', import.meta.url));
const say = (what: string) => `process.stdout.write(${what});`;

function start(code: string) {
  const watched = spawn(process.execPath, [program, process.execPath, '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void watched.kill('SIGKILL'));
  return watched;
}

test('a command ends when the input of the program that runs it does', async () => {
  const watched = start(`${say('String(process.pid)')} setInterval(() => undefined, 60_000);`);
  const [pid] = await once(watched.stdout, 'data');

  watched.stdin.end();
  await once(watched, 'exit');

  expect(isRunning(Number(pid))).toBe(false);
});

test('the program ends as its command does', async () => {
  const watched = start('process.exit(7)');

  expect(await once(watched, 'exit')).toEqual([7, null]);
});
