import type { Branch, CountedOrders, Months } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, consultantWith, dashboardOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test("a member's value opens into the orders behind it, each with the chain of uplines of its own day", async () => {
  const top = await api.consultant({ internalId: 'A0', name: 'Ana' });
  await api.consultant({ internalId: 'A1', name: 'Berta', parentId: 'A0' });
  const mover = await consultantWith(api, { internalId: 'A2', name: 'Carla' }, [
    ['A1', '2026-01-01', '2026-05-31'],
    ['A0', '2026-06-01', null],
  ]);
  await api.order({ ecommerceId: 'A-1', by: 'A2', createdAt: '2026-05-31', total: '10.00', totalPayment: '4.00' });
  await api.order({ ecommerceId: 'A-2', by: 'A2', createdAt: '2026-06-01', total: '20.00', paidAt: '2026-06-02' });
  await api.order({ ecommerceId: 'A-3', by: 'A2', createdAt: '2026-03-14', total: '40.00' });
  const asTop = await api.as(top);

  const total = await opened(asTop, `total/${mover.id}/orders`);
  const direct = await opened(asTop, `direct/${mover.id}/orders`);

  expect(total.member).toEqual({ internalId: 'A2', name: 'Carla' });
  expect(total.head).toEqual({ internalId: 'A0', name: 'Ana' });
  expect(total.orders.results).toEqual([
    {
      ecommerceId: 'A-2',
      createdAt: '2026-06-01',
      total: '20.00',
      paid: '20.00',
      pending: '0.00',
      uplines: [{ internalId: 'A0', name: 'Ana' }],
    },
    {
      ecommerceId: 'A-1',
      createdAt: '2026-05-31',
      total: '10.00',
      paid: '4.00',
      pending: '6.00',
      uplines: [
        { internalId: 'A1', name: 'Berta' },
        { internalId: 'A0', name: 'Ana' },
      ],
    },
  ]);
  expect(total.totals).toEqual({ totalOrdersValue: '30.00', totalPendingValue: '6.00' });
  expect(direct.orders.results.map(({ ecommerceId }) => ecommerceId)).toEqual(['A-2']);
  expect(direct.totals).toEqual({ totalOrdersValue: '20.00', totalPendingValue: '0.00' });
});

test('only orders that count for the own network open, and nobody else is told apart from nobody at all', async () => {
  const one = await api.consultant({ internalId: 'B0' });
  await api.consultant({ internalId: 'B1' });
  const member = await consultantWith(api, { internalId: 'B2', startDate: '2026-05-10', endDate: '2026-05-20' }, [
    ['B0', '2026-05-01', '2026-05-15'],
    ['B1', '2026-05-16', null],
  ]);
  const stranger = await api.consultant({ internalId: 'B3', parentId: 'B1' });
  for (const day of ['09', '10', '15', '16']) {
    await api.order({ ecommerceId: `B-${day}`, by: 'B2', createdAt: `2026-05-${day}`, total: '1.00' });
  }
  const asOne = await api.as(one);

  const { orders } = await opened(asOne, `total/${member.id}/orders?sort=createdAt`);
  const notThere = await asOne.get(`/api/v1/dashboard/total/${stranger.id}/orders`);
  const nobody = await asOne.get('/api/v1/dashboard/total/999999/orders');
  const myself = await asOne.get(`/api/v1/dashboard/total/${one.id}/orders`);

  expect(orders.results.map(({ ecommerceId }) => ecommerceId)).toEqual(['B-10', 'B-15']);
  expect(notThere.status).toBe(404);
  expect(notThere.body.message).toBe('Este colaborador não está na sua rede nestas datas.');
  expect([nobody.status, nobody.body]).toEqual([404, notThere.body]);
  expect([myself.status, myself.body]).toEqual([404, notThere.body]);
});

test('opened orders come in pages and in any order under the same sums', async () => {
  const upline = await api.consultant({ internalId: 'C0' });
  const member = await api.consultant({ internalId: 'C1', parentId: 'C0' });
  for (const [number, total] of ['30.00', '10.00', '20.00'].entries()) {
    await api.order({ ecommerceId: `C-${number}`, by: 'C1', total });
  }
  const asUpline = await api.as(upline);

  const page = await opened(asUpline, `total/${member.id}/orders?sort=-total&pageSize=2&pageNumber=1`);

  expect(page.orders).toMatchObject({ totalPages: 2, totalResults: 3, pageNumber: 1 });
  expect(page.orders.results.map(({ ecommerceId }) => ecommerceId)).toEqual(['C-1']);
  expect(page.totals.totalOrdersValue).toBe('60.00');
});

test('the card of the own orders opens into them', async () => {
  const somebody = await api.consultant({ internalId: 'D0' });
  await api.order({ ecommerceId: 'D-1', by: 'D0', createdAt: '2026-06-15', total: '5.00' });
  await api.order({ ecommerceId: 'D-2', by: 'D0', createdAt: '2026-03-14', total: '7.00' });
  const client = await api.as(somebody);

  const own = await opened(client, 'orders');

  expect(own.orders.results).toMatchObject([{ ecommerceId: 'D-1', uplines: [] }]);
  expect(own.totals.totalOrdersValue).toBe((await dashboardOf(client)).summary.totalOrders);
});

