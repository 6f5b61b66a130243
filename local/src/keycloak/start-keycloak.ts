import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { apart, bareEnvironment } from '../../machine.mjs';
import { ExplainedError } from '../explained-error.ts';
import { findKeycloak } from './distribution.ts';

export interface KeycloakOptions {
  port: number;
  /** The realm to import, as the text of its file. */
  realm: string;
  /** What the realm's placeholders stand for. */
  variables: Record<string, string>;
  announce: (text: string) => void;
}

export interface Keycloak {
  url: string;
  /** Who administers it, in the realm `master`. */
  administrator: { username: string; password: string };
  /** What it has said so far. */
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Whoever started us may be killed. */
const untilInputEnds = fileURLToPath(new URL('until-input-ends.ts', import.meta.url));

/** How long a start may take on a busy machine, in milliseconds. */
const patience = 300_000;

/** A real Keycloak on this machine's loopback, with data of its own that go when it is stopped. Its realm is there when it answers. */
export async function startKeycloak({ port, realm, variables, announce }: KeycloakOptions): Promise<Keycloak> {
  const distribution = await findKeycloak(announce);
  announce('A arrancar o Keycloak…');
  const home = await makeHome(distribution, realm);
  const url = `http://localhost:${port}`;
  const administrator = { username: 'administrador', password: randomBytes(24).toString('base64url') };
  const logFile = join(home, 'keycloak.log');
  const output = await open(logFile, 'w');
  const { JAVA_HOME } = process.env;
  const server = spawn(process.execPath, [untilInputEnds, ...javaCommand(home, url, port)], {
    env: {
      ...bareEnvironment(process.platform, process.env),
      ...(JAVA_HOME && { JAVA_HOME }),
      ...variables,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
    // A terminal's Ctrl-C is for us, and we end it.
    ...apart(process.platform),
    stdio: ['pipe', output.fd, output.fd],
  });
  await output.close();
  const ended = once(server, 'exit');
  const log = () => readFile(logFile, 'utf8');
  const stop = async () => {
    server.stdin?.end();
    await ended;
    await rm(home, { recursive: true, force: true });
  };

  try {
    await Promise.race([untilItAnswers(url), ended.then(() => Promise.reject(new Error('It ended.')))]);
  } catch (cause) {
    const said = await log();
    await stop();
    throw new ExplainedError(`O Keycloak não arrancou:\n${said}`, { cause });
  }
  return { url, administrator, log, stop };
}

/** The distribution with data of its own: what is read is shared, what is written is not. */
async function makeHome(distribution: string, realm: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'rede-keycloak-'));
  for (const part of ['bin', 'conf', 'lib', 'providers', 'themes'])
    await symlink(join(distribution, part), join(home, part), 'junction');
  await mkdir(join(home, 'data/import'), { recursive: true });
  await writeFile(join(home, 'data/import/realm.json'), realm);
  return home;
}

/** What the distribution's script does, with a Java that starts quickly and without the pauses of a build at each start. */
function javaCommand(home: string, url: string, port: number): string[] {
  const opened = ['java.util', 'java.util.concurrent', 'java.security'];
  return [
    process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin/java') : 'java',
    '-Xmx512m',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Dfile.encoding=UTF-8',
    '-Duser.language=en',
    `-Dkc.home.dir=${home}`,
    '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
    '-Dpicocli.disable.closures=true',
    ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '-cp',
    join(home, 'lib/quarkus-run.jar'),
    'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
    'start',
    '--optimized',
    '--import-realm',
    '--http-enabled=true',
    '--http-host=localhost',
    `--http-port=${port}`,
    `--hostname=${url}`,
  ];
}

async function untilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/realms/master`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(250);
  }
  throw new Error('It did not answer in time.');
}
