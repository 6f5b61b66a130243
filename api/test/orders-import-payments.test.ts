import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
  await api.consultant({ internalId: 'IK200' });
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates`.execute(api.database);
});
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,paidAt,total,totalPayment,internalId,couponCode';

async function update(...records: string[]): Promise<ImportResult> {
  const content = [header, ...records].join('\n');
  const { status, body } = await api.admin.upload<ImportResult>(content, 'a.csv', '?updateExisting=true');
  expect(status).toBe(200);
  return body;
}

async function orders(): Promise<Order[]> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');
  return body.results;
}

const unpaid = { paidAt: undefined, totalPayment: undefined };

test.each([
  ['a day where there was none', unpaid, '2026-03-05,100.00,', ['2026-03-05', null]],
  ['a day and an amount', unpaid, '2026-03-05,100.00,40.00', ['2026-03-05', '40.00']],
  ['an amount where there was none', unpaid, ',100.00,40.00', [null, '40.00']],
  ['a higher amount', { totalPayment: '40.00' }, ',100.00,60.00', [null, '60.00']],
  [
    'a higher amount, the day being told by the order alone',
    { paidAt: '2026-03-05', totalPayment: '40.00' },
    ',100.00,60.00',
    ['2026-03-05', '60.00'],
  ],
  [
    'a higher amount of the same day',
    { paidAt: '2026-03-05', totalPayment: '40.00' },
    '2026-03-05,100.00,100.00',
    ['2026-03-05', '100.00'],
  ],
  ['a later day', { paidAt: '2026-03-05' }, '2026-03-09,100.00,', ['2026-03-09', null]],
  [
    'a later day and the same amount',
    { paidAt: '2026-03-05', totalPayment: '40.00' },
    '2026-03-09,100.00,40.00',
    ['2026-03-09', '40.00'],
  ],
  [
    'a day without an amount, which is all of it',
    { totalPayment: '0.00' },
    '2026-03-05,100.00,',
    ['2026-03-05', '100.00'],
  ],
  [
    'a later day without an amount, where more than all was paid',
    { paidAt: '2026-03-05', totalPayment: '120.00' },
    '2026-03-09,100.00,',
    ['2026-03-09', '120.00'],
  ],
])('a newer payment is taken over: %s', async (_, stored, payment, [paidAt, totalPayment]) => {
  const { version } = await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '100.00', ...stored });

  const result = await update(`1,2026-03-01,${payment},,`);

  expect(result).toMatchObject({ total: 1, successful: 0, updated: 1, failed: 0, malformed: 0, failedLines: [] });
  expect(await orders()).toMatchObject([{ paidAt, totalPayment, total: '100.00', version: version + 1 }]);
});

test.each([
  ['nothing of a payment', { paidAt: '2026-03-05', totalPayment: '40.00' }, ',100.00,'],
  ['the same', { paidAt: '2026-03-05', totalPayment: '40.00' }, '2026-03-05,100.00,40.00'],
  ['the same day and no amount', { paidAt: '2026-03-05', totalPayment: '40.00' }, '2026-03-05,100.00,'],
  ['an earlier day, though more', { paidAt: '2026-03-05', totalPayment: '40.00' }, '2026-03-04,100.00,50.00'],
  ['less, though later', { paidAt: '2026-03-05', totalPayment: '40.00' }, '2026-03-09,100.00,30.00'],
  ['less than all, where the day says that all is paid', { paidAt: '2026-03-05' }, '2026-03-09,100.00,99.99'],
  ['nothing paid, where nothing was', unpaid, ',100.00,0.00'],
  ['a payment from before the order', unpaid, '2026-02-25,100.00,'],
])('a payment that is no newer changes nothing: %s', async (_, stored, payment) => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '100.00', ...stored });
  const before = await orders();

  const result = await update(`1,2026-02-01,${payment},,`);

  expect(result).toMatchObject({
    total: 1,
    successful: 0,
    updated: 0,
    failed: 1,
    failedLines: [{ lineNumber: 2, lines: 1, error: 'ecommerceId: "1" já existe' }],
  });
  expect(await orders()).toEqual(before);
});

test('nothing but the payment is taken over', async () => {
  const order = await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '100.00', by: 'IK100' });

  await update('1,2026-02-01,2026-03-05,77.00,50.00,IK200,VERÃO');

  expect(await orders()).toEqual([
    { ...order, paidAt: '2026-03-05', totalPayment: '50.00', pending: '50.00', version: order.version + 1 },
  ]);
});

test('of several records with one number the first that is otherwise good decides', async () => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '100.00' });
  await api.order({ ecommerceId: '2', createdAt: '2026-03-01', paidAt: '2026-03-09', total: '100.00' });

  const result = await update(
    '1,2026-03-01,2026-03-05,100.00,,IK999,',
    '1,2026-03-01,2026-03-06,100.00,,,',
    '1,2026-03-01,2026-03-07,100.00,,,',
    '2,2026-03-01,2026-03-06,100.00,,,',
    '2,2026-03-01,2026-03-10,100.00,,,',
    '3,2026-03-01,,100.00,,,',
    '3,2026-03-01,2026-03-10,100.00,,,',
  );

  expect(result).toMatchObject({ total: 7, successful: 1, updated: 1, failed: 5 });
  expect(result.failedLines.map(({ lineNumber, error }) => [lineNumber, error])).toEqual([
    [2, 'internalId: "IK999" não existe'],
    [4, 'ecommerceId: "1" está repetido no ficheiro (linha 3)'],
    [5, 'ecommerceId: "2" já existe'],
    [6, 'ecommerceId: "2" já existe'],
    [8, 'ecommerceId: "3" está repetido no ficheiro (linha 7)'],
  ]);
  expect((await orders()).map(({ paidAt }) => paidAt)).toEqual(['2026-03-06', '2026-03-09', null]);
});

test('nothing is updated unless it is asked for', async () => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '100.00' });
  const before = await orders();

  const { body } = await api.admin.upload<ImportResult>(`${header}\n1,2026-03-01,2026-03-05,100.00,,,`);

  expect(body).toMatchObject({ successful: 0, updated: 0, failed: 1 });
  expect(await orders()).toEqual(before);
});

test('a Shopify export loaded again after its orders were paid brings the payments', async () => {
  const shopify = (status: string, paidAt: string, balance: string) =>
    [
      'Name,Email,Financial Status,Paid at,Total,Discount Code,Created at,Outstanding Balance',
      `#1001,a@exemplo.pt,${status},${paidAt},54.90,,2026-03-06 08:58:42 +0000,${balance}`,
    ].join('\n');
  await api.admin.upload(shopify('pending', '', '54.90'));

  const paid = shopify('paid', '2026-03-08 10:00:00 +0000', '0.00');
  const { body } = await api.admin.upload<ImportResult>(paid, 'a.csv', '?updateExisting=true');

  expect(body).toMatchObject({ total: 1, updated: 1, recognised: { shop: 'shopify' } });
  expect(await orders()).toMatchObject([{ ecommerceId: '1001', paidAt: '2026-03-08', totalPayment: '54.90' }]);
});

test('what a figure counts as unpaid follows at once', async () => {
  const consultant = await api.consultant({ internalId: 'IK300', parentId: 'IK100' });
  await api.order({ ecommerceId: '1', createdAt: '2026-06-01', total: '100.00', by: consultant.internalId });
  const upline = await api.as({ email: 'ik100@exemplo.pt' });

  await update('1,2026-06-01,2026-06-05,100.00,30.00,,');

  const { body } = await upline.get<{ totals: unknown }>('/api/v1/dashboard/total');
  expect(body.totals).toMatchObject({ totalOrdersValue: '100.00', totalPendingValue: '70.00' });
});
