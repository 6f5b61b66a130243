import process from 'node:process';
import { readConfig } from './config.ts';
import { connect, type Database, inWritableSnapshot } from './db/client.ts';
import { type Compared, findMismatches, type Mismatch } from './verify/mismatches.ts';
import { repair } from './verify/repair.ts';

/** The option that has mismatches repaired. */
export const repairOption = '--repair';

/**
 * Works everything that is derived out again, from the history and the orders, and says each difference; answers how many there are. With `repairs`
 * they are put right, and what is left is what counts.
 */
export async function verify(
  database: Database,
  say: (text: string) => void,
  { repairs = false }: { repairs?: boolean } = {},
): Promise<number> {
  const found = await compare(database, say);
  if (found === 0 || !repairs) return found;
  say('A reparar…');
  await repair(database);
  return compare(database, say);
}

async function compare(database: Database, say: (text: string) => void): Promise<number> {
  let found = 0;
  const compared = await inWritableSnapshot(database, (db) =>
    tell(findMismatches(db), ({ what, kept, expected }) => {
      found += 1;
      say(`${what}: está guardado ${kept}, devia ser ${expected}`);
    }),
  );
  say(
    found === 0
      ? agreed(compared)
      : `${counted(found)} ${found === 1 ? 'diferença' : 'diferenças'} em ${extent(compared)}.`,
  );
  return found;
}

async function tell(
  mismatches: AsyncGenerator<Mismatch, Compared>,
  each: (mismatch: Mismatch) => void,
): Promise<Compared> {
  for (;;) {
    const { done, value } = await mismatches.next();
    if (done) return value;
    each(value);
  }
}

function agreed(compared: Compared): string {
  return `Tudo o que está guardado confere com o histórico e as encomendas: ${extent(compared)}.`;
}

function extent({ consultants, nodes, placed, days }: Compared): string {
  return `${counted(consultants)} consultores, ${counted(nodes)} nós agregados com ${counted(placed)} posições e ${counted(days)} dias de encomendas`;
}

function counted(count: number): string {
  return count.toLocaleString('pt-PT');
}

// By itself, where the server runs, with the server's own settings.
if (import.meta.main) {
  const { database: configured } = readConfig(process.env);
  const database = connect(configured.url, { poolSize: 1 });
  const found = await verify(database, (text) => process.stdout.write(`${text}\n`), {
    repairs: process.argv.includes(repairOption),
  });
  if (found > 0) process.exitCode = 1;
  await database.destroy();
}
