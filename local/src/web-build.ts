import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { checkout } from './data-folder.ts';
import { ExplainedError } from './explained-error.ts';
import { replaceWhole } from './make-whole.ts';

const sources = [
  'web/{src,public}/**/*',
  'web/{index.html,vite.config.ts,guide.ts,package.json}',
  'docs/guia{.md,/*.png}',
  'contract/src/**/*',
  'package-lock.json',
];

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);

interface BuildOptions {
  /** Hears that it takes a moment. */
  announce: () => void;
  /** Breaks the build off. */
  signal?: AbortSignal;
  /** The checkout. */
  project?: string;
}

/** Builds the web where its sources changed since the last build that was finished. What is served stays until the new one is whole. */
export async function buildWeb({ announce, signal, project = checkout }: BuildOptions): Promise<void> {
  const web = join(project, 'web');
  const built = join(web, 'dist');
  const wanted = await hashOfSources(project);
  if ((await readIfThere(stampOf(built))) === wanted) return;

  announce();
  await replaceWhole(built, async (aside) => {
    await runVite(web, ['build', '--outDir', aside, '--logLevel', 'error'], signal);
    await compressFiles(aside);
    await writeFile(stampOf(aside), wanted);
  });
}

/** A build tells which sources it was made from. Files whose names begin with a dot are not served. */
const stampOf = (build: string) => join(build, '.sources');

/** In a process of its own: the build wants the environment of a production, the product that waits for it another. */
async function runVite(web: string, options: string[], signal: AbortSignal | undefined): Promise<void> {
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [vite, ...options], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  const [code] = await once(child, 'close');
  signal?.removeEventListener('abort', kill);
  signal?.throwIfAborted();
  if (code !== 0) throw new ExplainedError(`Não foi possível construir a web.\n${errors.trim()}`);
}

async function hashOfSources(project: string): Promise<string> {
  const hash = createHash('sha256');
  const found: string[] = [];
  for await (const entry of glob(sources, { cwd: project, withFileTypes: true })) {
    if (entry.isFile()) found.push(join(entry.parentPath, entry.name));
  }
  for (const file of found.toSorted()) {
    const content = await readFile(file);
    hash.update(`${file.slice(project.length)}\0${content.length}\0`).update(content);
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

if (import.meta.main) await buildWeb({ announce: () => process.stdout.write('A construir a web…\n') });
