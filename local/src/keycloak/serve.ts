import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { commandWith } from '../../machine.mjs';
import { addressOf } from '../address.ts';
import { runUntilEnded } from '../ending.ts';
import { ExplainedError } from '../explained-error.ts';
import { refuseTakenPort } from '../free-port.ts';
import { demoAccounts } from '../product.ts';
import { demoRealm, passwordOf } from './realm.ts';
import { startKeycloak } from './start-keycloak.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// A real Keycloak with the realm of production and the demo accounts in it, for a Rede on this machine to be started against.
await runUntilEnded(async (onEnd) => {
  const { port, origin } = readOptions();
  await refuseTakenPort('localhost', port);
  const secret = randomBytes(24).toString('base64url');
  const { url, administrator, stop } = await startKeycloak({
    port,
    realm: await demoRealm(),
    variables: { REDE_ORIGIN: origin, REDE_PROVISIONING_SECRET: secret },
    announce: say,
  });
  onEnd(stop);
  const variables = {
    PORT: new URL(origin).port,
    KEYCLOAK_URL: url,
    KEYCLOAK_PROVISIONING_CLIENT_ID: 'rede-provisioning',
    KEYCLOAK_PROVISIONING_SECRET: secret,
  };
  say(
    [
      '',
      `  Keycloak: ${url}/admin/master/console/#/rede`,
      `    ${administrator.username}  ${administrator.password}`,
      '',
      '  Para uma Rede que o use:',
      `    ${commandWith(process.platform, variables, 'npm start')}`,
      '',
      '  Contas da rede de demonstração:',
      ...Object.keys(demoAccounts).map((user) => `    ${user.padEnd(12)}${passwordOf(user)}`),
      '',
      '  Os dados desaparecem quando termina. Ctrl-C para terminar.',
      '',
    ].join('\n'),
  );
});

function readOptions(): { port: number; origin: string } {
  try {
    const options = {
      port: { type: 'string', default: '8180' },
      origin: { type: 'string', default: addressOf() },
    } as const;
    const { port, origin } = parseArgs({ options }).values;
    if (!/^\d+$/.test(port)) throw new Error('no port');
    return { port: Number(port), origin: new URL(origin).origin };
  } catch {
    throw new ExplainedError('Uso: npm run keycloak -- [--port 8180] [--origin http://localhost:3000]');
  }
}