test('branches added up are the network, with each order in the branch of its own day', async () => {
  const top = await api.consultant({ internalId: 'E0' });
  const left = await api.consultant({ internalId: 'E1', name: 'Esquerda', parentId: 'E0' });
  const right = await api.consultant({ internalId: 'E2', name: 'Recta', parentId: 'E0' });
  const mover = await consultantWith(api, { internalId: 'E3', name: 'Vai e vem' }, [
    ['E1', '2026-01-01', '2026-05-31'],
    ['E2', '2026-06-01', null],
  ]);
  await api.consultant({ internalId: 'E4', name: 'Folha', parentId: 'E3' });
  await api.order({ ecommerceId: 'E-1', by: 'E3', createdAt: '2026-05-31', total: '1.00' });
  await api.order({ ecommerceId: 'E-2', by: 'E3', createdAt: '2026-06-01', total: '2.00' });
  await api.order({ ecommerceId: 'E-3', by: 'E4', createdAt: '2026-06-01', total: '4.00' });
  await api.order({ ecommerceId: 'E-4', by: 'E1', total: '8.00' });
  const asTop = await api.as(top);

  const first = await branches(asTop, '');
  const below = await branches(asTop, `?path=${right.id}`);
  const deeper = await branches(asTop, `?path=${left.id}.${mover.id}`);
  const astray = await branches(asTop, `?path=${mover.id}`);

  expect(first.map(shown)).toEqual(['Esquerda: 8.00 of 9.00, 2 below', 'Recta: 0.00 of 6.00, 2 below']);
  expect(below.map(shown)).toEqual(['Vai e vem: 2.00 of 6.00, 1 below']);
  expect(deeper.map(shown)).toEqual(['Folha: 0.00 of 0.00, 0 below']);
  expect(astray).toEqual([]);
  expect((await dashboardOf(asTop)).total.totals.totalOrdersValue).toBe('15.00');
});

test('a branch is headed also by who is no member on these days but links others', async () => {
  const top = await api.consultant({ internalId: 'F0' });
  await consultantWith(api, { internalId: 'F1', endDate: '2025-12-31' }, [['F0', '2025-01-01', null]]);
  await api.consultant({ internalId: 'F2', parentId: 'F1' });
  await api.order({ ecommerceId: 'F-1', by: 'F1', total: '1.00' });
  await api.order({ ecommerceId: 'F-2', by: 'F2', total: '2.00' });

  const [branch] = await branches(await api.as(top), '');

  expect(branch).toMatchObject({
    internalId: 'F1',
    isMember: false,
    membersBelow: 1,
    hasBranches: true,
    own: { totalOrdersValue: '0.00' },
    branch: { totalOrdersValue: '2.00', totalPendingValue: '2.00' },
  });
});

test('months come one by one, also those without orders; the own orders are in none', async () => {
  const top = await api.consultant({ internalId: 'G0' });
  await api.consultant({ internalId: 'G1', parentId: 'G0' });
  await api.order({ ecommerceId: 'G-1', by: 'G1', createdAt: '2026-04-02', total: '1.00', paidAt: '2026-04-02' });
  await api.order({ ecommerceId: 'G-2', by: 'G1', createdAt: '2026-06-01', total: '2.00' });
  await api.order({ ecommerceId: 'G-3', by: 'G1', createdAt: '2026-03-31', total: '4.00' });
  await api.order({ ecommerceId: 'G-4', by: 'G0', createdAt: '2026-06-01', total: '8.00' });

  const { body } = await (
    await api.as(top)
  ).get<Months>('/api/v1/dashboard/months?startDate=2026-04-01&endDate=2026-06-15');

  expect(body).toMatchObject({
    startDate: '2026-04-01',
    endDate: '2026-06-15',
    months: [
      { month: '2026-04', orders: 1, totalOrdersValue: '1.00', totalPendingValue: '0.00' },
      { month: '2026-05', orders: 0, totalOrdersValue: '0.00', totalPendingValue: '0.00' },
      { month: '2026-06', orders: 1, totalOrdersValue: '2.00', totalPendingValue: '2.00' },
    ],
    totals: { totalOrdersValue: '3.00', totalPendingValue: '2.00' },
  });
});

async function opened(client: Client, path: string): Promise<CountedOrders> {
  return (await client.get<CountedOrders>(`/api/v1/dashboard/${path}`)).body;
}

async function branches(client: Client, query: string): Promise<Branch[]> {
  return (await client.get<Page<Branch>>(`/api/v1/dashboard/branches${query}`)).body.results;
}

function shown({ name, own, branch, membersBelow }: Branch): string {
  return `${name}: ${own.totalOrdersValue} of ${branch.totalOrdersValue}, ${membersBelow} below`;
}
