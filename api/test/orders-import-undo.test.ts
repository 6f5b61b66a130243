import type { Order } from '@rede/contract/orders';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Answered, type Api, type Client, startApi } from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates`.execute(api.database);
});
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,paidAt,total,totalPayment,internalId';

async function load(numbers: number[], payment = ',10.00,', query = ''): Promise<ImportResult> {
  const content = [header, ...numbers.map((number) => `${number},2026-06-01,${payment},IK100`)].join('\n');
  const { status, body } = await api.admin.upload<ImportResult>(content, 'encomendas.csv', query);
  expect(status).toBe(200);
  return body;
}

const updateExisting = '?updateExisting=true';

function undo<Body = KeptImport>({ id }: Pick<ImportResult, 'id'>): Promise<Answered<Body>> {
  return ana.post<Body>(`/api/v1/orders/imports/${id}/undo`, {});
}

async function refusal(result: ImportResult): Promise<{ status: number; code: string; message: string }> {
  const { status, body } = await undo<{ code: string; message: string }>(result);
  return { status, code: body.code, message: body.message };
}

async function orders(): Promise<Order[]> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');
  return body.results;
}

const paymentOf = ({ ecommerceId, paidAt, total, totalPayment }: Order) => [ecommerceId, paidAt, total, totalPayment];

const numbered = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

test('undoing a load deletes the orders that it created and no others', async () => {
  const entered = await api.order({ ecommerceId: '0' });
  const before = await load([1]);
  const result = await load([1, 2, 3]);
  await load([4]);

  const { status, body } = await undo(result);

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: result.id, successful: 2, failed: 1, undoneBy: 'Ana Silva' });
  expect(Date.parse(body.undoneAt ?? '')).toBeGreaterThanOrEqual(Date.parse(body.loadedAt));
  expect((await orders()).map(({ ecommerceId }) => ecommerceId)).toEqual(['0', '1', '4']);
  expect(await orders()).toContainEqual(entered);
  expect((await undo(before)).status).toBe(200);
});

test('undoing a load gives the orders that it updated the payment back that they had', async () => {
  await api.order({ ecommerceId: '1', total: '10.00' });
  await api.order({ ecommerceId: '2', total: '10.00', paidAt: '2026-06-02', totalPayment: '4.00' });
  const before = await orders();
  const result = await load([1, 2, 3], '2026-06-05,10.00,9.00', updateExisting);
  const updated = await orders();

  const { status, body } = await undo(result);

  expect(updated.map(({ paidAt, totalPayment, version }) => [paidAt, totalPayment, version])).toEqual([
    ['2026-06-05', '9.00', 2],
    ['2026-06-05', '9.00', 2],
    ['2026-06-05', '9.00', 1],
  ]);
  expect([status, body.successful, body.updated]).toEqual([200, 1, 2]);
  expect((await orders()).map(paymentOf)).toEqual(before.map(paymentOf));
  expect((await orders()).map(({ version }) => version)).toEqual([3, 3]);
});

test('an undone load counts for no figure any more', async () => {
  const client = await api.as({ email: 'ik100@exemplo.pt' });
  const totalOrders = async () => (await client.get<{ totalOrders: string }>('/api/v1/dashboard/summary')).body;
  const result = await load([1, 2]);
  const before = await totalOrders();

  await undo(result);

  expect(before).toMatchObject({ totalOrders: '20.00' });
  expect(await totalOrders()).toMatchObject({ totalOrders: '0.00' });
});

test('a file whose load was undone can be loaded again, and is new', async () => {
  const first = await load([1, 2]);
  await undo(first);

  const again = await load([1, 2]);

  expect(again).toMatchObject({ successful: 2, failed: 0, sameFile: null });
});

test('a load is not undone twice', async () => {
  const result = await load([1]);
  await undo(result);

  const refused = await refusal(result);
  const { body } = await api.admin.get<Page<KeptImport>>('/api/v1/orders/imports');

  expect(refused).toEqual({ status: 409, code: 'in_use', message: 'Este carregamento já foi anulado por Ana Silva.' });
  expect(body.results).toMatchObject([{ id: result.id, undoneBy: 'Ana Silva' }]);
});

test.each([
  [1, 0, 'foi alterada 1 encomenda'],
  [2, 0, 'foram alteradas 2 encomendas'],
  [0, 1, 'foi apagada 1 encomenda'],
  [0, 2, 'foram apagadas 2 encomendas'],
  [1, 3, 'foi alterada 1 encomenda e foram apagadas 3 encomendas'],
])('after %i edits and %i deletions a load is not undone, and nothing changes', async (edits, deletions, what) => {
  await api.order({ ecommerceId: '1', total: '10.00' });
  const result = await load([1, 2, 3, 4, 5], '2026-06-05,10.00,', updateExisting);
  const loaded = await orders();
  for (const order of loaded.slice(0, edits)) await api.admin.put(`/api/v1/orders/${order.id}`, order);
  for (const { id } of loaded.slice(edits, edits + deletions)) await api.admin.delete(`/api/v1/orders/${id}`);
  const before = await orders();

  const refused = await refusal(result);

  expect(refused).toEqual({
    status: 409,
    code: 'in_use',
    message: `Este carregamento já não pode ser anulado: desde então ${what}.`,
  });
  expect(await orders()).toEqual(before);
});

test('a later load that updated its orders stands in the way of undoing a load, and so does its undoing', async () => {
  const first = await load([1, 2]);
  const second = await load([1], '2026-06-05,10.00,', updateExisting);

  const refused = await refusal(first);
  await undo(second);

  expect(refused.message).toBe('Este carregamento já não pode ser anulado: desde então foi alterada 1 encomenda.');
  expect(await refusal(first)).toEqual(refused);
});

test('a number that was deleted and entered again is not the load’s any more', async () => {
  const result = await load([1, 2]);
  const [first] = await orders();
  await api.admin.delete(`/api/v1/orders/${first?.id}`);
  await api.order({ ecommerceId: '1', createdAt: '2026-06-01', total: '10.00' });

  const refused = await refusal(result);

  expect(refused.message).toBe('Este carregamento já não pode ser anulado: desde então foi apagada 1 encomenda.');
});

test('of two undoings at once one is made, and the other is told', async () => {
  const result = await load(numbered(1, 500));

  const answers = await Promise.all([undo(result), undo(result)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await orders()).toEqual([]);
});

test('of an undoing and an edit at once one is made, whichever it is, and never half of each', async () => {
  for (const round of numbered(1, 10)) {
    const result = await load(numbered(round * 1000, 200));
    const [order] = await orders();

    const [undone, edited] = await Promise.all([
      undo(result),
      api.admin.put(`/api/v1/orders/${order?.id}`, { ...order, total: '99.00' }),
    ]);

    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([undone.status, edited.status]);
    const { body } = await api.admin.get<Page<Order>>('/api/v1/orders');
    expect(body.totalResults).toBe(undone.status === 200 ? 0 : 200);
    await sql`truncate orders`.execute(api.database);
  }
});

test('of an undoing and the same file loaded again at once, one comes first', async () => {
  const numbers = numbered(1, 2000);
  const first = await load(numbers);

  const [undone, again] = await Promise.all([undo(first), load(numbers)]);

  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders');
  expect(undone.status).toBe(200);
  expect([0, 2000]).toContain(again.successful);
  expect(again.successful + again.failed).toBe(2000);
  expect(body.totalResults).toBe(again.successful);
});

test('loads that update the same orders, an undoing and edits, all at once, come one after the other', async () => {
  const numbers = numbered(1, 2000);
  await load(numbers);
  const second = await load(numbers, '2026-06-02,10.00,1.00', updateExisting);
  const edited = (await orders()).slice(0, 10);

  const [third, fourth, undone, ...edits] = await Promise.all([
    load(numbers, '2026-06-03,10.00,2.00', updateExisting),
    load(numbers.toReversed(), '2026-06-04,10.00,3.00', updateExisting),
    undo(second),
    ...edited.map((order) => api.admin.put<Order>(`/api/v1/orders/${order.id}`, order)),
  ]);

  const { rows } = await sql<{ versions: number; payments: number }>`
    select sum(version) as versions, count(*) filter (where total_payment_cents = 300) as payments from orders
  `.execute(api.database);
  const edits200 = edits.filter(({ status }) => status === 200).length;
  const undoings = undone.status === 200 ? 2000 : 0;
  expect([200, 409]).toContain(undone.status);
  expect(edits.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(fourth.updated).toBeGreaterThanOrEqual(2000 - edits200);
  expect(rows[0]?.versions).toBe(2000 + 2000 + third.updated + fourth.updated + undoings + edits200);
});
