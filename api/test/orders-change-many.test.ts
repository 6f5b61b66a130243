import { randomUUID } from 'node:crypto';
import type { Change } from '@rede/contract/activity';
import type { Consultant } from '@rede/contract/consultants';
import { fromCents, toCents } from '@rede/contract/money';
import { mostChanged, type Order, type OrdersChangePreview } from '@rede/contract/orders';
import type { ProblemBody } from '@rede/contract/problem';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Answered, type Api, type Client, dashboardOf, expectSuccess, startApi } from './start-api.ts';

let api: Api;
let leader: Consultant;
let ana: Client;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  leader = await api.consultant({ internalId: 'M1' });
  await api.consultant({ internalId: 'M2', parentId: 'M1' });
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterEach(async () => {
  const differences = await differencesIn(api);
  await sql`truncate orders`.execute(api.database);
  if (differences.length > 0) throw new Error(`what is derived differs: ${JSON.stringify(differences)}`);
});
afterAll(() => api.stop());

const all = { ecommerceId: 'M-' };
const pay = { does: 'pay', paidAt: '2026-06-10' };

test('to pay sets the day, and the whole amount where one was given; what is paid or of a later day stays', async () => {
  await api.order({ ecommerceId: 'M-1', total: '100.00' });
  await api.order({ ecommerceId: 'M-2', total: '80.00', totalPayment: '30.00' });
  await api.order({ ecommerceId: 'M-3', total: '60.00', paidAt: '2026-06-02', totalPayment: '59.99' });
  await api.order({ ecommerceId: 'M-4', total: '40.00', paidAt: '2026-06-02' });
  await api.order({ ecommerceId: 'M-5', total: '20.00', createdAt: '2026-06-11' });
  await api.order({ ecommerceId: 'M-6', total: '10.00', createdAt: '2026-06-10' });

  const before = await preview(all, pay);
  const { status, body } = await change(all, pay, 6);

  expect(before).toEqual({
    orders: 6,
    totalOrdersValue: '310.00',
    totalPaidValue: '129.99',
    totalPendingValue: '180.01',
    changing: 4,
    skipped: [
      { reason: 'Já está paga', orders: 1 },
      { reason: 'É posterior à Data de Pagamento', orders: 1 },
    ],
  });
  expect([status, body]).toEqual([200, { changeId: expect.any(Number), changed: 4 }]);
  expect((await listed()).map((order) => [order.ecommerceId, order.paidAt, order.totalPayment, order.version])).toEqual(
    [
      ['M-1', '2026-06-10', null, 2],
      ['M-2', '2026-06-10', '80.00', 2],
      ['M-3', '2026-06-10', '60.00', 2],
      ['M-4', '2026-06-02', null, 1],
      ['M-5', null, null, 1],
      ['M-6', '2026-06-10', null, 2],
    ],
  );
  expect((await listed()).map(({ pending }) => pending)).toEqual(['0.00', '0.00', '0.00', '0.00', '20.00', '0.00']);
});

test('the sums of the preview are those of the rows', async () => {
  await sql`
    insert into orders (ecommerce_id, created_at, total_cents, total_payment_cents, paid_at)
    select 'M-' || number, '2026-01-01', 99999999999 - number, case when number % 3 = 0 then number end,
      case when number % 5 = 0 then '2026-02-01'::date end
    from generate_series(1, 300) number
  `.execute(api.database);
  const rows = (await Promise.all([0, 1].map((page) => listed(`&pageNumber=${page}`)))).flat();

  const sums = await preview(all, { does: 'delete' });

  const sum = (amounts: string[]) => fromCents(amounts.reduce((cents, amount) => cents + BigInt(toCents(amount)), 0n));
  const paid = ({ total, totalPayment, paidAt }: Order) => totalPayment ?? (paidAt === null ? '0.00' : total);
  expect(rows).toHaveLength(300);
  expect(sums).toEqual({
    orders: 300,
    totalOrdersValue: sum(rows.map(({ total }) => total)),
    totalPaidValue: sum(rows.map(paid)),
    totalPendingValue: sum(rows.map(({ pending }) => pending)),
    changing: 300,
    skipped: [],
  });
});

test('to assign gives orders to a consultant, whose figures have them at once', async () => {
  await api.order({ ecommerceId: 'M-1', total: '10.00' });
  await api.order({ ecommerceId: 'M-2', total: '20.00', by: 'M1' });
  await api.order({ ecommerceId: 'M-3', total: '40.00', by: 'M2' });

  const assign = { does: 'assign', internalId: 'm2' };
  const before = await preview(all, assign);
  const { body } = await change(all, assign, 3);

  expect(before).toMatchObject({ changing: 2, skipped: [{ reason: 'Já é deste consultor', orders: 1 }] });
  expect(body).toMatchObject({ changed: 2 });
  expect((await listed()).map(({ consultant, version }) => [consultant?.internalId, version])).toEqual([
    ['M2', 2],
    ['M2', 2],
    ['M2', 1],
  ]);
  expect((await dashboardOf(await api.as(leader))).total.totals.totalOrdersValue).toBe('70.00');
});

