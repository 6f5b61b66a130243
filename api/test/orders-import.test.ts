import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
});
afterAll(() => api.stop());

test('a file of our own columns becomes orders', async () => {
  const { status, body } = await api.admin.upload<ImportResult>(
    'Número de encomenda;Cupão;Data de Encomenda;Data de Pagamento;Código IK;Valor da Encomenda;Valor Pago\n' +
      '1001;ANA10;2026-03-06;2026-03-07;ik100;"1.234,50";1 000,00 €\n',
  );
  expect(body).toEqual({ total: 1, successful: 1, failed: 0, malformed: 0, failedLines: [], failedLinesOmitted: 0 });
  expect(status).toBe(200);
  const { body: orders } = await api.admin.get<Page<Order>>('/api/v1/orders?ecommerceId=1001');
  expect(orders.results).toMatchObject([
    {
      ecommerceId: '1001',
      couponCode: 'ANA10',
      total: '1234.50',
      totalPayment: '1000.00',
      consultant: { internalId: 'IK100' },
    },
  ]);
});
