import { parseArgs } from 'node:util';
import { builtWeb } from '@rede/api/http/pages';
import { addressOf } from './address.ts';
import { dataFolder } from './data-folder.ts';
import { runUntilEnded } from './ending.ts';
import { ExplainedError } from './explained-error.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { demoAccounts, loadDemoOnce, localConfig, serveProduct } from './product.ts';
import { buildWeb } from './web-build.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

await runUntilEnded(async (onEnd, fail, ending) => {
  const { empty } = readOptions();
  const building = buildWeb(() => say('A construir a web (só da primeira vez e quando muda)…'), ending);
  building.catch(() => undefined);

  const folder = await dataFolder();
  const embedded = process.env.DATABASE_URL ? undefined : await startPostgres({ folder, onLost: fail });
  if (embedded) onEnd(embedded.stop);
  const databaseUrl = embedded?.url ?? process.env.DATABASE_URL ?? '';
  const config = localConfig(databaseUrl);
  await building;

  const { accounts, stop } = await serveProduct({
    config,
    // A server of somebody's own is left as it is.
    ...(embedded ? { prepare: (database) => loadDemoOnce(database, databaseUrl, folder, { empty }) } : {}),
    app: { pages: builtWeb },
  });
  onEnd(stop);
  const address = addressOf(config.port);
  await embedded?.announce(address);
  say(welcome(address, accounts, embedded && folder));
});

function readOptions(): { empty: boolean } {
  try {
    return { empty: false, ...parseArgs({ options: { empty: { type: 'boolean' } } }).values };
  } catch {
    throw new ExplainedError('Uso: npm start [-- --empty]');
  }
}

function welcome(address: string, accounts: string[], folder: string | undefined): string {
  const offered = Object.entries(demoAccounts).filter(([user]) => accounts.includes(user));
  const login = process.env.KEYCLOAK_URL
    ? [`  Login: ${process.env.KEYCLOAK_URL}`]
    : [
        '  Contas de demonstração (a palavra-passe é igual ao utilizador):',
        ...offered.map(([user, who]) => `    ${user.padEnd(12)}${who}`),
        '  Qualquer consultor entra com o seu Código IK como utilizador e palavra-passe.',
        '  Este login é só para experimentar: as palavras-passe são públicas.',
      ];
  return [
    '',
    `  Rede: ${address}`,
    '',
    ...login,
    '',
    ...(folder ? [`  Dados: ${folder}`] : []),
    '  Ctrl-C para terminar.',
    '',
  ].join('\n');
}
