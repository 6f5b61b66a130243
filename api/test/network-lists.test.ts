import { Rollups } from '@rede/api/background/rollups';
import type { Debtor, NewMember, QuietMember } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Client, consultantWith, expectSuccess, startApi } from './start-api.ts';

const today = '2026-06-15';

describe.each([
  { networks: 'networks that are walked', nodeMembers: 300 },
  { networks: 'networks of rollup nodes', nodeMembers: 1 },
])('in $networks', ({ nodeMembers }) => {
  let api: Api;
  let orders = 0;

  beforeAll(async () => {
    api = await startApi({ today });
    await sql`update rollup_settings set min_members = ${nodeMembers}`.execute(api.database);
  });
  afterAll(() => api.stop());

  /** Signs in, once the background worker has done all there is to do. */
  async function as(consultant: Parameters<Api['as']>[0]): Promise<Client> {
    const rollups = new Rollups(api.database, () => today);
    while (await rollups.step());
    return api.as(consultant);
  }

  async function ordersBy(code: string, days: string[], total = '10.00'): Promise<void> {
    for (const createdAt of days) {
      orders += 1;
      await api.order({ ecommerceId: `${code}-${orders}`, by: code, createdAt, total, totalPayment: total });
    }
  }

  describe('who owes', () => {
    test('is every member with an order of any day up to the last that is not fully paid, with the sum of these', async () => {
      const top = await api.consultant({ internalId: 'A0' });
      await api.consultant({ internalId: 'A1', name: 'Berta', parentId: 'A0', createdAt: '2019-01-01' });
      await api.consultant({ internalId: 'A2', name: 'Carla', parentId: 'A1' });
      await api.consultant({ internalId: 'A3', name: 'Dora', parentId: 'A0' });
      await api.order({ ecommerceId: 'A-1', by: 'A1', createdAt: '2019-03-04', total: '10.00' });
      await api.order({ ecommerceId: 'A-2', by: 'A1', createdAt: '2026-06-01', total: '9.00', totalPayment: '4.50' });
      await api.order({ ecommerceId: 'A-3', by: 'A1', createdAt: '2026-06-02', total: '50.00', paidAt: '2026-06-02' });
      await api.order({ ecommerceId: 'A-4', by: 'A2', createdAt: '2026-06-15', total: '1.00' });
      await api.order({ ecommerceId: 'A-5', by: 'A2', createdAt: '2026-06-16', total: '2.00' });
      await api.order({ ecommerceId: 'A-6', by: 'A3', total: '5.00', totalPayment: '8.00' });
      await api.order({ ecommerceId: 'A-7', by: 'A0', total: '100.00' });
      const client = await as(top);

      const now = await debtors(client);
      const tomorrow = await debtors(client, '?endDate=2026-06-16');
      const earlier = await debtors(client, '?endDate=2026-05-31');

      expect(now.members.results).toMatchObject([
        {
          internalId: 'A1',
          name: 'Berta',
          parentId: 'A0',
          totalPendingValue: '14.50',
          orders: 2,
          oldestAt: '2019-03-04',
        },
        { internalId: 'A2', parentId: 'A1', totalPendingValue: '1.00', orders: 1, oldestAt: '2026-06-15' },
      ]);
      expect(now.totals).toEqual({ totalPendingValue: '15.50' });
      expect(tomorrow.totals).toEqual({ totalPendingValue: '17.50' });
      expect(earlier.members.results).toMatchObject([{ internalId: 'A1', totalPendingValue: '10.00', orders: 1 }]);
    });

    test('is told of orders made here alone: not before joining, not after leaving, and those made here also once one has left', async () => {
      const top = await api.consultant({ internalId: 'B0' });
      await api.consultant({ internalId: 'B1', parentId: 'B0' });
      await consultantWith(api, { internalId: 'B2', startDate: '2026-02-02' }, [
        ['B0', '2026-02-01', '2026-02-28'],
        ['B1', '2026-03-01', '2026-03-31'],
      ]);
      for (const [day, total] of [
        ['2026-01-31', '1.00'],
        ['2026-02-01', '2.00'],
        ['2026-02-02', '4.00'],
        ['2026-03-31', '8.00'],
        ['2026-04-01', '16.00'],
      ] as const) {
        await api.order({ ecommerceId: `B ${day}`, by: 'B2', createdAt: day, total });
      }
      const client = await as(top);

      const now = await debtors(client);
      const inFebruary = await debtors(client, '?endDate=2026-02-28');

      expect(now.members.results).toMatchObject([
        { internalId: 'B2', parentId: 'B1', totalPendingValue: '12.00', orders: 2, oldestAt: '2026-02-02' },
      ]);
      expect(inFebruary.members.results).toMatchObject([
        { internalId: 'B2', parentId: 'B0', totalPendingValue: '4.00', orders: 1 },
      ]);
    });

    test('comes in any order and in pages, under the sum of all', async () => {
      const top = await api.consultant({ internalId: 'C0' });
      for (const [code, name, createdAt, total] of [
        ['C1', 'Zita', '2026-01-01', '5.00'],
        ['C2', 'Ana', '2026-03-01', '5.00'],
        ['C3', 'Álvaro', '2026-02-01', '7.00'],
      ] as const) {
        await api.consultant({ internalId: code, name, parentId: 'C0' });
        await api.order({ ecommerceId: code, by: code, createdAt, total });
      }
      const client = await as(top);
      const codes = async (query: string) =>
        (await debtors(client, query)).members.results.map(({ internalId }) => internalId);

      const second = await debtors(client, '?pageSize=2&pageNumber=1');
      const beyond = await debtors(client, '?pageSize=2&pageNumber=2');

      expect(await codes('')).toEqual(['C3', 'C2', 'C1']);
      expect(await codes('?sort=totalPendingValue')).toEqual(['C2', 'C1', 'C3']);
      expect(await codes('?sort=oldestAt')).toEqual(['C1', 'C3', 'C2']);
      expect(await codes('?sort=-oldestAt')).toEqual(['C2', 'C3', 'C1']);
      expect(await codes('?sort=name')).toEqual(['C3', 'C2', 'C1']);
      expect(await codes('?sort=-name')).toEqual(['C1', 'C2', 'C3']);
      expect(await codes('?pageSize=1')).toEqual(['C3']);
      expect(second).toMatchObject({
        members: { results: [{ internalId: 'C1' }], totalPages: 2, totalResults: 3, pageNumber: 1 },
        totals: { totalPendingValue: '17.00' },
      });
      expect(beyond).toMatchObject({
        members: { results: [], totalResults: 3 },
        totals: { totalPendingValue: '17.00' },
      });
    });

    test('is nobody where nobody is below', async () => {
      const client = await as(await api.consultant({ internalId: 'D0' }));

      expect(await debtors(client)).toEqual({
        members: { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 },
        totals: { totalPendingValue: '0.00' },
      });
    });
  });

  describe('who is new', () => {
    test('was a member in the window and in none of as many days before it; the latest come first', async () => {
      const top = await api.consultant({ internalId: 'E0' });
      const since = (code: string, name: string, first: string, last: string | null = null) =>
        consultantWith(api, { internalId: code, name }, [['E0', first, last]]);
      await since('E1', 'Zita', '2026-06-01');
      await since('E2', 'Ana', '2026-06-01');
      await since('E3', 'Primeiro dia', '2026-06-11');
      await since('E4', 'Na véspera', '2026-05-31');
      await since('E5', 'Já se foi', '2026-06-05', '2026-06-06');
      await since('E6', 'Depois', '2026-06-16');
      await consultantWith(api, { internalId: 'E7', name: 'De volta depressa' }, [
        ['E0', '2026-01-01', '2026-05-17'],
        ['E0', '2026-06-01', null],
      ]);
      await consultantWith(api, { internalId: 'E8', name: 'De volta tarde' }, [
        ['E0', '2026-01-01', '2026-05-16'],
        ['E0', '2026-06-02', null],
      ]);
      await consultantWith(api, { internalId: 'E9', name: 'Datas próprias', startDate: '2026-06-03' }, [
        ['E0', '2026-01-01', null],
      ]);
      const client = await as(top);

      const found = await newMembers(client, '?startDate=2026-06-01&endDate=2026-06-15');

      expect(found.results.map(({ internalId, since }) => [internalId, since])).toEqual([
        ['E3', '2026-06-11'],
        ['E5', '2026-06-05'],
        ['E9', '2026-06-03'],
        ['E8', '2026-06-02'],
        ['E2', '2026-06-01'],
        ['E1', '2026-06-01'],
      ]);
      expect(found.totalResults).toBe(6);
    });

    test('has what it ordered here in the window, and the upline of its last day here', async () => {
      const top = await api.consultant({ internalId: 'F0' });
      await api.consultant({ internalId: 'F1', parentId: 'F0', createdAt: '2020-01-01' });
      const outside = await api.consultant({ internalId: 'F2', createdAt: '2020-01-01' });
      await consultantWith(api, { internalId: 'F3', name: 'Nova' }, [
        [outside.internalId, '2026-01-01', '2026-05-31'],
        ['F0', '2026-06-01', '2026-06-09'],
        ['F1', '2026-06-10', '2026-06-12'],
        ['F2', '2026-06-13', null],
      ]);
      for (const [day, total] of [
        ['2026-05-31', '1.00'],
        ['2026-06-01', '2.00'],
        ['2026-06-12', '4.00'],
        ['2026-06-13', '8.00'],
      ] as const) {
        await api.order({ ecommerceId: `F ${day}`, by: 'F3', createdAt: day, total });
      }
      const client = await as(top);

      const { results } = await newMembers(client);
      const { results: untilThen } = await newMembers(client, '?startDate=2026-06-01&endDate=2026-06-05');

      expect(results).toMatchObject([
        { internalId: 'F3', name: 'Nova', parentId: 'F1', since: '2026-06-01', totalOrdersValue: '6.00' },
      ]);
      expect(untilThen).toMatchObject([{ internalId: 'F3', parentId: 'F0', totalOrdersValue: '2.00' }]);
    });

    test('comes in pages', async () => {
      const top = await api.consultant({ internalId: 'G0' });
      for (const day of ['01', '02', '03']) {
        await consultantWith(api, { internalId: `G${day}` }, [['G0', `2026-06-${day}`, null]]);
      }
      const client = await as(top);

      const second = await newMembers(client, '?pageSize=2&pageNumber=1');

      expect(second).toMatchObject({
        results: [{ internalId: 'G01', totalOrdersValue: '0.00' }],
        totalPages: 2,
        totalResults: 3,
      });
    });
  });

  describe('who has gone quiet', () => {
    test('has been silent for longer than half as long again as it used to be, and says since when', async () => {
      const top = await api.consultant({ internalId: 'H0' });
      await api.consultant({ internalId: 'H1', name: 'Calada', parentId: 'H0' });
      await api.consultant({ internalId: 'H2', name: 'Ainda não', parentId: 'H0' });
      await ordersBy('H1', ['2026-05-01', '2026-05-11', '2026-05-21'], '20.00');
      await ordersBy('H2', ['2026-04-06', '2026-04-26', '2026-05-16']);
      const client = await as(top);

      const now = await quietMembers(client);
      const tomorrow = await quietMembers(client, '?endDate=2026-06-16');

      expect(now.results).toMatchObject([
        {
          internalId: 'H1',
          name: 'Calada',
          parentId: 'H0',
          lastOrderAt: '2026-05-21',
          rhythm: 10,
          silence: 25,
          totalOrdersValue: '60.00',
        },
      ]);
      expect(tomorrow.results).toMatchObject([
        { internalId: 'H1', silence: 26 },
        { internalId: 'H2', rhythm: 20, silence: 31, totalOrdersValue: '30.00' },
      ]);
    });

    test('is compared with the median as it is, though it is shown rounded', async () => {
      const top = await api.consultant({ internalId: 'I0' });
      await api.consultant({ internalId: 'I1', parentId: 'I0' });
      await ordersBy('I1', ['2026-05-05', '2026-05-15', '2026-05-28']);
      const client = await as(top);

      const before = await quietMembers(client, '?endDate=2026-06-14');
      const now = await quietMembers(client);

      expect(before.results).toEqual([]);
      expect(now.results).toMatchObject([{ rhythm: 12, silence: 18 }]);
    });

    test('ordered on three days or more: of several orders on one day it is one day', async () => {
      const top = await api.consultant({ internalId: 'J0' });
      for (const code of ['J1', 'J2', 'J3']) await api.consultant({ internalId: code, parentId: 'J0' });
      await ordersBy('J1', ['2026-05-01', '2026-05-11']);
      await ordersBy('J2', ['2026-05-01', '2026-05-11', '2026-05-11', '2026-05-11']);
      await ordersBy('J3', ['2026-04-01', '2026-04-01', '2026-04-21', '2026-04-21', '2026-05-11']);
      const client = await as(top);

      const { results } = await quietMembers(client);

      expect(results).toMatchObject([{ internalId: 'J3', rhythm: 20, silence: 35, totalOrdersValue: '50.00' }]);
    });

    test('is nobody who ordered in the last fourteen days, however often before', async () => {
      const top = await api.consultant({ internalId: 'K0' });
      await api.consultant({ internalId: 'K1', parentId: 'K0' });
      await ordersBy('K1', ['2026-05-30', '2026-05-31', '2026-06-01']);
      const client = await as(top);

      const now = await quietMembers(client);
      const tomorrow = await quietMembers(client, '?endDate=2026-06-16');

      expect(now.results).toEqual([]);
      expect(tomorrow.results).toMatchObject([{ internalId: 'K1', rhythm: 1, silence: 15 }]);
    });

    test('is known by the orders of 365 days, the last one included', async () => {
      const top = await api.consultant({ internalId: 'L0' });
      await api.consultant({ internalId: 'L1', parentId: 'L0' });
      await ordersBy('L1', ['2025-06-15', '2025-06-25', '2025-07-05']);
      const client = await as(top);

      const before = await quietMembers(client, '?endDate=2026-06-14');
      const now = await quietMembers(client);

      expect(before.results).toMatchObject([{ internalId: 'L1', rhythm: 10, silence: 344 }]);
      expect(now.results).toEqual([]);
    });

    test('is a member on the last day, judged by the orders made here alone, wherever here', async () => {
      const top = await api.consultant({ internalId: 'M0' });
      await api.consultant({ internalId: 'M1', parentId: 'M0' });
      await api.consultant({ internalId: 'M2' });
      const days = ['2026-04-01', '2026-04-11', '2026-04-21'];
      await consultantWith(api, { internalId: 'M3', name: 'Mudou' }, [
        ['M1', '2026-01-01', '2026-04-15'],
        ['M0', '2026-04-16', '2026-06-14'],
        ['M1', '2026-06-15', null],
      ]);
      await consultantWith(api, { internalId: 'M4', name: 'Esteve fora' }, [
        ['M0', '2026-01-01', '2026-04-30'],
        ['M2', '2026-05-01', '2026-05-31'],
        ['M0', '2026-06-01', null],
      ]);
      await consultantWith(api, { internalId: 'M5', name: 'Foi-se' }, [['M0', '2026-01-01', '2026-06-14']]);
      await consultantWith(api, { internalId: 'M6', name: 'Terminou', endDate: '2026-06-14' }, [
        ['M0', '2026-01-01', null],
      ]);
      await consultantWith(api, { internalId: 'M7', name: 'Chegou depois' }, [['M0', '2026-04-11', null]]);
      for (const code of ['M3', 'M4', 'M5', 'M6', 'M7']) await ordersBy(code, days);
      await ordersBy('M4', ['2026-05-31']);
      const client = await as(top);

      const { results } = await quietMembers(client);
      const yesterday = await quietMembers(client, '?endDate=2026-06-14');

      expect(results).toMatchObject([
        { internalId: 'M4', parentId: 'M0', lastOrderAt: '2026-04-21', silence: 55, totalOrdersValue: '30.00' },
        { internalId: 'M3', parentId: 'M1', rhythm: 10, silence: 55, totalOrdersValue: '30.00' },
      ]);
      expect(yesterday.results.map(({ internalId, parentId }) => [internalId, parentId])).toEqual([
        ['M4', 'M0'],
        ['M5', 'M0'],
        ['M3', 'M0'],
        ['M6', 'M0'],
      ]);
    });

    test('comes by what it ordered in the 365 days, in pages', async () => {
      const top = await api.consultant({ internalId: 'N0' });
      const days = ['2026-04-01', '2026-04-11', '2026-04-21'];
      for (const [code, name, total] of [
        ['N1', 'Zita', '5.00'],
        ['N2', 'Ana', '5.00'],
        ['N3', 'Muito', '9.00'],
      ] as const) {
        await api.consultant({ internalId: code, name, parentId: 'N0' });
        await ordersBy(code, days, total);
      }
      const client = await as(top);

      const first = await quietMembers(client, '?pageSize=2');
      const second = await quietMembers(client, '?pageSize=2&pageNumber=1');

      expect(first.results.map(({ internalId }) => internalId)).toEqual(['N3', 'N2']);
      expect(second).toMatchObject({ results: [{ internalId: 'N1' }], totalPages: 2, totalResults: 3 });
    });
  });
});

interface Debtors {
  members: Page<Debtor>;
  totals: { totalPendingValue: string };
}

async function debtors(client: Client, query = ''): Promise<Debtors> {
  return expectSuccess(await client.get<Debtors>(`/api/v1/dashboard/debtors${query}`));
}

async function newMembers(client: Client, query = ''): Promise<Page<NewMember>> {
  return expectSuccess(await client.get<Page<NewMember>>(`/api/v1/dashboard/new-members${query}`));
}

async function quietMembers(client: Client, query = ''): Promise<Page<QuietMember>> {
  return expectSuccess(await client.get<Page<QuietMember>>(`/api/v1/dashboard/quiet-members${query}`));
}
