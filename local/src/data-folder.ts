import { randomBytes, randomUUID } from 'node:crypto';
import { chown, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from './error-code.ts';
import { SYSTEM_FOLDER } from './postgres/account.ts';

export const checkout = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Where the embedded servers of this checkout keep their data; made if need be. `REDE_DATA` names another folder.
 *
 * It is `.data` in the checkout. Root's is elsewhere, for the account that PostgreSQL then runs under may not look into the checkout: under
 * a name that is kept in the checkout, so that another checkout, or a new one at the same path, has data of its own.
 */
export async function dataFolder(): Promise<string> {
  if (process.env.REDE_DATA) {
    const named = resolve(process.env.REDE_DATA);
    await mkdir(named, { recursive: true });
    return named;
  }
  return process.getuid?.() === 0 ? ownFolder(checkout, SYSTEM_FOLDER) : ownDataOf(checkout);
}

async function ownDataOf(checkout: string): Promise<string> {
  const folder = join(checkout, '.data');
  if ((await mkdir(folder, { recursive: true })) !== undefined && process.getuid?.() === 0) {
    // Who owns the checkout may start it as themselves another time.
    const { uid, gid } = await stat(checkout);
    await chown(folder, uid, gid);
  }
  return folder;
}

/** The folder below `parent` that belongs to this checkout alone, also after the checkout was moved, or copied with its `.data`. */
export async function ownFolder(checkout: string, parent: string): Promise<string> {
  const nameFile = join(await ownDataOf(checkout), 'name');
  let folder = join(parent, await keepName(nameFile));
  const owner = await readOwner(folder);
  if (owner !== undefined && owner !== nameFile && (await haveTheSameName(owner, nameFile))) {
    await rm(nameFile);
    folder = join(parent, await keepName(nameFile));
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, OWNER), nameFile);
  return folder;
}

/** In a data folder: the path of the file that names it. */
const OWNER = 'owner';

async function readOwner(folder: string): Promise<string | undefined> {
  return readFile(join(folder, OWNER), 'utf8').catch(() => undefined);
}

/** Two files, not one that is reached by two paths. */
async function haveTheSameName(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = [await stat(one), await stat(other)];
    if (a.dev === b.dev && a.ino === b.ino) return false;
    return (await readFile(one, 'utf8')) === (await readFile(other, 'utf8'));
  } catch {
    return false;
  }
}

/** Made aside and linked into place, so that two first starts at the same moment read the same whole name. */
async function keepName(file: string): Promise<string> {
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, randomBytes(8).toString('hex'));
  try {
    await link(aside, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside);
  }
  return readFile(file, 'utf8');
}
