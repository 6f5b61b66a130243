import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@rede/api/config';
import { run } from '@rede/api/run';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from './start-api.ts';

const necessary = { DATABASE_URL: 'postgres://localhost/rede', KEYCLOAK_URL: 'https://login.exemplo.pt/' };

test('what is not configured has a sensible value, and blank is not configured', () => {
  const config = readConfig({ ...necessary, PORT: ' ', CONTACT_EMAIL: '' });

  expect(config).toEqual({
    port: 3000,
    host: 'localhost',
    database: { url: 'postgres://localhost/rede', poolSize: 10 },
    keycloak: { url: 'https://login.exemplo.pt', realm: 'rede', clientId: 'rede-web' },
    rootUplineCode: 'IK0',
    title: 'Rede',
    logoFile: undefined,
    contact: { phone: null, email: null, website: null },
    exports: { consultants: false, orders: false },
    rateLimit: 600,
    trustProxy: false,
    logLevel: 'info',
  });
});

test('a configuration that is wrong is refused with every variable that is', () => {
  const wrong = {
    KEYCLOAK_URL: 'ftp://login',
    PORT: '70000',
    EXPORT_ORDERS: 'yes',
    CONTACT_WEBSITE: 'javascript:alert(1)',
  };

  const reading = () => readConfig(wrong);

  for (const variable of ['DATABASE_URL', ...Object.keys(wrong)]) expect(reading).toThrow(variable);
});

test('a secret can be in a file, which may end in a line break', async () => {
  const file = await fileWith('postgres://rede:segredo@localhost/rede\n');

  const config = readConfig({ KEYCLOAK_URL: 'https://login.exemplo.pt', DATABASE_URL_FILE: file });

  expect(config.database.url).toBe('postgres://rede:segredo@localhost/rede');
});

test.each([
  ['is not there', { DATABASE_URL_FILE: '/nada/segredo' }, /DATABASE_URL_FILE: .*ENOENT/],
  [
    'is given beside the secret itself',
    { ...necessary, DATABASE_URL_FILE: '/nada/segredo' },
    'DATABASE_URL_FILE: DATABASE_URL também está definida',
  ],
])('a secret’s file that %s is refused', (_what, variables, complaint) => {
  const reading = () => readConfig({ KEYCLOAK_URL: 'https://login.exemplo.pt', ...variables });

  expect(reading).toThrow(complaint);
});

test('what is wrong in a secret’s file is told without the secret', async () => {
  const file = await fileWith('mysql://rede:segredo@localhost/rede');

  const reading = () => readConfig({ KEYCLOAK_URL: 'https://login.exemplo.pt', DATABASE_URL_FILE: file });

  expect(reading).toThrow('DATABASE_URL: ');
  expect(reading).not.toThrow('segredo');
});

test('a server does not start where a consultant holds the company’s code', async () => {
  const api = await startApi();
  await api.consultant({ internalId: 'IK77' });
  const config = readConfig({ ...necessary, PORT: '0', LOG_LEVEL: 'silent', ROOT_UPLINE_CODE: 'ik77' });

  const starting = run({ config, database: api.database });

  await expect(starting).rejects.toThrow('ROOT_UPLINE_CODE: ik77 é o Código IK de um consultor');
  await api.stop();
});

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rede-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret');
  await writeFile(file, content);
  return file;
}

test('logins are made with a service account, which is named with its secret or not at all', () => {
  const account = { KEYCLOAK_PROVISIONING_CLIENT_ID: 'rede-provisioning', KEYCLOAK_PROVISIONING_SECRET: 'segredo' };

  expect(readConfig(necessary).provisioning).toBeUndefined();
  expect(readConfig({ ...necessary, ...account }).provisioning).toEqual({
    url: 'https://login.exemplo.pt',
    realm: 'rede',
    webClientId: 'rede-web',
    clientId: 'rede-provisioning',
    secret: 'segredo',
  });
  expect(
    readConfig({ ...necessary, ...account, KEYCLOAK_PROVISIONING_URL: 'http://keycloak:8080/' }).provisioning?.url,
  ).toBe('http://keycloak:8080');
  expect(() => readConfig({ ...necessary, ...account, KEYCLOAK_PROVISIONING_SECRET: '' })).toThrow(
    'KEYCLOAK_PROVISIONING_SECRET',
  );
});
