import { parseArgs } from 'node:util';
import { connect } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { todayInLisbon } from '@rede/contract/days';
import { generateNetwork, largestSeed, mostConsultants, mostOrders, NotEmptyError } from '@rede/demo/generate';
import { Client } from 'pg';
import { configuredDatabase } from './configured-database.ts';
import { runUntilEnded } from './ending.ts';
import { ExplainedError } from './explained-error.ts';
import { explainDatabase } from './product.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// Fills the configured database, or the embedded one, whether or not the product runs on it, with a network of any size.
await runUntilEnded(async (onEnd, fail, ending) => {
  const size = readSize();
  const { url, stop } = await configuredDatabase(fail);
  if (stop) onEnd(stop);
  ending.throwIfAborted();

  try {
    await bringUpToDate(url);
    await generate(url, size, ending);
  } catch (error) {
    throw error instanceof NotEmptyError ? whereElse(error) : explainDatabase(error);
  }
  return 'done';
});

interface Size {
  consultants: number;
  orders: number;
  seed: number;
}

function readSize(): Size {
  try {
    const { values } = parseArgs({
      options: { consultants: { type: 'string' }, orders: { type: 'string' }, seed: { type: 'string', default: '1' } },
    });
    return {
      consultants: wholeNumber(values.consultants, 1, mostConsultants),
      orders: wholeNumber(values.orders, 0, mostOrders),
      seed: wholeNumber(values.seed, 0, largestSeed),
    };
  } catch {
    throw new ExplainedError(
      'Uso: npm run generate -- --consultants <N> --orders <M> [--seed <S>]\n' +
        `N de 1 a ${mostConsultants}, M de 0 a ${mostOrders}, S de 0 a ${largestSeed}.`,
    );
  }
}

function wholeNumber(text: string | undefined, least: number, most: number): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new RangeError(`not from ${least} to ${most}: ${text}`);
  return value;
}

async function bringUpToDate(url: string): Promise<void> {
  const database = connect(url);
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

async function generate(url: string, size: Size, ending: AbortSignal): Promise<void> {
  const began = Date.now();
  const client = new Client({ connectionString: url, application_name: 'rede generate' });
  const breakOff = () => {
    process.exitCode = 130;
    void client.end();
  };
  client.on('error', () => undefined);
  ending.addEventListener('abort', breakOff);
  try {
    await client.connect();
    await generateNetwork(client, { ...size, today: todayInLisbon(), tell: (progress) => say(`${progress}…`) });
  } finally {
    ending.removeEventListener('abort', breakOff);
    await client.end();
  }
  say(`Pronto, em ${Math.round((Date.now() - began) / 1000)} s.`);
}

function whereElse({ message }: NotEmptyError): ExplainedError {
  return new ExplainedError(
    `${message}\n` +
      'Para uma rede gerada use outra base de dados, vazia: outra pasta (REDE_DATA=/tmp/rede npm run generate -- …, e ' +
      'depois REDE_DATA=/tmp/rede npm start) ou outro servidor (DATABASE_URL).',
  );
}
