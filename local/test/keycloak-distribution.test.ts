import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findKeycloak, keycloakVersion, NoKeycloakError } from '../src/keycloak/distribution.ts';
import { dataForTest } from './processes.ts';

/** Tools that a test puts there are scripts of a POSIX shell. */
const isWindows = process.platform === 'win32';

let tools: string;
let cache: string;

afterEach(() => vi.unstubAllEnvs());

/** A machine whose only tools are those that the test puts there. */
beforeEach(async () => {
  const machine = await dataForTest();
  tools = join(machine, 'bin');
  cache = join(machine, 'cache');
  await mkdir(tools);
  vi.stubEnv('PATH', tools);
  vi.stubEnv('XDG_CACHE_HOME', cache);
});

function putTool(name: string, script: string): Promise<void> {
  return writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const find = () => findKeycloak(() => undefined);

test.skipIf(isWindows)('without Java there is no Keycloak, and it is said what is missing', async () => {
  await expect(find()).rejects.toThrow('Não há Keycloak nesta máquina: falta o Java 17 ou mais recente.');
});

test.skipIf(isWindows)(
  'without Maven, or where Maven cannot fetch it, there is none either, in Maven’s own words',
  async () => {
    await putTool('java', 'exit 0');
    await putTool('mvn', 'echo "Could not transfer artifact"; exit 1');

    const failure = await find().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(NoKeycloakError);
    expect(failure).toHaveProperty('message', expect.stringContaining('Could not transfer artifact'));
  },
);

test.skipIf(isWindows)(
  'a file that is not the one we know is refused, not taken for a missing one, and not kept',
  async () => {
    vi.stubEnv('PATH', [tools, '/usr/bin', '/bin'].join(delimiter));
    await putTool('java', 'exit 0');
    const zip = `keycloak-quarkus-dist-${keycloakVersion}.zip`;
    await putTool(
      'mvn',
      `for option; do case $option in -DoutputDirectory=*) echo planted >"\${option#*=}/${zip}";; esac; done`,
    );

    const failure = await find().catch((error: unknown) => error);

    expect(failure).not.toBeInstanceOf(NoKeycloakError);
    expect(failure).toHaveProperty('message', expect.stringContaining('não é o que se conhece'));
    expect(await readdir(join(cache, 'rede'))).toEqual([]);
  },
);

test.skipIf(isWindows)('one that was fetched before is taken from the cache', async () => {
  await putTool('java', 'exit 0');
  const kept = join(cache, 'rede', `keycloak-${keycloakVersion}`);
  await mkdir(kept, { recursive: true });

  expect(await find()).toBe(kept);
});
