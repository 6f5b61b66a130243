import { readConfig } from '@rede/api/config';
import { run } from '@rede/api/run';
import { expect, test } from 'vitest';
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

test('a server does not start where a consultant holds the company’s code', async () => {
  const api = await startApi();
  await api.consultant({ internalId: 'IK77' });
  const config = readConfig({ ...necessary, PORT: '0', LOG_LEVEL: 'silent', ROOT_UPLINE_CODE: 'ik77' });

  const starting = run({ config, database: api.database });

  await expect(starting).rejects.toThrow('ROOT_UPLINE_CODE: ik77 é o Código IK de um consultor');
  await api.stop();
});
