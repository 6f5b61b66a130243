import type { CountedOrders } from '@rede/contract/dashboard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, consultantWith, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('a figure that somebody below saw opens into the same orders, with the uplines up to them alone', async () => {
  const top = await api.consultant({ internalId: 'A0', name: 'Ana' });
  const leader = await api.consultant({ internalId: 'A1', name: 'Berta', parentId: 'A0' });
  await api.consultant({ internalId: 'A2', name: 'Carla', parentId: 'A1' });
  const member = await api.consultant({ internalId: 'A3', name: 'Dora', parentId: 'A2' });
  await api.order({ ecommerceId: 'A-1', by: 'A3', createdAt: '2026-06-01', total: '10.00', totalPayment: '4.00' });
  await api.order({ ecommerceId: 'A-2', by: 'A1', createdAt: '2026-06-02', total: '20.00' });
  const [asTop, asLeader] = [await api.as(top), await api.as(leader)];

  const seen = await opened(asTop, `total/${member.id}/orders?networkOf=%20a1%20`);
  const shared = await opened(asLeader, `total/${member.id}/orders`);
  const own = await opened(asTop, 'orders?networkOf=A1');
  const ownShared = await opened(asLeader, 'orders');

  expect(seen).toEqual(shared);
  expect(seen).toEqual({
    member: { internalId: 'A3', name: 'Dora' },
    head: { internalId: 'A1', name: 'Berta' },
    orders: {
      results: [
        {
          ecommerceId: 'A-1',
          createdAt: '2026-06-01',
          total: '10.00',
          paid: '4.00',
          pending: '6.00',
          uplines: [
            { internalId: 'A2', name: 'Carla' },
            { internalId: 'A1', name: 'Berta' },
          ],
        },
      ],
      totalPages: 1,
      pageNumber: 0,
      totalResults: 1,
    },
    totals: { totalOrdersValue: '10.00', totalPendingValue: '6.00' },
  });
  expect(own).toEqual(ownShared);
  expect(own).toMatchObject({
    member: { internalId: 'A1', name: 'Berta' },
    head: { internalId: 'A1', name: 'Berta' },
    orders: { results: [{ ecommerceId: 'A-2', uplines: [] }] },
  });
});

test('the own code says nothing more than none', async () => {
  const somebody = await api.consultant({ internalId: 'B0' });
  const member = await api.consultant({ internalId: 'B1', parentId: 'B0' });
  await api.order({ ecommerceId: 'B-0', by: 'B0' });
  await api.order({ ecommerceId: 'B-1', by: 'B1' });
  const client = await api.as(somebody);

  const paths = ['orders', `direct/${member.id}/orders`, `total/${member.id}/orders`];
  const unsaid = await Promise.all(paths.map((path) => opened(client, path)));
  const said = await Promise.all(paths.map((path) => opened(client, `${path}?networkOf=b0`)));

  expect(said).toEqual(unsaid);
  expect(said.map(({ member, head }) => [member.internalId, head.internalId])).toEqual([
    ['B0', 'B0'],
    ['B1', 'B0'],
    ['B1', 'B0'],
  ]);
});

test('the direct network of somebody below is who stood right under them', async () => {
  const top = await api.consultant({ internalId: 'C0' });
  await api.consultant({ internalId: 'C1', parentId: 'C0' });
  const direct = await api.consultant({ internalId: 'C2', parentId: 'C1' });
  const deeper = await api.consultant({ internalId: 'C3', parentId: 'C2' });
  await api.order({ ecommerceId: 'C-2', by: 'C2' });
  await api.order({ ecommerceId: 'C-3', by: 'C3' });
  const client = await api.as(top);

  const found = await opened(client, `direct/${direct.id}/orders?networkOf=C1`);
  const tooDeep = await client.get(`/api/v1/dashboard/direct/${deeper.id}/orders?networkOf=C1`);

  expect(found.orders.results.map(({ ecommerceId }) => ecommerceId)).toEqual(['C-2']);
  expect(tooDeep.status).toBe(404);
});

test('somebody’s own orders count on days on which they were a member here; who is below counts as long as they link it', async () => {
  const top = await api.consultant({ internalId: 'D0' });
  await consultantWith(api, { internalId: 'D1', startDate: '2026-05-01', endDate: '2026-05-31' }, [
    ['D0', '2026-01-01', null],
  ]);
  const member = await api.consultant({ internalId: 'D2', parentId: 'D1' });
  for (const day of ['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01']) {
    await api.order({ ecommerceId: `D1 ${day}`, by: 'D1', createdAt: day });
    await api.order({ ecommerceId: `D2 ${day}`, by: 'D2', createdAt: day });
  }
  const client = await api.as(top);

  const own = await opened(client, 'orders?networkOf=D1&sort=createdAt');
  const below = await opened(client, `total/${member.id}/orders?networkOf=D1&sort=createdAt`);
  const after = await client.get('/api/v1/dashboard/orders?networkOf=D1&startDate=2026-06-01');

  expect(own.orders.results.map(({ createdAt }) => createdAt)).toEqual(['2026-05-01', '2026-05-31']);
  expect(below.orders.results.map(({ createdAt }) => createdAt)).toEqual([
    '2026-04-30',
    '2026-05-01',
    '2026-05-31',
    '2026-06-01',
  ]);
  expect(after.status).toBe(404);
});

async function opened(client: Client, path: string): Promise<CountedOrders> {
  return (await client.get<CountedOrders>(`/api/v1/dashboard/${path}`)).body;
}
