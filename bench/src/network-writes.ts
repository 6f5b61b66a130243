import { connect, type Database } from '@rede/api/db/client';
import { putPeriod } from '@rede/api/history/queries';
import { type HistoryEntry, history } from '@rede/contract/history';
import { addDays, type Day, todayInLisbon } from '@rede/contract/days';
import { type ImportResult, ordersImport } from '@rede/contract/orders-import';
import type { PoolClient } from 'pg';
import { computingClock, speedOf, timed } from './measure.ts';
import { baselines, disagreements, measurePace, within } from './network-baselines.ts';
import { findOfSize, type Subject } from './network-subjects.ts';
import { untilBuilt } from './network-upkeep.ts';
import type { Administrator, Product } from './product.ts';
import { milliseconds, table } from './table.ts';

const targetMs = 500;
const sizes = [30_000, 10_000, 1000, 100];
const mostMoved = 3;
const leavesAtOnce = 500;
const ordersInFile = 10_000;

/** A move of a consultant, who stands under the same upline since more than a year ago, to somebody large who never stood below it. */
export interface Move {
  moved: Subject;
  /** Codes of whom it stands under, since when, and of whom it will. */
  period: HistoryEntry;
  to: string;
  /** Whose figures the move may change, and the moved. */
  concerned: number[];
}

/**
 * Moves backdated by a year, corrections of a whole period, a statement that moves many and a file of orders, each of them undone again; and whether
 * every figure of whom they concern is right at once.
 */
export async function measureWrites(product: Product, client: PoolClient, say: (text: string) => void): Promise<void> {
  const pace = await measurePace(client, say);
  say(
    'Writes over HTTP, and undone again; of moves also how long the database computes for the same calls without HTTP. Compared: members and sums of who\n' +
      'gains or loses, in three windows, with the walk, before members were counted again.\n',
  );
  const { row } = table(
    [
      { title: 'written', width: 44 },
      { title: 'times', width: 5, right: true },
      { title: 'p50 ms', width: 6, right: true },
      { title: 'longest', width: 7, right: true },
      { title: 'CPU p50', width: 7, right: true },
      { title: 'compared', width: 8, right: true },
      { title: 'wrong', width: 5, right: true },
      { title: 'longest', width: 36 },
    ],
    say,
  );
  const { recursive } = baselines(client);
  const wrong: string[] = [];
  const measured = (
    title: string,
    times: readonly number[],
    { compared, differing, computed = [] }: Compared & { computed?: readonly number[] },
    verdict = '',
  ) => {
    const cpu = computed.length === 0 ? '' : milliseconds(speedOf(computed).p50);
    const longest = milliseconds(Math.max(...times));
    const counts = [String(compared), String(differing.length)];
    row([title, String(times.length), milliseconds(speedOf(times).p50), longest, cpu, ...counts, verdict]);
    wrong.push(...differing);
  };
  // Of one connection, whose process is measured.
  const single = connect(product.url, { poolSize: 1 });

  for (const size of sizes) {
    const moves = await findMoves(product, client, size);
    if (moves.length === 0) continue;
    const below = moves.map(({ moved }) => moved.today);
    const about = `${Math.min(...below)}–${Math.max(...below)}`;
    for (const [title, change, alone] of [
      ['moved, backdated by a year', moveYearAgo, moveYearAgoAlone],
      ['corrected since the first day', correctFromStart, undefined],
    ] as const) {
      const times: number[] = [];
      const computed: number[] = [];
      const found: Compared[] = [];
      for (const move of moves) {
        const undo = await timed(times, () => change(product, move));
        found.push(await disagreements(product, recursive, move.concerned));
        await timed(times, undo);
        found.push(await disagreements(product, recursive, move.concerned));
        if (!alone) continue;
        const { there, back } = alone(single, move);
        // A connection that was idle for long is another by now.
        const clock = await computingClock(single.pool);
        await timed(computed, there, clock);
        await timed(computed, back, clock);
      }
      const verdict = size <= 10_000 ? within(Math.max(...times), targetMs, pace) : '';
      measured(`${title}: ${about} below`, times, { ...together(found), computed }, verdict);
    }
  }
  await single.destroy();

  const { there, back, to, moved } = await manyLeaves(client);
  const [moving, movingBack]: [number[], number[]] = [[], []];
  await timed(moving, there);
  const movedLeaves = await disagreements(product, recursive, to);
  await timed(movingBack, back);
  const returned = await disagreements(product, recursive, to);
  const each = milliseconds(Math.max(...moving, ...movingBack) / moved);
  measured(
    `${moved} leaves in one statement`,
    [...moving, ...movingBack],
    together([movedLeaves, returned]),
    `${each} ms each`,
  );

  const concerned = (await findOfSize(client, 10_000, 3)).map(({ id }) => id);
  const [loading, undoing]: [number[], number[]] = [[], []];
  const file = await fileOfOrders(client);
  const loaded = await timed(loading, () => product.send('POST', ordersImport.load.path, file));
  const { id, successful } = JSON.parse(loaded) as ImportResult;
  measured(`file of ${successful} orders loaded`, loading, await disagreements(product, recursive, concerned));
  const undo = ordersImport.undo.path.replace(':id', String(id));
  await timed(undoing, () => product.send('POST', undo));
  measured('file undone', undoing, await disagreements(product, recursive, concerned));
  for (const each of wrong) say(`wrong: ${each}`);
  await untilBuilt(product.database);
}

