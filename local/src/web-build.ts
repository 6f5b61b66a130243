import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { checkout } from './data-folder.ts';
import { errorCode } from './error-code.ts';
import { ExplainedError } from './explained-error.ts';

const web = join(checkout, 'web');
const built = join(web, 'dist');
const stampFile = join(checkout, 'node_modules', '.rede-web-build');

const sources = [
  'web/{src,public}/**/*',
  'web/{index.html,vite.config.ts,package.json}',
  'contract/src/**/*',
  'package-lock.json',
];

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);

/**
 * Builds the web where its sources changed since the last build that was finished. `announce` hears that it takes a moment;
 * `signal` breaks it off.
 */
export async function buildWeb(announce: () => void, signal?: AbortSignal): Promise<void> {
  const wanted = await hashOfSources();
  if ((await readIfThere(stampFile)) === wanted && (await readIfThere(join(built, 'index.html'))) !== '') return;
  announce();
  // Built aside and put in place whole: whoever is served meanwhile gets the one before.
  await removeInterruptedBuilds();
  const aside = `${built}.${process.pid}`;
  try {
    await runVite(['build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'], signal);
    await compressFiles(aside);
    await rm(stampFile, { force: true });
    await rm(built, { recursive: true, force: true });
    await rename(aside, built);
    await writeFile(stampFile, wanted);
  } catch (error) {
    // Somebody else's build, made in the same moment, is in place already.
    if (errorCode(error) !== 'ENOTEMPTY') throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** What builds left that were killed before they could put it in place or clear it away. */
async function removeInterruptedBuilds(): Promise<void> {
  for await (const name of glob('dist.*', { cwd: web })) {
    if (!isRunning(Number(name.slice('dist.'.length)))) await rm(join(web, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** In a process of its own: the build wants the environment of a production, the product that waits for it another. */
async function runVite(options: string[], signal: AbortSignal | undefined): Promise<void> {
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));
  const child = spawn(process.execPath, [vite, ...options], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ExplainedError('Não foi possível construir a web.');
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const found: string[] = [];
  for await (const entry of glob(sources, { cwd: checkout, withFileTypes: true })) {
    if (entry.isFile()) found.push(join(entry.parentPath, entry.name));
  }
  for (const file of found.toSorted()) {
    const content = await readFile(file);
    hash.update(`${file.slice(checkout.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Leaves a `.br` beside each file that gains by it, so that compressing well costs nobody's wait. */
async function compressFiles(folder: string): Promise<void> {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length >= 1024) await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  }
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

if (import.meta.main) await buildWeb(() => process.stdout.write('A construir a web…\n'));
