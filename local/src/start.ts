import { parseArgs } from 'node:util';
import { builtWeb } from '@rede/api/http/pages';
import { addressOf } from './address.ts';
import { dataFolder } from './data-folder.ts';
import { runUntilEnded } from './ending.ts';
import { ExplainedError } from './explained-error.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { demoAccounts, localConfig, serveProduct } from './product.ts';
import { buildWeb } from './web-build.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

await runUntilEnded(async (onEnd, fail, ending) => {
  const { empty } = readOptions();
  const config = localConfig();
  const building = buildWeb({
    announce: () => say('A construir a web (só da primeira vez e quando muda)…'),
    signal: ending,
  });
  building.catch(() => undefined);

  const postgres = process.env.DATABASE_URL
    ? undefined
    : await startPostgres({ folder: await dataFolder(), onLost: fail });
  if (postgres) onEnd(postgres.stop);
  await building;
  ending.throwIfAborted();

  const { accounts, hasDemo, stop } = await serveProduct({
    config,
    ...(postgres && { embedded: { ...postgres, empty } }),
    app: { pages: builtWeb },
  });
  onEnd(stop);
  const address = addressOf(config.port);
  await postgres?.announce(address);
  say(welcome({ address, accounts, folder: postgres?.folder, tooLateForEmpty: empty && hasDemo }));
});

function readOptions(): { empty: boolean } {
  try {
    return { empty: false, ...parseArgs({ options: { empty: { type: 'boolean' } } }).values };
  } catch {
    throw new ExplainedError('Uso: npm start [-- --empty]');
  }
}

interface Started {
  address: string;
  accounts: string[];
  folder: string | undefined;
  tooLateForEmpty: boolean;
}

function welcome({ address, accounts, folder, tooLateForEmpty }: Started): string {
  const offered = Object.entries(demoAccounts).filter(([user]) => accounts.includes(user));
  const login = process.env.KEYCLOAK_URL
    ? [`  Login: ${process.env.KEYCLOAK_URL}`]
    : [
        '  Contas de demonstração (a palavra-passe é igual ao utilizador):',
        ...offered.map(([user, who]) => `    ${user.padEnd(12)}${who}`),
        '  Qualquer consultor entra com o seu Código IK como utilizador e palavra-passe.',
        `  Quem é criado no back office recebe um convite por email, que se lê em ${address}/dev/mail`,
        '  Este login é só para experimentar: as palavras-passe são públicas.',
      ];
  return [
    '',
    `  Rede: ${address}`,
    '',
    ...login,
    '',
    ...(folder ? [`  Dados: ${folder}`] : []),
    ...(tooLateForEmpty ? ['  Estes dados já têm uma rede: --empty só conta da primeira vez.'] : []),
    '  Ctrl-C para terminar.',
    '',
  ].join('\n');
}
