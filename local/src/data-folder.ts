import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  const own = join(checkout, '.data');
  const folder = process.env.REDE_DATA
    ? resolve(process.env.REDE_DATA)
    : process.getuid?.() === 0
      ? join(SYSTEM_FOLDER, await keptName(own))
      : own;
  await mkdir(folder, { recursive: true });
  return folder;
}

async function keptName(folder: string): Promise<string> {
  const file = join(folder, 'name');
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, randomBytes(8).toString('hex'), { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
