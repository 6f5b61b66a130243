import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { keycloakCommand, scriptCommand, unzipCommand } from '../../machine.mjs';
import { ExplainedError } from '../explained-error.ts';

export const keycloakVersion = '26.7.0';

/** SHA-256 of the zip that has this version. */
const checksum = 'e63bd0167199c0092b8a4d22cc137e6b7a70e0089070f6f7799b1be504b69a8a';

const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`;
const copyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

/** A Keycloak cannot be had on this machine; the message says what is missing. */
export class NoKeycloakError extends ExplainedError {
  override name = 'NoKeycloakError';
}

/**
 * The folder of a Keycloak that is ready to start. Maven fetches it the first time, by its own configuration, and it is kept in the
 * user's cache. Throws a NoKeycloakError where it cannot be had, an ExplainedError where it is not the one we know.
 */
export async function findKeycloak(announce: (text: string) => void): Promise<string> {
  await tool(['java', '-version'], 'falta o Java 17 ou mais recente');
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rede');
  const folder = join(cache, `keycloak-${keycloakVersion}`);
  if (await isThere(folder)) return folder;

  announce(`A obter o Keycloak ${keycloakVersion} (só da primeira vez)…`);
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const options = [copyPlugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${unfinished}`];
    await tool(
      [...scriptCommand(process.platform, 'mvn'), '--batch-mode', '--quiet', ...options],
      'o Maven (mvn) não o conseguiu obter',
    );
    const zip = join(unfinished, `keycloak-quarkus-dist-${keycloakVersion}.zip`);
    if ((await sha256(zip)) !== checksum) {
      throw new ExplainedError(
        `O ficheiro do Keycloak ${keycloakVersion} que o Maven entregou não é o que se conhece.`,
      );
    }
    await tool(unzipCommand(process.platform, zip, unfinished), 'falta o unzip');
    const unpacked = join(unfinished, `keycloak-${keycloakVersion}`);
    // What start would do otherwise, every time. One node needs no cluster.
    const prepare = [
      ...keycloakCommand(process.platform, unpacked),
      'build',
      '--db=dev-file',
      '--cache=local',
    ] as const;
    await tool(prepare, 'não se deixa preparar');
    await rename(unpacked, folder).catch(async (error: unknown) => {
      // Somebody else's was ready first.
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function tool(
  [program, ...options]: readonly [program: string, ...options: string[]],
  without: string,
): Promise<void> {
  try {
    await promisify(execFile)(program, options, { timeout: 600_000, maxBuffer: Infinity });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    const said = `${stdout}${stderr}`.trim();
    throw new NoKeycloakError(`Não há Keycloak nesta máquina: ${without}.\n${said}`.trim(), { cause });
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
