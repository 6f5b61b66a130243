/**
 * The first step of every command: runs on whatever Node the machine has, installs what is missing, and hands over
 * to the Node that the project pins. Plain JavaScript without dependencies, because nothing is installed yet.
 *
 *     node local/bootstrap.mjs start|dev|build|token|generate|verify|bench|bench:web|keycloak|test|test:keycloak|check [arguments]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { architecture, executable, nodePackage, npmCommand, passSignal, takeLock } from './machine.mjs';

const { platform } = process;
const arch = architecture(platform, process.arch);

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(project, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', executable(platform, 'node'));
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
  'bench:web': 'bench/src/web.ts',
  keycloak: 'local/src/keycloak/serve.ts',
  test: 'e2e/test.ts',
  'test:keycloak': 'e2e/test-keycloak.ts',
};

const checks = [
  ['formato', 'oxfmt/bin/oxfmt', '--check', '.'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware'],
  ['tipos', 'typescript/bin/tsc', '-p', '.'],
  ['tipos da web', 'typescript/bin/tsc', '-p', 'web'],
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
  // The build needs the development packages, also where NODE_ENV or a setting of npm's leaves them out. No package's script has to run: the
  // one that fetches Node would fail where there is none for this machine, and the whole installation with it.
  const { code, output } = await npm(['ci', '--include=dev', '--ignore-scripts'], project);
  if (code !== 0) {
    const reason = code === undefined ? 'o npm não foi encontrado' : `o npm ci terminou com o código ${code}`;
    fail(
      `${output.trim()}\n\nNão foi possível instalar as dependências: ${reason}. Verifique a ligação à rede e tente de novo.`,
    );
  }
  if (!existsSync(pinnedNode)) await installNode();
  writeFileSync(stampFile, installationWanted());
}

/** The Node that the package `node` names, from the package that has it for this machine; else the one that runs us, where it is as recent. */
async function installNode() {
  const folder = join(modules, 'node');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const carrier = nodePackage(platform, arch);
  // Forced, for npm would refuse another architecture than that of the Node it runs on, where we mean it.
  const options = ['--no-save', '--no-package-lock', '--force', `${carrier}@${version}`];
  const { code, output } = await npm(['install', ...options], folder);
  const isRecent = Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10);
  if (code !== 0 && !isRecent) {
    fail(
      `${output.trim()}\n\nNão foi possível instalar o Node.js ${version} (pacote npm "${carrier}"). ` +
        `Verifique a ligação à rede, ou arranque a Rede com esse Node.js, ou um mais recente.`,
    );
  }

  mkdirSync(dirname(pinnedNode), { recursive: true });
  if (code === 0) linkSync(join(folder, 'node_modules', carrier, 'bin', executable(platform, 'node')), pinnedNode);
  else if (platform === 'win32') copyFileSync(process.execPath, pinnedNode);
  else symlinkSync(process.execPath, pinnedNode);
}

async function npm(options, cwd) {
  const [program, ...before] = npmCommand(platform, process.env, process.execPath);
  const quietly = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', `--cpu=${arch}`];
  const ended = await run(program, [...before, ...options, ...quietly], { quiet: true, cwd });
  if (ended.signal !== null) endLike(ended);
  return ended;
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
  return `${platform}-${arch} ${lock}\n`;
}

/** One installation at a time per checkout. */
async function lockInstallation() {
  const key = createHash('sha256').update(project).digest('hex').slice(0, 32);
  for (;;) {
    const release = await takeLock(platform, tmpdir(), `rede-install-${key}`);
    if (release !== undefined) return release;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function check() {
  let failed = 0;
  for (const [title, tool, ...options] of checks) {
    process.stdout.write(`== ${title}\n`);
    const { code } = await run(pinnedNode, [join(modules, tool), ...options]);
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

/**
 * Runs a program to its end, passing on the signals we get. A program that we hand over to gets a session of its
 * own, so that Ctrl-C, which a terminal sends to everybody, reaches it once and through us; on Windows, which has no signals to pass on,
 * it stays at our console. It hears of our death by the end of its IPC channel. A quiet one is npm, which would take half a minute to undo what it did: it is killed,
 * and what it leaves is no whole installation.
 */
function run(command, options, { quiet = false, handOver = false, cwd = project } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, options, {
      cwd,
      detached: handOver && platform !== 'win32',
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
      passSignal(child, quiet ? 'SIGKILL' : signal, platform);
    };
    const leave = () => pass('SIGTERM');
    process.on('SIGINT', pass).on('SIGTERM', pass);
    // The console is closed: Windows ends us in a moment, and before that who does not listen.
    if (platform === 'win32') process.on('SIGHUP', leave);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event !== undefined && isOrphan(parent)) {
        clearInterval(watch);
        leave();
      }
    }, 250);

    const end = (result) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass).off('SIGHUP', leave);
      resolve({ ...result, output: said });
    };
    child.once('error', (error) => {
      said += String(error);
      end({ code: undefined, signal: null });
    });
    // Its 'close' does not come where we closed its channel, but is the end of what a quiet one says.
    child.once(quiet ? 'close' : 'exit', (code, signal) => end({ code, signal: brokenOff ?? signal }));
  });
}

/** Whether who started us is gone, as the shell is that npm runs us in when npm is ended: it dies of a signal without passing it on. */
function isOrphan(parent) {
  if (process.ppid !== parent) return true;
  try {
    return !process.kill(parent, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
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
