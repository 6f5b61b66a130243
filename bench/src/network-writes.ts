import { type HistoryEntry, history } from '@rede/contract/history';
import { addDays, type Day, todayInLisbon } from '@rede/contract/days';
import { type ImportResult, ordersImport } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import { disagreements, type Rival } from './network-rivals.ts';
import type { SizeClass, Subject } from './network-subjects.ts';
import type { Product } from './product.ts';
import { milliseconds, table, atMost } from './table.ts';

const barMs = 500;
const mostMoved = 5;
const ordersInFile = 10_000;

interface Move {
  moved: Subject;
  /** Codes of whom it stands under, since when, and of whom it will. */
  period: HistoryEntry;
  to: string;
  /** Whose figures the move may change, and the moved. */
  concerned: number[];
}

/**
 * Moves backdated by a year, corrections of a whole period and a file of orders, each of them undone again, over HTTP; and whether every figure of
 * whom they concern is right at once.
 */
export async function measureWrites(
  product: Product,
  classes: readonly SizeClass[],
  client: PoolClient,
  rival: Rival,
  say: (text: string) => void,
): Promise<void> {
  say(
    '\nWrites over HTTP, undone again. Compared: members and sums of who gains or loses, in three windows, with the walk.\n',
  );
  const { row } = table(
    [
      { title: 'written', width: 44 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'longest', width: 7, right: true },
      { title: 'compared', width: 8, right: true },
      { title: 'wrong', width: 5, right: true },
      { title: `longest ≤ ${barMs} ms`, width: 16 },
    ],
    say,
  );
  const wrong: string[] = [];
  const measured = (title: string, times: number[], compared: number, differing: readonly string[], bar?: number) => {
    const longest = Math.max(...times);
    const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
    const counts = [String(compared), String(differing.length)];
    row([
      title,
      String(times.length),
      milliseconds(middle),
      milliseconds(longest),
      ...counts,
      bar === undefined ? '' : atMost(longest, bar),
    ]);
    wrong.push(...differing);
  };

  for (const { subjects } of classes.slice(1)) {
    const moves = await findMoves(product, client, subjects);
    if (moves.length === 0) continue;
    const size = moves.map(({ moved }) => moved.today);
    const about = `${Math.min(...size)}–${Math.max(...size)}`;
    for (const [title, change] of [
      ['moved, backdated by a year', moveYearAgo],
      ['corrected since the first day', correctFromStart],
    ] as const) {
      const [there, back]: number[][] = [[], []];
      const differing: string[] = [];
      let compared = 0;
      for (const move of moves) {
        const undo = await timed(there ?? [], () => change(product, move));
        const after = await disagreements(product, rival, move.concerned);
        await timed(back ?? [], undo);
        const restored = await disagreements(product, rival, move.concerned);
        compared += after.compared + restored.compared;
        differing.push(...after.differing, ...restored.differing);
      }
      measured(`${title}: ${about} below`, [...(there ?? []), ...(back ?? [])], compared, differing, barMs);
    }
  }

  const concerned = classes.flatMap(({ subjects }) =>
    subjects.filter(({ today }) => today <= 100_000).map(({ id }) => id),
  );
  const [loading, undoing]: number[][] = [[], []];
  const file = await fileOfOrders(client);
  const loaded = await timed(loading ?? [], () => product.send('POST', ordersImport.load.path, file));
  const { id, successful } = JSON.parse(loaded) as ImportResult;
  const after = await disagreements(product, rival, concerned);
  measured(`file of ${successful} orders loaded`, loading ?? [], after.compared, after.differing);
  const undo = ordersImport.undo.path.replace(':id', String(id));
  await timed(undoing ?? [], () => product.send('POST', undo));
  const undone = await disagreements(product, rival, concerned);
  measured('file undone', undoing ?? [], undone.compared, undone.differing);
  for (const each of wrong) say(`wrong: ${each}`);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

const pathOf = (path: string, consultantId: number, periodId?: number) =>
  path.replace(':id', String(consultantId)).replace(':historyId', String(periodId));

type Undo = () => Promise<unknown>;

const yearAgo: Day = addDays(todayInLisbon(), -365);

/** As an administrator does it: the new period takes its days from the one in force. To undo it that one takes them back. */
async function moveYearAgo({ send }: Product, { moved, period, to }: Move): Promise<Undo> {
  const { parentId, startDate } = period;
  const body = { parentId: to, startDate: yearAgo };
  await send('POST', `${pathOf(history.create.path, moved.id)}?takeDays=true`, body);
  return () =>
    send('PUT', `${pathOf(history.update.path, moved.id, period.id)}?takeDays=true`, { parentId, startDate });
}

async function correctFromStart({ send }: Product, { moved, period, to }: Move): Promise<Undo> {
  const inForce = pathOf(history.update.path, moved.id, period.id);
  const { parentId, startDate } = period;
  await send('PUT', inForce, { parentId: to, startDate });
  return () => send('PUT', inForce, { parentId, startDate });
}

/** Moves of those who stand under the same upline since more than a year ago, to somebody large who never stood below them. */
async function findMoves({ ask }: Product, client: PoolClient, subjects: readonly Subject[]): Promise<Move[]> {
  const moves: Move[] = [];
  for (const moved of subjects) {
    const { results } = JSON.parse(await ask(pathOf(history.list.path, moved.id))) as { results: HistoryEntry[] };
    const period = results.find(({ startDate, endDate }) => endDate === null && startDate < yearAgo);
    if (!period || moves.length === mostMoved) continue;
    const { rows } = await client.query<{ to: string; concerned: number[] }>(
      `with target as (
         select consultant.id, internal_id
         from bench_size
         join consultants consultant using (id)
         where today between 50 and 100000 and internal_id <> $2
           and id <> $1
           and not exists (select from bench_closure where above_id = $1 and consultant_id = consultant.id)
           and not exists (select from bench_closure where above_id = consultant.id and consultant_id = $1)
         order by today desc, id
         limit 1
       )
       select internal_id as "to", array(
         select distinct id::integer
         from (
           select above_id as id from bench_closure where consultant_id in ($1, target.id)
           union all select unnest(array[$1, target.id])
         ) above
         join bench_size using (id)
         where today <= 100000
       ) as concerned
       from target`,
      [moved.id, period.parentId],
    );
    const [target] = rows;
    if (target) moves.push({ moved, period, ...target });
  }
  return moves;
}

/** By everybody in turn, on each of the last ninety days. */
async function fileOfOrders(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(';', 'bench-' || n, current_date - (n % 90)::integer, internal_id, n % 900 || ',50') as line
     from generate_series(1, $1::bigint) as n
     join (select internal_id, row_number() over (order by hashint8(id)) as number, count(*) over () as everybody from consultants) who
       on number = 1 + n % everybody`,
    [ordersInFile],
  );
  return ['Número de encomenda;Data de Encomenda;Código IK;Valor da Encomenda', ...rows.map(({ line }) => line)].join(
    '\n',
  );
}
