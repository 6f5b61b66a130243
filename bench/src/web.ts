import { parseArgs } from 'node:util';
import { runUntilEnded } from '@rede/local/ending';
import { ExplainedError } from '@rede/local/explained-error';
import { atMost, milliseconds, table } from './table.ts';
import { type Measured, type Visitor, openVisitor, slowPhone } from './web-visitor.ts';
import { startPlainPage, startWeb } from './web-product.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

interface Row {
  work: string;
  target?: number;
  digits?: number;
  figures: Measured[];
}

// Measures, prints, asserts nothing, as the other benchmarks: how fast the web is in the hand.
await runUntilEnded(async (onEnd) => {
  const { runs, given } = readOptions();
  const address = given ?? (await startWeb(onEnd));
  const { launch, describe } = await openVisitor(address, onEnd);
  say(`\n${await describe()}`);
  say(
    `Slow phone: CPU × ${slowPhone.cpu}, 1.6 Mbit/s, ${slowPhone.latency} ms for each request, 360 × 740. ${runs} runs.\n`,
  );

  const rows = new Map<string, Row>();
  const note = (work: string, figure: Measured, target?: number, digits = 0) => {
    const row = rows.get(work) ?? { work, figures: [], digits, ...(target !== undefined && { target }) };
    row.figures.push(figure);
    rows.set(work, row);
  };
  for (let run = 0; run < runs; run += 1) await measureOnce(launch, note, onEnd);
  print([...rows.values()]);
  return 'done';
});

type Note = (work: string, figure: Measured, target?: number, digits?: number) => void;

async function measureOnce(launch: () => Promise<Visitor>, note: Note, onEnd: OnEnd): Promise<void> {
  const visitor = await launch();
  note('login page, from nothing', await visitor.openLogin('/'), 1500);
  await visitor.rest(3000);
  const back = await visitor.logIn('lider');
  note('back from the login: cards', back.cards, 1200);
  note('back from the login: first rows', back.rows, 1500);
  note('from the click on Entrar: first rows', back.whole);

  const reload = await visitor.reload();
  note('reload: first rows, whole', reload.whole);

  note('INP: filter', await visitor.filter(), 100);
  note('INP: next page', await visitor.turnPage(), 100);
  note('INP: open a figure', await visitor.openFigure(), 100);
  note('INP: tree', await visitor.openTree(), 100);
  note('CLS of the visit', await visitor.layoutShift(), 0.02, 3);
  const cookies = await visitor.close();

  const cold = await launch();
  await cold.remember(cookies);
  const arrival = await cold.arrive('/');
  note('session alive, nothing stored: cards, since back', arrival.cards);
  note('session alive, nothing stored: first rows, since back', arrival.rows, 1500);
  note('session alive, nothing stored: first rows, whole', arrival.whole);
  await cold.close();

  const plain = await startPlainPage(arrival.rows.bytes ?? 0);
  onEnd(plain.stop);
  const beside = await launch();
  note('a plain page of the same bytes: its row', await beside.openPlain(plain.address));
  await beside.close();
  await plain.stop();

  const administrator = await launch();
  await administrator.openLogin('/');
  await administrator.rest(1000);
  await administrator.logIn('admin', 'Welcome');
  const list = await administrator.arrive('/backoffice/users');
  note('back office list: first rows, since back', list.rows, 2000);
  note('back office list: first rows, whole', list.whole);
  const orders = await administrator.arrive('/backoffice/orders');
  note('back office orders: first rows, since back', orders.rows, 2000);
  note('back office orders: first rows, whole', orders.whole);
  await administrator.hurry();
  // What a person takes to read a page: meanwhile the next one is fetched.
  await administrator.rest(1000);
  note('back office orders: next page, not throttled', await administrator.nextListPage(), 150);
  await administrator.close();
}

type OnEnd = (step: () => Promise<void>) => void;

function print(rows: Row[]): void {
  const { row } = table(
    [
      { title: 'work', width: 52 },
      { title: 'target', width: 6, right: true },
      { title: 'median', width: 6, right: true },
      { title: 'worst', width: 6, right: true },
      { title: '', width: 18 },
      { title: 'requests', width: 8, right: true },
      { title: 'one after another', width: 17, right: true },
      { title: 'kB', width: 5, right: true },
    ],
    say,
  );
  for (const { work, target, digits = 0, figures } of rows) {
    const shown = (value: number) => (digits === 0 ? milliseconds(value) : value.toFixed(digits));
    const times = figures.map(({ value }) => value);
    const median = middle(times);
    const of = (what: 'requests' | 'chain' | 'bytes') => middle(figures.flatMap((figure) => figure[what] ?? []));
    const number = (value: number) => (Number.isNaN(value) ? '' : String(Math.round(value)));
    row([
      work,
      target === undefined ? '' : String(target),
      shown(median),
      shown(Math.max(...times)),
      target === undefined ? '' : atMost(median, target),
      number(of('requests')),
      number(of('chain')),
      number(of('bytes') / 1000),
    ]);
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function readOptions() {
  try {
    const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, address: { type: 'string' } } });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) throw new RangeError('runs');
    return { runs, given: values.address };
  } catch {
    throw new ExplainedError(
      'npm run bench:web [-- --runs <N>] [--address <URL>]\n' +
        'With an address the product that runs there is measured, with the demo network and the embedded login.',
    );
  }
}
