import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createApp } from '@rede/api/app';
import { readConfig } from '@rede/api/config';
import { connect } from '@rede/api/db/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestToken } from '../src/token.ts';
import { startWithIdentity, type WithIdentity } from './identity-start.ts';

let rede: WithIdentity;

beforeAll(async () => {
  rede = await startWithIdentity();
});
afterAll(() => rede.stop());

const command = fileURLToPath(new URL('../src/token.ts', import.meta.url));

function runToken(origin: string, ...args: string[]) {
  const env = { ...process.env, PORT: new URL(origin).port };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('the command prints a token that the API takes, and nothing else', async () => {
  await rede.consultant('IK1');

  const { code, stdout, stderr } = await runToken(rede.origin, 'ik1');

  const answer = await rede.call(stdout.trim(), 'GET', '/whoami');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(await answer.json()).toMatchObject({ internalId: 'IK1' });
});

test('the command says on its error output who was refused', async () => {
  const { code, stdout, stderr } = await runToken(rede.origin, 'ninguém');

  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: "O login recusou o utilizador 'ninguém'.\n",
  });
});

test('the command says how it is used', async () => {
  const { code, stderr } = await runToken(rede.origin);

  expect([code, stderr]).toEqual([1, 'Uso: npm run token -- <utilizador ou Código IK>\n']);
});

test('where nothing answers, it is said how to start', async () => {
  const requested = requestToken('http://localhost:9', 'admin');

  await expect(requested).rejects.toThrow(
    'Não há nenhuma Rede a responder em http://localhost:9. Arranque-a com npm start.',
  );
});

test('where the login is a real Keycloak, it is said that the token comes from there', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://nobody@localhost:9/none',
    KEYCLOAK_URL: 'https://login.example',
    LOG_LEVEL: 'silent',
  });
  const database = connect(config.database.url);
  const app = await createApp({ config, database });
  const origin = (await app.listen({ port: 0, host: 'localhost' })).replace('127.0.0.1', 'localhost');

  const requested = requestToken(origin, 'admin');

  await expect(requested).rejects.toThrow('Esta Rede usa o login de https://login.example: é lá que se obtém o token.');
  await app.close();
  await database.destroy();
});
