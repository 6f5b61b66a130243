import process from 'node:process';
import { readConfig } from './config.ts';
import { connect, type Database, inSnapshot } from './db/client.ts';
import { type Compared, type Difference, findDifferences } from './dashboard/verify.ts';

/** Works everything that is derived out again, from the history and the orders, and says each difference; answers how many there are. */
export async function verify(database: Database, say: (text: string) => void): Promise<number> {
  let found = 0;
  const compared = await inSnapshot(database, (db) =>
    tell(findDifferences(db), ({ what, kept, right }) => {
      found += 1;
      say(`${what}: está guardado ${kept}, devia ser ${right}`);
    }),
  );
  say(found === 0 ? agreed(compared) : `${counted(found)} diferenças em ${extent(compared)}.`);
  return found;
}

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

// By itself, where the server runs, with the server's own settings.
if (import.meta.main) {
  const { database: configured } = readConfig(process.env);
  const database = connect(configured.url, { poolSize: 1 });
  const found = await verify(database, (text) => process.stdout.write(`${text}\n`));
  if (found > 0) process.exitCode = 1;
  await database.destroy();
}
