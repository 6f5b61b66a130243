import { parseArgs } from 'node:util';
import { runUntilEnded } from '@rede/local/ending';
import { ExplainedError } from '@rede/local/explained-error';
import { benchmarks } from './benchmarks.ts';
import { describeMachine, startProduct } from './product.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// Measures, prints, asserts nothing: machines are noisy, and a speed is worth what it is compared with.
await runUntilEnded(async (onEnd) => {
  const { name, benchmark, size } = readChoice();
  const product = await startProduct(size, { onEnd, say });
  say(`\n${await describeMachine(product)}\n`);
  await benchmark.run(product, say);
  say(`\nnpm run bench -- ${name}: done`);
  return 'done';
});

function readChoice() {
  const usage = new ExplainedError(
    'npm run bench -- <name> [--consultants <N>] [--orders <M>] [--seed <S>]\n' +
      `Names: ${Object.keys(benchmarks).join(', ')}.\n` +
      'With DATABASE_URL the network that is in that database is measured, and none is generated.',
  );
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { consultants: { type: 'string' }, orders: { type: 'string' }, seed: { type: 'string', default: '1' } },
    });
    const [name = '', ...more] = positionals;
    const benchmark = benchmarks[name];
    if (!benchmark || more.length > 0) throw usage;
    const consultants = Number(values.consultants ?? 100_000);
    const orders = Number(values.orders ?? consultants * benchmark.ordersPerConsultant);
    const size = { consultants, orders, seed: Number(values.seed) };
    if (!Object.values(size).every((value) => Number.isInteger(value) && value >= 0)) throw usage;
    return { name, benchmark, size };
  } catch {
    throw usage;
  }
}
