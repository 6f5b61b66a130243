import { readFile } from 'node:fs/promises';
import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
  await api.consultant({ internalId: 'IK200' });
});
afterEach(() => api.database.deleteFrom('orders').execute());
afterAll(() => api.stop());

/** Uploads a file that stands beside the tests, changed as the test says. */
async function upload(name: string, changed = (content: string) => content): Promise<ImportResult> {
  const content = await readFile(new URL(`files/${name}`, import.meta.url), 'utf8');
  const { body } = await api.admin.upload<ImportResult>(changed(content), name);
  return body;
}

/** What is worth comparing of all orders, by number. */
async function orders() {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200');
  return body.results.map(({ ecommerceId, couponCode, createdAt, paidAt, total, totalPayment, consultant }) => [
    ecommerceId,
    createdAt,
    paidAt,
    total,
    totalPayment,
    couponCode,
    consultant?.internalId ?? null,
  ]);
}

test('a Shopify export: one order of several rows, what is unpaid by its balance, cancelled orders told', async () => {
  const result = await upload('shopify.csv');

  expect(result).toMatchObject({
    total: 10,
    successful: 7,
    failed: 3,
    malformed: 0,
    failedLines: [
      { lineNumber: 10, lines: 1, error: 'A loja cancelou esta encomenda (Financial Status: "voided")' },
      { lineNumber: 11, lines: 1, error: 'A loja cancelou esta encomenda (Cancelled at: "2026-03-11 09:00:00 +0000")' },
      { lineNumber: 13, lines: 1, error: 'A loja cancelou esta encomenda (Financial Status: "refunded")' },
    ],
    failedLinesOmitted: 0,
  });
  expect(await orders()).toEqual([
    ['1001', '2026-03-06', '2026-03-07', '54.90', '54.90', 'ik100', 'IK100'],
    ['1002', '2026-03-08', null, '20.00', '0.00', 'PRIMAVERA', null],
    ['1003', '2026-03-09', '2026-03-09', '80.00', '50.00', 'PRIMAVERA, IK200', 'IK200'],
    ['1004', '2026-03-10', null, '0.00', '0.00', 'OFERTA', null],
    ['1008', '2026-03-12', '2026-03-12', '33.33', '33.33', null, null],
    ['1009', '2026-03-14', null, '25.00', '0.00', null, null],
    ['6600', '2026-03-13', '2026-03-13', '40.00', '40.00', null, null],
  ]);
});

test('a Shopify file that was sorted: item rows count with their order wherever they stand', async () => {
  const result = await upload('shopify.csv', (content) => {
    const [header, ...lines] = content.replace('portaria.\nObrigada', 'portaria. Obrigada').trimEnd().split('\n');
    return [header, ...lines.toReversed(), '#9999,,,,,,,,,,,,,,,2026-03-06' + ','.repeat(63)].join('\n');
  });

  expect(result).toMatchObject({ total: 11, successful: 7, failed: 4, malformed: 0 });
  expect(result.failedLines.at(-1)).toMatchObject({
    lineNumber: 16,
    lines: 1,
    error: 'Total: Valor da Encomenda é obrigatório',
  });
});

test('a Shopify order whose first row is malformed is one malformed record, item rows included', async () => {
  const result = await upload('shopify.csv', (content) => content.replace('#1003,', '#1003",'));

  expect(result).toMatchObject({ total: 10, successful: 6, failed: 3, malformed: 1 });
  expect(result.failedLines[0]).toMatchObject({
    lineNumber: 7,
    lines: 1,
    error: 'As aspas estão fora do sítio ou por fechar',
  });
});

test('a Shopify file without balances: the status tells what is paid, but not how much of a part', async () => {
  const result = await upload('shopify.csv', (content) => content.replace('Outstanding Balance', 'Balance'));

  expect(result.failedLines).toContainEqual(
    expect.objectContaining({
      lineNumber: 7,
      lines: 1,
      error: 'Outstanding Balance: em falta, numa encomenda que está paga em parte',
    }),
  );
  expect((await orders()).map(([number, , , total, payment]) => [number, total, payment])).toEqual([
    ['1001', '54.90', '54.90'],
    ['1002', '20.00', '0.00'],
    ['1004', '0.00', '0.00'],
    ['1008', '33.33', '33.33'],
    ['1009', '25.00', '0.00'],
    ['6600', '40.00', '40.00'],
  ]);
});

