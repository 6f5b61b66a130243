import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ExplainedError } from '../explained-error.ts';

const run = promisify(execFile);

const NAME = 'rede-postgres';

/** Where root keeps what this account must be able to reach: the project itself may lie in /root or another private folder. */
export const SYSTEM_FOLDER = '/var/lib/rede';

/** useradd and adduser lie where the PATH of an ordinary login does not look. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin` };

/** Lets that account pass through root's folder, whose mode root's umask has made private; to list it is another right. */
export async function letThrough(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o011) !== 0o011) await chmod(folder, (mode & 0o7777) | 0o011);
}

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The account the server runs under: undefined means our own. PostgreSQL refuses to run as root, so root
 * gets a system account made for nothing else, created the first time.
 */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;

  const known = await findAccount();
  if (known !== undefined) return known;

  const failures = [];
  for (const [command, ...options] of [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/bin/false',
      NAME,
    ],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', NAME],
  ] as const) {
    try {
      await run(command, options, { env });
    } catch (error) {
      failures.push(String(error).trim());
    }
    // Looked up after a failure too: another start may have created it in the same moment.
    const created = await findAccount();
    if (created !== undefined) return created;
  }
  throw new ExplainedError(
    `O PostgreSQL não corre como root, e não foi possível criar o utilizador de sistema ${NAME} para o correr. ` +
      `Arranque a Rede com um utilizador normal.\n${failures.join('\n')}`,
  );
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const uid = Number((await run('id', ['-u', NAME], { env })).stdout);
    const gid = Number((await run('id', ['-g', NAME], { env })).stdout);
    return { name: NAME, uid, gid };
  } catch {
    return undefined;
  }
}
