import { execFileSync } from 'node:child_process';
import { appendFile, copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { executable, npmCommand } from '../machine.mjs';
import { dataForTest, run, type Running } from './processes.ts';

const here = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const pinned = executable(process.platform, 'node');
const installing = 'A instalar as dependências';

/** A project whose only dependency lies beside it, so that npm needs no registry; its `node` is a copy of the one that runs the tests. */
let project: string;

beforeEach(async () => {
  project = await dataForTest();
  const write = async (path: string, content: string | object) => {
    await mkdir(join(project, path, '..'), { recursive: true });
    await writeFile(join(project, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  await write('package.json', { name: 'project', version: '1.0.0', dependencies: { node: 'file:pinned' } });
  await write('pinned/package.json', { name: 'node', version: '24.0.0', bin: `bin/${pinned}` });
  await mkdir(join(project, 'pinned/bin'));
  const node = join(project, 'pinned/bin', pinned);
  // A link takes no time; from one disk to another there is none.
  await link(process.execPath, node).catch(() => copyFile(process.execPath, node));
  await write(
    'local/src/start.ts',
    `const said: string[] = [process.argv0.startsWith(${JSON.stringify(project)}) ? 'yes' : 'not pinned', ...process.argv.slice(2)];
     if (said.includes('wait')) setInterval(() => undefined, 60_000);
     else process.exitCode = 7;
     process.on('SIGTERM', () => { process.stdout.write('ending '); setTimeout(() => process.exit(5), 200); });
     process.on('disconnect', () => { process.stdout.write('left alone'); process.exit(); });
     process.channel?.unref();
     process.stdout.write(said.join(' '));`,
  );
  for (const file of ['bootstrap.mjs', 'machine.mjs']) await copyFile(join(here, file), join(project, 'local', file));
  npm('install', '--package-lock-only');
});

function npm(...options: string[]): void {
  const [program, ...before] = npmCommand(process.platform, process.env, process.execPath);
  execFileSync(program, [...before, ...options, '--no-audit', '--no-fund'], { cwd: project, stdio: 'ignore' });
}

const start = (...options: string[]): Running =>
  run(process.execPath, [join(project, 'local/bootstrap.mjs'), 'start', ...options], { env: settings() });

function settings(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, npm_lifecycle_event: undefined, NODE_ENV: 'production', ...more };
}

/** Makes the package `node` one of that version that has its binary in another package, as the real one has. */
async function leaveNodeToAnotherPackage(version: string): Promise<void> {
  await rm(join(project, 'pinned/bin'), { recursive: true });
  await writeFile(join(project, 'pinned/package.json'), JSON.stringify({ name: 'node', version }));
  npm('install', '--package-lock-only');
}

test('a first start installs, hands over to the pinned Node with the arguments, and ends as that ends', async () => {
  const first = start('--empty');

  const code = await first.ended;

  expect(first.said()).toContain(installing);
  expect(first.said()).toContain('yes --empty');
  expect(code).toBe(7);
});

test('a second start installs nothing', async () => {
  await start().ended;

  const second = start();
  await second.ended;

  expect(second.said()).toBe('yes');
});

test('a changed lock file is installed', async () => {
  await start().ended;
  await appendFile(join(project, 'package-lock.json'), '\n');

  const next = start();
  await next.ended;

  expect(next.said()).toContain(installing);
});

test('an installation that was broken off is made again', async () => {
  await start().ended;
  await rm(join(project, 'node_modules/.rede-installed'));
  await rm(join(project, 'node_modules/.package-lock.json'));

  const next = start();
  await next.ended;

  expect(next.said()).toContain(installing);
  expect(next.said()).toContain('yes');
});

test('an installation made by hand is taken as it is', async () => {
  npm('ci');

  const first = start();
  await first.ended;

  expect(first.said()).toBe('yes');
});

test('two first starts at once install once, and both run', async () => {
  const both = [start(), start()];

  await Promise.all(both.map(({ ended }) => ended));
  const said = both.map((one) => one.said()).join(' ');

  expect(said.split(installing)).toHaveLength(2);
  expect(said.match(/yes/g)).toHaveLength(2);
});

test('an installation that fails says why', async () => {
  await writeFile(join(project, 'package-lock.json'), 'not a lock file');

  const failing = start();
  const code = await failing.ended;

  expect(code).toBe(1);
  expect(failing.said()).toContain('npm ci');
  expect(failing.said()).toContain('Não foi possível instalar as dependências');
});

test('where npm has no Node for this machine, the one that runs the first step will do if it is as recent', async () => {
  await leaveNodeToAnotherPackage('20.0.0');

  const first = run(process.execPath, [join(project, 'local/bootstrap.mjs'), 'start', '--empty'], {
    env: settings({ npm_config_offline: 'true' }),
  });
  const code = await first.ended;

  expect(first.said()).toContain('yes --empty');
  expect(code).toBe(7);
});

test('where npm has none and the one that runs the first step is older, it is said which is needed', async () => {
  await leaveNodeToAnotherPackage('999.0.0');

  const failing = run(process.execPath, [join(project, 'local/bootstrap.mjs'), 'start'], {
    env: settings({ npm_config_offline: 'true' }),
  });
  const code = await failing.ended;

  expect(code).toBe(1);
  expect(failing.said()).toContain('Não foi possível instalar o Node.js 999.0.0');
});

test.skipIf(isWindows)('Ctrl-C ends an installation at once, however long npm would take to undo it', async () => {
  const slowNpm = `#!/bin/sh\ntrap '' INT TERM\ntouch '${project}/installing'\nwhile :; do sleep 0.05; done\n`;
  await writeFile(join(project, 'npm'), slowNpm, { mode: 0o755 });
  const interrupted = run(process.execPath, [join(project, 'local/bootstrap.mjs'), 'start'], {
    env: { PATH: `${project}:${process.env.PATH}` },
  });
  await expect.poll(() => readdir(project), { timeout: 30_000 }).toContain('installing');

  const code = await interrupted.end('SIGINT');

  expect([code, interrupted.process.signalCode]).toEqual([null, 'SIGINT']);
});

test.skipIf(isWindows)('a signal is passed on, and the end is waited for', async () => {
  const running = start('wait');
  await running.until(/yes wait/);

  const code = await running.end('SIGTERM');

  expect(running.said()).toContain('ending');
  expect(code).toBe(5);
});

test.skipIf(isWindows)('what was started ends in order when the shell that npm runs it in is ended', async () => {
  const bootstrap = join(project, 'local/bootstrap.mjs');
  // With more to do after it, no shell puts the command in its own place.
  const shell = run('/bin/sh', ['-c', `"${process.execPath}" "${bootstrap}" start wait; echo over`], {
    env: settings({ npm_lifecycle_event: 'start' }),
  });
  await shell.until(/yes wait/);

  await shell.end('SIGTERM');

  expect(shell.said()).toContain('ending');
  expect(shell.said()).not.toContain('over');
});

test.skipIf(isWindows)('what was started hears it when the first step is killed', async () => {
  const running = start('wait');
  await running.until(/yes wait/);

  await running.end('SIGKILL');

  expect(running.said()).toContain('left alone');
});

test('a command that it does not know is answered with those it knows', async () => {
  const unknown = run(process.execPath, [join(project, 'local/bootstrap.mjs'), 'begin']);

  const code = await unknown.ended;

  expect(code).toBe(1);
  expect(unknown.said()).toMatch(/Comandos: start, .*check/);
});
