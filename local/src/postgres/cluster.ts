import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { apart, bareEnvironment } from '../../machine.mjs';
import { ExplainedError } from '../explained-error.ts';
import { type Account, letThrough, serverAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { makeWhole } from '../make-whole.ts';

const run = promisify(execFile);

/** PostgreSQL's own files (`data`) and the password of its superuser beside them. */
export interface Cluster {
  folder: string;
  data: string;
  superuserPassword: string;
  binaries: Binaries;
  account: Account | undefined;
}

/**
 * The cluster in a folder, made there the first time.
 *
 * The way in is loopback TCP with a password. A socket file would do without the password, but its path may be
 * longer than a socket's may be, and root, who starts the server under another account, would have to be let in by
 * a name map; with one way in, what `psql` and the product do is the same everywhere.
 *
 * `durable: false` leaves out the waiting for the disk, for a cluster that is thrown away.
 */
export async function openCluster(folder: string, { durable = true } = {}): Promise<Cluster> {
  const account = await serverAccount();
  const binaries = await findBinaries(account);
  if (account !== undefined) await letThrough(dirname(folder));
  try {
    await makeWhole(folder, async (aside) => createCluster(aside, binaries, account, durable));
  } catch (error) {
    throw new ExplainedError(`Não foi possível criar a base de dados em ${folder}.\n${explain(error, account)}`);
  }

  // The server is recognised by the path it was started with, so there must be one spelling of it.
  const data = join(await realpath(folder), 'data');
  const major = Number.parseInt(await readFile(join(data, 'PG_VERSION'), 'utf8'), 10);
  if (major !== binaries.major) {
    throw new ExplainedError(
      `Os dados em ${folder} foram criados pelo PostgreSQL ${major} e esta versão da Rede traz o PostgreSQL ` +
        `${binaries.major}. Para começar de novo, mude o nome da pasta ${dirname(folder)}; para os manter, exporte-os com a ` +
        'versão anterior.',
    );
  }
  const superuserPassword = await readFile(join(folder, 'password'), 'utf8');
  return { folder, data, superuserPassword, binaries, account };
}

/** The product's own role is no superuser, as on a server that somebody else runs, and one secret is enough to keep. */
export function productPassword(cluster: Cluster): string {
  return createHmac('sha256', cluster.superuserPassword).update('rede').digest('base64url');
}

/** What a program of the server's needs to be spawned with: its account, nothing of our environment's locale, and no Ctrl-C, for we stop it last. */
export function serverProcess({ data, account }: Pick<Cluster, 'data' | 'account'>) {
  return {
    cwd: data,
    env: { ...bareEnvironment(process.platform, process.env), LC_ALL: 'C' },
    ...apart(process.platform),
    ...(account !== undefined && { uid: account.uid, gid: account.gid }),
  };
}

async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const data = join(folder, 'data');
  const passwordForServer = join(folder, 'password-for-initdb');
  const password = randomBytes(24).toString('base64url');
  await mkdir(data, { mode: 0o700 });
  await chmod(data, 0o700);
  await writeFile(join(folder, 'password'), password, { mode: 0o600 });
  await writeFile(passwordForServer, password, { mode: 0o600 });
  if (account !== undefined) {
    await chown(data, account.uid, account.gid);
    await chown(passwordForServer, account.uid, account.gid);
  }

  await run(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${passwordForServer}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own locale: lower() knows all of Unicode, and no system update ever changes a sort order.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
    serverProcess({ data, account }),
  );
  await rm(passwordForServer);
}

function explain(error: unknown, account: Account | undefined): string {
  if (account !== undefined && /EACCES|Permission denied/.test(String(error))) {
    return `O utilizador ${account.name}, que corre o PostgreSQL em vez do root, não consegue chegar a essa pasta.`;
  }
  return String(error).trim();
}
