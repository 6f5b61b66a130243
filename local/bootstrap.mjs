/**
 * The first step of every command: runs on whatever Node the machine has, installs what is missing, and hands over
 * to the Node that the project pins. Plain JavaScript without dependencies, because nothing is installed yet.
 *
 *     node local/bootstrap.mjs start|dev|build|token|generate|verify|bench|keycloak|test|test:keycloak|check [arguments]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(project, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', 'node');
const lockFile = join(project, 'package-lock.json');
const stampFile = join(modules, '.rede-installed');

const scripts = {
  start: 'local/src/start.ts',
  dev: 'local/src/dev.ts',
  build: 'local/src/web-build.ts',
  token: 'local/src/token.ts',
  generate: 'local/src/generate.ts',
  verify: 'local/src/verify.ts',
  bench: 'bench/src/run.ts',
  keycloak: 'local/src/keycloak/serve.ts',
  test: 'e2e/test.ts',
  'test:keycloak': 'e2e/test-keycloak.ts',
};

const checks = [
  ['formato', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware'],
  ['tipos', 'tsc', '-p', '.'],
  ['tipos da web', 'tsc', '-p', 'web'],
];

async function main() {
  const [command, ...options] = process.argv.slice(2);
  if (!isNodeRecentEnough()) {
    fail(`A Rede precisa do Node.js 20.19 ou mais recente; este é o ${process.versions.node}.`);
  }
  if (command !== 'check' && !Object.hasOwn(scripts, command ?? '')) {
    fail(`Comandos: ${[...Object.keys(scripts), 'check'].join(', ')}.`);
  }

  await install();
  if (command === 'check') process.exitCode = await check();
  else endLike(await run(pinnedNode, [join(project, scripts[command]), ...options], { handOver: true }));
}

function isNodeRecentEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

async function install() {
  if (isInstalled()) return;

  const release = await lockInstallation();
  try {
    if (!isInstalled()) await installNow();
  } finally {
    release();
  }
}

async function installNow() {
  process.stderr.write('A instalar as dependências (só da primeira vez e quando mudam)…\n');
  rmSync(stampFile, { force: true });
  // The build needs the development packages, also where NODE_ENV or a setting of npm's leaves them out.
  const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const [npm, ...before] = npmCommand();
  const { code, signal, output } = await run(npm, [...before, ...ci], { quiet: true });
  if (signal !== null) endLike({ code, signal });
  if (code !== 0) {
    const reason = code === undefined ? 'o npm não foi encontrado' : `o npm ci terminou com o código ${code}`;
    fail(
      `${output.trim()}\n\nNão foi possível instalar as dependências: ${reason}. Verifique a ligação à rede e tente de novo.`,
    );
  }

  // The package `node` fetches its binary in an install script, and those may be switched off.
  if (!existsSync(pinnedNode)) {
    await run(process.execPath, ['installArchSpecificPackage.js'], { quiet: true, cwd: join(modules, 'node') });
  }
  if (!existsSync(pinnedNode)) fail('Não foi possível instalar o Node.js que o projecto usa (pacote npm "node").');
  writeFileSync(stampFile, installationWanted());
}

/**
 * The stamp is written after a whole installation and goes away with node_modules, so an interrupted one has none.
 * One made by hand with npm is as good, if npm's own record of it agrees with the lock file.
 */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  if (readIfThere(stampFile) === installationWanted()) return true;
  if (existsSync(stampFile)) return false;

  const record = readIfThere(join(modules, '.package-lock.json'));
  if (record === '') return false;
  const installed = JSON.parse(record).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages);
  return wanted.every(
    ([path, { version, link, optional }]) =>
      !path.includes('node_modules/') || link || optional || installed[path]?.version === version,
  );
}

function installationWanted() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${process.platform}-${process.arch} ${lock}\n`;
}

/**
 * One installation at a time per checkout. The lock is a name in Linux's abstract socket space, which the kernel
 * frees however its owner ends; elsewhere two first starts at the same moment are not kept apart.
 */
async function lockInstallation() {
  if (process.platform !== 'linux') return () => undefined;

  const name = `\0rede-install-${createHash('sha256').update(project).digest('hex').slice(0, 32)}`;
  for (;;) {
    const lock = createServer();
    const locked = await new Promise((resolve) => {
      lock.once('error', () => resolve(false));
      lock.listen(name, () => resolve(true));
    });
    if (locked) return () => lock.close();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The npm that started us, with the Node it runs on: the pinned one is about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  return /npm-cli\.[cm]?js$/.test(npm) ? [node, npm] : ['npm'];
}

async function check() {
  let failed = 0;
  for (const [title, tool, ...options] of checks) {
    process.stdout.write(`== ${title}\n`);
    const { code } = await run(join(modules, '.bin', tool), options);
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

/**
 * Runs a program to its end, passing on the signals we get. A program that we hand over to gets a session of its
 * own, so that Ctrl-C, which a terminal sends to everybody, reaches it once and through us; it hears of our death
 * by the end of its IPC channel. A quiet one is npm, which would take half a minute to undo what it did: it is killed,
 * and what it leaves is no whole installation.
 */
function run(command, options, { quiet = false, handOver = false, cwd = project } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, options, {
      cwd,
      detached: handOver,
      stdio: ['inherit', output, output, ...(handOver ? ['ipc'] : [])],
      env: {
        // Compiled once and kept: a quarter of a second at each start.
        NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
        ...process.env,
        PATH: [dirname(pinnedNode), process.env.PATH].join(delimiter),
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));

    let brokenOff = null;
    const pass = (signal) => {
      if (quiet) brokenOff = signal;
      child.kill(quiet ? 'SIGKILL' : signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    // A shell between npm and us dies of a signal without passing it on.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) {
        clearInterval(watch);
        pass('SIGTERM');
      }
    }, 250);

    const end = (result) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve({ ...result, output: said });
    };
    child.once('error', (error) => {
      said += String(error);
      end({ code: undefined, signal: null });
    });
    child.once('close', (code, signal) => end({ code, signal: brokenOff ?? signal }));
  });
}

function endLike({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

await main();
