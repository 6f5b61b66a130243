import type { Consultant } from '@rede/contract/consultants';
import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { differencesIn } from './differences.ts';
import { importing, slowUpload } from './slow-upload.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;
let consultant: Consultant;

beforeAll(async () => {
  api = await startApi();
  consultant = await api.consultant({ internalId: 'IK100' });
});
afterEach(() => api.database.deleteFrom('orders').execute());
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,internalId,total';

/** A file of the orders from `first` on, in the order given. */
function file(numbers: number[], total: string): string {
  return [header, ...numbers.map((number) => `${number},2026-03-06,IK100,${total}`)].join('\n');
}

const numbered = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

async function totals(): Promise<Record<string, number>> {
  const { rows } = await sql<{ total: number; count: number }>`
    select total_cents as total, count(*) as count from orders group by total_cents
  `.execute(api.database);
  return Object.fromEntries(rows.map(({ total, count }) => [total, count]));
}

test('the same file twice at once is loaded once', async () => {
  const numbers = numbered(1, 5000);

  const answers = await Promise.all([1, 2, 3].map(() => api.admin.upload<ImportResult>(file(numbers, '1.00'))));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ body }) => body.successful).toSorted()).toEqual([0, 0, 5000]);
  expect(answers.map(({ body }) => body.failed).toSorted()).toEqual([0, 5000, 5000]);
  expect(answers.filter(({ body }) => body.sameFile !== null).map(({ body }) => body.successful)).toEqual([0, 0]);
  expect(await totals()).toEqual({ 100: 5000 });
});

test('files that share numbers, in opposite orders, give each number to one of them', async () => {
  const [one, other] = [numbered(1, 5000), numbered(2501, 5000)];

  const answers = await Promise.all([
    api.admin.upload<ImportResult>(file(one, '1.00')),
    api.admin.upload<ImportResult>(file(other.toReversed(), '2.00')),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body.successful).toSorted((a, b) => a - b)).toEqual([2500, 5000]);
  expect(Object.values(await totals()).toSorted((a, b) => a - b)).toEqual([2500, 5000]);
});

test('orders entered while a file is loading are created or taken, one or the other', async () => {
  const entered = Array.from({ length: 20 }, (_, index) => ({
    ecommerceId: String(1 + index * 200),
    createdAt: '2026-03-06',
    total: '2.00',
  }));

  const [{ body: result, status }, ...answers] = await Promise.all([
    api.admin.upload<ImportResult>(file(numbered(1, 4000), '1.00')),
    ...entered.map((order) => api.admin.post<Order>('/api/v1/orders', order)),
  ]);

  const created = answers.filter(({ status }) => status === 201).length;
  expect(status).toBe(200);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(result).toMatchObject({ total: 4000, successful: 4000 - created, failed: created });
  expect(await totals()).toEqual({ 100: 4000 - created, ...(created > 0 ? { 200: created } : {}) });
});

test('a consultant deleted while a file is loading is an unknown code in it', async () => {
  const leaving = await api.consultant({ internalId: 'IK300' });
  const upload = await slowUpload(api);
  upload.write(`${header}\n1001,2026-03-06,IK300,1.00\n`.padEnd(200_000, '\n'));
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(1), 10_000);
  await api.admin.delete(`/api/v1/consultants/${leaving.id}`);

  upload.write('1002,2026-03-06,IK100,1.00\n');
  upload.finish();

  expect(await upload.answered).toMatchObject({
    status: 200,
    body: { successful: 1, failedLines: [{ lineNumber: 2, lines: 1, error: 'internalId: "IK300" não existe' }] },
  });
});

test('a consultant whose orders are being loaded is not deleted meanwhile, and no longer without them', async () => {
  const wanted = await api.consultant({ internalId: 'IK400' });
  const upload = await slowUpload(api);
  upload.write([header, ...numbered(1, 25_000).map((number) => `${number},2026-03-06,IK400,1.00`), ''].join('\n'));
  await vi.waitFor(async () => expect(await writersOfOrders()).toBe(1), 20_000);

  const deleting = api.admin.delete(`/api/v1/consultants/${wanted.id}`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(2), 10_000);
  upload.finish();

  expect(await upload.answered).toMatchObject({ status: 200, body: { successful: 25_000 } });
  expect(await deleting).toMatchObject({ status: 409, body: { message: expect.stringContaining('25000 encomendas') } });
  expect(await differencesIn(api)).toEqual([]);
});

/** How many sessions are writing orders. */
async function writersOfOrders(): Promise<number> {
  const { rows } = await sql<{ writers: number }>`
    select count(*) as writers from pg_locks
    where mode = 'RowExclusiveLock' and relation = 'orders'::regclass
      and database = (select oid from pg_database where datname = current_database())
  `.execute(api.database);
  return rows[0]?.writers ?? 0;
}

test('nothing is to be seen of a file before all of it is', async () => {
  const upload = await slowUpload(api);
  upload.write(`${file(numbered(1, 20_000), '1.00')}\n`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(1), 10_000);
  const meanwhile = await totals();

  upload.finish();

  expect(meanwhile).toEqual({});
  expect(await upload.answered).toMatchObject({ status: 200, body: { successful: 20_000 } });
});

test('a file whose sender goes away leaves nothing, and the connection is free again', async () => {
  const upload = await slowUpload(api);
  upload.write(`${file(numbered(1, 20_000), '1.00')}\n`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(1), 10_000);

  upload.goAway();

  const { pool } = api.database;
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), 10_000);
  expect(await importing(api)).toEqual([]);
  expect(await totals()).toEqual({});
});

test('a form that ends before its file does is refused whole', async () => {
  const upload = await slowUpload(api);
  upload.write(file(numbered(1, 20_000), '1.00'));

  upload.breakOff();

  expect(await upload.answered).toMatchObject({
    status: 400,
    body: { message: 'O envio do ficheiro foi interrompido. Tente novamente.' },
  });
  expect(await totals()).toEqual({});
});

test('a database that breaks off in the middle is said to be unavailable, leaves nothing and serves again', async () => {
  const upload = await slowUpload(api);
  upload.write(`${file(numbered(1, 20_000), '1.00')}\n`);
  await vi.waitFor(async () => expect(await importing(api)).toHaveLength(1), 10_000);
  const [pid = 0] = await importing(api);

  await sql`select pg_terminate_backend(${pid})`.execute(api.database);
  upload.write(
    numbered(30_000, 20_000)
      .map((number) => `${number},2026-03-06,IK100,1.00\n`)
      .join(''),
  );
  upload.finish();

  expect(await upload.answered).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await totals()).toEqual({});
  const { body } = await api.admin.upload<ImportResult>(file([1], '1.00'));
  expect(body.successful).toBe(1);
});

test('orders of a file count for the network at once', async () => {
  await api.admin.upload<ImportResult>(`${header}\n1001,2026-06-10,IK100,12.34\n`);

  const client = await api.as(consultant);
  const { body } = await client.get<{ totalOrders: string }>('/api/v1/dashboard/summary');

  expect(body.totalOrders).toBe('12.34');
});

test('only an administrator may load orders', async () => {
  const client = await api.as(consultant);

  const { status } = await client.upload(`${header}\n`);
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders');

  expect(status).toBe(403);
  expect(body.results).toEqual([]);
});