type Compared = Awaited<ReturnType<typeof disagreements>>;

function together(found: readonly Compared[]): Compared {
  return {
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    differing: found.flatMap(({ differing }) => differing),
  };
}

/** One statement for many consultants with nobody below, from the start of the period in force on, and the one back. */
async function manyLeaves(client: PoolClient) {
  const { rows } = await client.query<{ ids: number[]; uplines: number[]; to: number; concerned: number[] }>(
    `with target as (select id from bench_size where today between 50 and 10000 order by today desc, id limit 1),
     leaf as (
       select period.id, period.upline_id
       from upline_periods period, target
       where upper_inf(during) and lower(during) < current_date - 365 and upline_id <> target.id
         and not exists (select from bench_closure where above_id = period.consultant_id)
         and period.consultant_id <> target.id
       order by hashint8(period.id)
       limit $1
     )
     select
       (select array_agg(id::integer order by id) from leaf) as ids,
       (select array_agg(upline_id::integer order by id) from leaf) as uplines,
       target.id::integer as to,
       array(select distinct above_id::integer from bench_closure join bench_size on id = above_id where consultant_id = target.id and today <= 50000)
         as concerned
     from target`,
    [leavesAtOnce],
  );
  const [found] = rows;
  if (!found) throw new Error('there is somebody with 50 below');
  const { ids, uplines, to, concerned } = found;
  const put = (under: readonly number[]) => () =>
    client.query(
      `update upline_periods period set upline_id = put.upline_id
       from unnest($1::bigint[], $2::bigint[]) as put (id, upline_id) where period.id = put.id`,
      [ids, under],
    );
  return { moved: ids.length, there: put(ids.map(() => to)), back: put(uplines), to: [...concerned, to] };
}

export const pathOf = (path: string, consultantId: number, periodId?: number) =>
  path.replace(':id', String(consultantId)).replace(':historyId', String(periodId));

type Undo = () => Promise<unknown>;

export const yearAgo: Day = addDays(todayInLisbon(), -365);

/** As an administrator does it: the new period takes its days from the one in force. To undo it that one takes them back. */
export async function moveYearAgo({ send }: Administrator, { moved, period, to }: Move): Promise<Undo> {
  const { parentId, startDate } = period;
  const body = { parentId: to, startDate: yearAgo };
  await send('POST', `${pathOf(history.create.path, moved.id)}?takeDays=true`, body);
  return () =>
    send('PUT', `${pathOf(history.update.path, moved.id, period.id)}?takeDays=true`, { parentId, startDate });
}

/** The same without HTTP. */
function moveYearAgoAlone(database: Database, { moved, period, to }: Move) {
  const asOf = { rootUplineCode: 'IK0', today: todayInLisbon() };
  const put = (body: { parentId: string; startDate: Day }, periodId?: number) => () =>
    putPeriod(
      database,
      moved.id,
      periodId === undefined
        ? { does: 'add', body, takeDays: true }
        : { does: 'correct', periodId, body, takeDays: true },
      asOf,
      { name: 'bench', subject: 'bench' },
    );
  const { parentId, startDate } = period;
  return { there: put({ parentId: to, startDate: yearAgo }), back: put({ parentId, startDate }, period.id) };
}

async function correctFromStart({ send }: Administrator, { moved, period, to }: Move): Promise<Undo> {
  const inForce = pathOf(history.update.path, moved.id, period.id);
  const { parentId, startDate } = period;
  await send('PUT', inForce, { parentId: to, startDate });
  return () => send('PUT', inForce, { parentId, startDate });
}

/** Moves of consultants with about so many below. */
export async function findMoves({ ask }: Administrator, client: PoolClient, size: number): Promise<Move[]> {
  const moves: Move[] = [];
  for (const moved of await findOfSize(client, size, 2 * mostMoved)) {
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
         where today <= 50000
       ) as concerned
       from target`,
      [moved.id, period.parentId],
    );
    const [target] = rows;
    if (target) moves.push({ moved, period, ...target });
  }
  return moves;
}

/** By one after the other, on each of the last ninety days. */
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