test('a consultant that is none is refused, before the change and in it, and nothing changes', async () => {
  await api.order({ ecommerceId: 'M-1' });
  const assign = { does: 'assign', internalId: 'NINGUEM' };
  const refusal = {
    status: 400,
    body: { errors: [{ field: 'change.internalId', message: 'O Código IK NINGUEM não existe' }] },
  };

  expect(await api.admin.post(`${path}/preview`, { filter: all, change: assign })).toMatchObject(refusal);
  expect(await change(all, assign, 1)).toMatchObject(refusal);
  expect(await change(all, { does: 'assign', internalId: 'IK0' }, 1)).toMatchObject({ status: 400 });
  expect((await listed()).map(({ version }) => version)).toEqual([1]);
});

test('to delete takes all that match, and no others', async () => {
  await api.order({ ecommerceId: 'M-1', createdAt: '2026-05-01' });
  await api.order({ ecommerceId: 'M-2', createdAt: '2026-05-02' });
  await api.order({ ecommerceId: 'M-3', createdAt: '2026-05-03' });

  const { body } = await change({ createdAtEnd: '2026-05-02' }, { does: 'delete' }, 2);

  expect(body).toMatchObject({ changed: 2 });
  expect((await listed()).map(({ ecommerceId }) => ecommerceId)).toEqual(['M-3']);
});

test('where other orders match than were shown, it is told, and nothing changes', async () => {
  await api.order({ ecommerceId: 'M-1' });
  await api.order({ ecommerceId: 'M-2' });

  const { status, body } = await change(all, pay, 1);

  expect([status, body]).toEqual([
    409,
    {
      code: 'stale',
      message: 'O filtro tinha 1 encomenda e agora tem 2 encomendas. Veja de novo o que muda antes de confirmar.',
    },
  ]);
  expect((await listed()).map(({ version }) => version)).toEqual([1, 1]);
});

test('a filter that matches nothing previews nothing, and there is nothing to change', async () => {
  expect(await preview({ ecommerceId: 'não há' }, pay)).toEqual({
    orders: 0,
    totalOrdersValue: '0.00',
    totalPaidValue: '0.00',
    totalPendingValue: '0.00',
    changing: 0,
    skipped: [],
  });
  expect(await change({ ecommerceId: 'não há' }, pay, 0)).toMatchObject({
    status: 400,
    body: { message: 'Não há encomendas a alterar.' },
  });
  expect((await change({ ecommerceId: 'não há' }, pay, 3)).status).toBe(409);
});

test('more orders than may be changed at once are refused, and so many are summed exactly', async () => {
  await sql`
    insert into orders (ecommerce_id, created_at, total_cents)
    select 'M-' || number, '2026-01-01', 99999999999 from generate_series(1, ${mostChanged + 1}::integer) number
  `.execute(api.database);
  const refusal = {
    status: 400,
    body: {
      message:
        'De uma vez alteram-se no máximo 100 000 encomendas, e o filtro tem mais. Escolha um filtro mais estreito.',
    },
  };

  expect(withPlainSpaces(await api.admin.post(`${path}/preview`, { filter: {}, change: pay }))).toMatchObject(refusal);
  expect(withPlainSpaces(await change({}, pay, mostChanged + 1))).toMatchObject(refusal);
  await sql`delete from orders where ecommerce_id = 'M-1'`.execute(api.database);
  expect(await preview({}, pay)).toMatchObject({ changing: mostChanged, totalPendingValue: '99999999999000.00' });
});

test('thousands change as one, and are undone as one, with what they were and the versions that follow', async () => {
  await sql`
    insert into orders (ecommerce_id, consultant_id, created_at, total_cents, total_payment_cents)
    select 'M-' || number, ${leader.id}, '2026-06-01', 100 + number, case when number % 2 = 0 then 50 end
    from generate_series(1, 12000) number
  `.execute(api.database);
  const rows = () =>
    sql`select ecommerce_id, consultant_id, paid_at, total_payment_cents, pending_cents from orders order by id`.execute(
      api.database,
    );
  const before = await rows();

  const paid = await change(all, pay, 12_000);
  expect(await preview(all, pay)).toMatchObject({ totalPendingValue: '0.00', changing: 0 });
  const deleted = await change(all, { does: 'delete' }, 12_000);
  const undone = [await undo(deleted.body.changeId), await undo(paid.body.changeId)];

  expect([paid.body.changed, deleted.body.changed]).toEqual([12_000, 12_000]);
  expect(undone).toMatchObject([
    { status: 200, body: { does: 'undo', undoes: deleted.body.changeId, recordCount: 12_000 } },
    { status: 200, body: { does: 'undo', undoes: paid.body.changeId, recordCount: 12_000 } },
  ]);
  expect((await rows()).rows).toEqual(before.rows);
});

