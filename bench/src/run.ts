import { parseArgs } from 'node:util';
import { runUntilEnded } from '@rede/local/ending';
import { ExplainedError } from '@rede/local/explained-error';
import type { Benchmark } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { describeMachine, startProduct } from './product.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// Measures, prints, asserts nothing: machines are noisy, and a speed is worth what it is compared with.
await runUntilEnded(async (onEnd) => {
  const { chosen, size } = readChoice();
  const product = await startProduct(size, { onEnd, say });
  say(`\n${await describeMachine(product)}`);
  for (const { name, benchmark } of chosen) {
    say(`\n== ${name}`);
    await benchmark.run(product, say);
  }
  return 'done';
});

function readChoice() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { consultants: { type: 'string' }, orders: { type: 'string' }, seed: { type: 'string', default: '1' } },
    });
    const chosen = positionals.map((name) => ({ name, benchmark: named(name) }));
    const ordersEach = Math.max(...chosen.map(({ benchmark }) => benchmark.ordersPerConsultant));
    const consultants = Number(values.consultants ?? 100_000);
    const size = { consultants, orders: Number(values.orders ?? consultants * ordersEach), seed: Number(values.seed) };
    if (!Object.values(size).every((value) => Number.isInteger(value) && value >= 0)) throw new RangeError('a size');
    return { chosen, size };
  } catch {
    throw new ExplainedError(
      'npm run bench -- <name>… [--consultants <N>] [--orders <M>] [--seed <S>]\n' +
        `Names: ${Object.keys(benchmarks).join(', ')}.\n` +
        'With DATABASE_URL the network that is in that database is measured, and none is generated.',
    );
  }
}

function named(name: string): Benchmark {
  const benchmark = benchmarks[name];
  if (!benchmark) throw new RangeError(`no benchmark ${name}`);
  return benchmark;
}