test('a WooCommerce order export: payment by status, the first coupon that is a code', async () => {
  const result = await upload('woocommerce.csv');

  expect(result).toMatchObject({ total: 6, successful: 3, failed: 3, malformed: 0 });
  expect(result.failedLines).toMatchObject([
    { lineNumber: 5, lines: 1, error: 'A loja cancelou esta encomenda (status: "cancelled")' },
    { lineNumber: 6, lines: 1, error: 'A loja cancelou esta encomenda (status: "refunded")' },
    { lineNumber: 7, lines: 1, error: 'A loja cancelou esta encomenda (status: "failed")' },
  ]);
  expect(await orders()).toEqual([
    ['WC-501', '2026-03-06', '2026-03-06', '45.90', '45.90', 'PRIMAVERA, ik100', 'IK100'],
    ['WC-502', '2026-03-07', '2026-03-08', '12.00', '12.00', 'IK200', 'IK200'],
    ['WC-503', '2026-03-07', null, '30.50', '0.00', null, null],
  ]);
});

test('a WooCommerce Analytics export: net sales, coupons parted by commas', async () => {
  const result = await upload('woocommerce-analytics.csv');

  expect(result).toMatchObject({ total: 3, successful: 2, failed: 1, malformed: 0 });
  expect(result.failedLines).toMatchObject([
    { lineNumber: 4, lines: 1, error: 'A loja cancelou esta encomenda (Status: "cancelled")' },
  ]);
  expect(await orders()).toEqual([
    ['701', '2026-03-06', null, '1250.00', '1250.00', 'primavera, ik200', 'IK200'],
    ['702', '2026-03-07', null, '9.99', '0.00', null, null],
  ]);
});

test('a PrestaShop export: its reference is the number, its amounts are Portuguese', async () => {
  const result = await upload('prestashop.csv');

  expect(result).toMatchObject({ total: 3, successful: 2, failed: 1, malformed: 0 });
  expect(result.failedLines).toMatchObject([
    { lineNumber: 4, lines: 1, error: 'A loja cancelou esta encomenda (Status: "Canceled")' },
  ]);
  expect(await orders()).toEqual([
    ['OHSATSERP', '2026-03-31', null, '61.80', '0.00', null, null],
    ['XKBKNABJK', '2026-03-06', null, '1234.50', '1234.50', null, null],
  ]);
});

test('a shop file with a Código IK added: the code goes before the coupon', async () => {
  const { body } = await api.admin.upload<ImportResult>(
    'Name,Financial Status,Total,Discount Code,Created at,Código IK\n' +
      '#1,paid,10.00,IK100,2026-03-06,IK200\n' +
      '#2,paid,10.00,IK100,2026-03-06,IK999\n',
  );

  expect(body.failedLines).toMatchObject([{ lineNumber: 3, lines: 1, error: 'Código IK: "IK999" não existe' }]);
  expect(await orders()).toEqual([['1', '2026-03-06', null, '10.00', '10.00', 'IK100', 'IK200']]);
});

test('a Shopify file without a Total is refused, with the columns that were found', async () => {
  const { status, body } = await api.admin.upload('Name;Financial Status;Created at\n#1;paid;2026-03-06\n');

  expect(status).toBe(400);
  expect(body.message).toBe('Falta a coluna "Total". Colunas encontradas: "Name", "Financial Status", "Created at".');
});

test('an order in another currency is told and not loaded as if it were euros', async () => {
  const result = await upload('shopify.csv', (content) => content.replaceAll(',EUR,', ',USD,'));

  expect(result.successful).toBe(0);
  expect(result.failedLines.map(({ error }) => error)).toContain('Currency: "USD" não é EUR');
  expect(await orders()).toEqual([]);
});