test('of two changes of the same orders at once the second sees what the first one did', async () => {
  for (const number of [1, 2, 3, 4]) await api.order({ ecommerceId: `M-${number}` });

  const outcomes = await Promise.all([change(all, pay, 4), change(all, { ...pay, paidAt: '2026-06-12' }, 4)]);

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const rows = await listed();
  expect(new Set(rows.map(({ paidAt }) => paidAt)).size).toBe(1);
  expect(rows.map(({ version }) => version)).toEqual([2, 2, 2, 2]);
});

test('what somebody changes meanwhile is waited for, and is not overwritten where it no longer matches', async () => {
  const order = await api.order({ ecommerceId: 'M-1' });
  await api.order({ ecommerceId: 'M-2' });
  const other = await api.database.pool.connect();
  await other.query('begin');
  await other.query('update orders set ecommerce_id = $1, version = version + 1 where id = $2', ['Z-1', order.id]);

  const changing = change(all, pay, 2);
  await expect.poll(waiting).toBe(1);
  await other.query('commit');
  other.release();

  expect(await changing).toMatchObject({ status: 409, body: { code: 'stale' } });
  const { body } = await api.admin.get<Order>(`/api/v1/orders/${order.id}`);
  expect(body).toMatchObject({ ecommerceId: 'Z-1', paidAt: null, version: 2 });
});

test('how far a change has got is told while it goes on, and forgotten after it', async () => {
  await api.order({ ecommerceId: 'M-1' });
  await api.order({ ecommerceId: 'M-2', paidAt: '2026-06-01' });
  const progressKey = randomUUID();
  const blocking = await api.database.pool.connect();
  await blocking.query('begin; lock table orders in share mode');

  const changing = change(all, pay, 2, progressKey);
  await expect.poll(() => progressOf(progressKey)).toEqual({ changed: 0, of: 1 });
  await blocking.query('rollback');
  blocking.release();

  expect(await changing).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(await progressOf(progressKey)).toBeNull();
  expect(await progressOf(randomUUID())).toBeNull();
});

test('a change names who did it, once', async () => {
  for (const number of [1, 2]) await api.order({ ecommerceId: `M-${number}` });

  const { body } = await change(all, pay, 2);

  const { rows } = await sql`select by_name, by_subject, does from changes where id = ${body.changeId}`.execute(
    api.database,
  );
  expect(rows).toEqual([{ by_name: 'Ana Silva', by_subject: 'ana', does: 'orders.change' }]);
});

test('what is no change is refused', async () => {
  const refused = async (body: object) => (await api.admin.post(`${path}/preview`, body)).body.errors;

  expect(await refused({ filter: {}, change: { does: 'pay' } })).toEqual([
    { field: 'change.paidAt', message: 'Data de Pagamento é obrigatória, e só para marcar como paga' },
  ]);
  expect(await refused({ filter: { pageNumber: 1 }, change: { does: 'delete' } })).toEqual([
    { field: 'filter.pageNumber', message: 'Campo desconhecido' },
  ]);
  expect(await refused({ filter: {}, change: { does: 'dar' } })).toMatchObject([{ field: 'change.does' }]);
});

const path = '/api/v1/orders/change';

async function preview(filter: object, change: object): Promise<OrdersChangePreview> {
  return expectSuccess(await ana.post<OrdersChangePreview>(`${path}/preview`, { filter, change }));
}

function change(filter: object, change: object, expected: number, progressKey?: string) {
  return ana.post<{ changeId: number; changed: number }>(path, { filter, change, expected, progressKey });
}

const undo = (changeId: number) => api.admin.post<Change>(`/api/v1/activity/${changeId}/undo`, {});

async function listed(more = ''): Promise<Order[]> {
  const address = `/api/v1/orders?ecommerceId=M-&sort=ecommerceId&pageSize=200${more}`;
  return expectSuccess(await api.admin.get<Page<Order>>(address)).results;
}

async function progressOf(key: string) {
  return expectSuccess(await api.admin.get<{ changed: number; of: number } | null>(`${path}/progress/${key}`));
}

/** How many sessions wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(api.database);
  return rows[0]?.waiting ?? 0;
}

/** Numbers are grouped by spaces that do not break. */
function withPlainSpaces({ status, body }: Answered<unknown>): { status: number; body: ProblemBody } {
  const { message, ...rest } = body as ProblemBody;
  return { status, body: { ...rest, message: message.replaceAll('\u00a0', ' ') } };
}
