import { connect, inOneMoment } from '@rede/api/db/client';
import { type Compared, type Difference, findDifferences } from '@rede/api/network/verify';
import { configuredDatabase } from './configured-database.ts';
import { runUntilEnded } from './ending.ts';
import { explainDatabase } from './product.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// Works everything that is derived out again, from the history and the orders, and names each difference; 1 where there is any.
await runUntilEnded(async (onEnd, fail) => {
  const { url, stop } = await configuredDatabase(fail);
  if (stop) onEnd(stop);
  const database = connect(url);
  onEnd(() => database.destroy());

  let found = 0;
  try {
    const compared = await inOneMoment(database, (db) =>
      tell(findDifferences(db), ({ what, kept, right }) => {
        found += 1;
        say(`${what}: está guardado ${kept}, devia ser ${right}`);
      }),
    );
    say(found === 0 ? agreed(compared) : `${counted(found)} diferenças em ${extent(compared)}.`);
  } catch (error) {
    throw explainDatabase(error);
  }
  if (found > 0) process.exitCode = 1;
  return 'done';
});

async function tell(
  differences: AsyncGenerator<Difference, Compared>,
  each: (difference: Difference) => void,
): Promise<Compared> {
  for (;;) {
    const { done, value } = await differences.next();
    if (done) return value;
    each(value);
  }
}

function agreed(compared: Compared): string {
  return `Tudo o que está guardado confere com o histórico e as encomendas: ${extent(compared)}.`;
}

function extent({ consultants, hubs, members, days }: Compared): string {
  return `${counted(consultants)} consultores, ${counted(hubs)} polos com ${counted(members)} membros e ${counted(days)} dias de encomendas`;
}

function counted(count: number): string {
  return count.toLocaleString('pt-PT');
}
