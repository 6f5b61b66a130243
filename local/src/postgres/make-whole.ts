import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';

/**
 * Makes a folder that is there whole or not at all: it is filled aside and renamed into place, so neither a kill in
 * the middle nor somebody making it at the same moment leaves half of one. Does nothing where it exists.
 */
export async function makeWhole(folder: string, fill: (aside: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;

  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const aside = `${folder}.${process.pid}.${randomUUID()}`;
  try {
    await mkdir(aside);
    // Open to pass through whatever the umask: another account has to reach what lies inside.
    await chmod(aside, 0o755);
    await fill(aside);
    await rename(aside, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.`;
  for (const name of await readdir(dirname(folder))) {
    const maker = name.startsWith(prefix) ? /^(\d+)\./.exec(name.slice(prefix.length))?.[1] : undefined;
    if (maker !== undefined && !isRunning(Number(maker))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
