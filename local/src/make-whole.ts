import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

type Fill = (aside: string) => Promise<void>;

/**
 * Makes a folder that is there whole or not at all: it is filled aside and renamed into place, so neither a kill in
 * the middle nor somebody making it at the same moment leaves half of one. Does nothing where it exists.
 */
export async function makeWhole(folder: string, fill: Fill): Promise<void> {
  if (await exists(folder)) return;
  try {
    await fillAside(folder, fill, (aside) => move(aside, folder));
  } catch (error) {
    if (!(await exists(folder))) throw error;
  }
}

/** Makes a folder anew in the same way. The one before stays in its place until the new one is whole. */
export async function replaceWhole(folder: string, fill: Fill): Promise<void> {
  await fillAside(folder, fill, async (aside) => {
    const before = `${aside}.before`;
    await move(folder, before).catch(ignore('ENOENT'));
    await move(aside, folder).catch(async (error: unknown) => {
      // Of two that are made at the same moment the first stays.
      if (!(await exists(folder))) throw error;
    });
    await rm(before, { recursive: true, force: true });
  });
}

/** Windows refuses to move a folder in which somebody still reads, such as a virus scanner what has just been written: it is asked for some seconds. */
async function move(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
      if (!isHeld || attempt === 50 || process.platform !== 'win32' || (await exists(to))) throw error;
    }
    await delay(100);
  }
}

async function fillAside(folder: string, fill: Fill, putInPlace: Fill): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const aside = `${folder}.${process.pid}.${randomUUID()}`;
  try {
    await mkdir(aside);
    // Open to pass through whatever the umask: another account has to reach what lies inside.
    await chmod(aside, 0o755);
    await fill(aside);
    await putInPlace(aside);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** What makers left that were killed. A program of theirs may still be writing there: what cannot go now goes the next time. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.`;
  for (const name of await readdir(dirname(folder))) {
    const maker = name.startsWith(prefix) ? /^(\d+)\./.exec(name.slice(prefix.length))?.[1] : undefined;
    if (maker !== undefined && !isRunning(Number(maker))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(
        ignore('ENOTEMPTY', 'EBUSY', 'EPERM'),
      );
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

function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error;
  };
}
