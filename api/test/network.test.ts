import type { Consultant } from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import type { NetworkData, Summary } from '@rede/contract/dashboard';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, consultantWith, dashboardOf, historyOf, startApi } from './start-api.ts';

let api: Api;
let today: Day;

beforeAll(async () => {
  api = await startApi({ today: () => today });
});
beforeEach(() => {
  today = '2026-06-15';
});
afterAll(() => api.stop());

test('the direct network is who names the consultant as upline; the total network is the whole chain below', async () => {
  const ana = await api.consultant({ internalId: 'ANA' });
  await api.consultant({ internalId: 'RUI', name: 'Rui', parentId: 'ANA' });
  await api.consultant({ internalId: 'EVA', name: 'Eva', parentId: 'RUI' });
  await api.order({ ecommerceId: 'A-1', by: 'ANA', total: '5.00' });
  await api.order({ ecommerceId: 'A-2', by: 'RUI', total: '10.00' });
  await api.order({ ecommerceId: 'A-3', by: 'EVA', total: '20.00' });

  const { summary, direct, total } = await dashboardOf(await api.as(ana));

  expect(summary).toEqual({ totalDirectConsultants: 1, totalTreeConsultants: 2, totalOrders: '5.00' });
  expect(direct).toEqual({
    members: {
      results: [
        {
          id: ana.id + 1,
          name: 'Rui',
          internalId: 'RUI',
          parentId: 'ANA',
          totalOrdersValue: '10.00',
          totalPendingValue: '10.00',
        },
      ],
      totalPages: 1,
      pageNumber: 0,
      totalResults: 1,
    },
    totals: { totalOrdersValue: '10.00', totalPendingValue: '10.00' },
  });
  expect(shown(total)).toEqual(['EVA under RUI: 20.00', 'RUI under ANA: 10.00']);
  expect(total.totals).toEqual({ totalOrdersValue: '30.00', totalPendingValue: '30.00' });
});

test('an order counts for the network of its own day, whatever moves come later', async () => {
  const before = await api.consultant({ internalId: 'BEFORE' });
  const after = await api.consultant({ internalId: 'AFTER' });
  const mover = await api.consultant({ internalId: 'MOVER', parentId: 'BEFORE' });
  await api.order({ ecommerceId: 'B-1', by: 'MOVER', createdAt: '2026-06-14', total: '10.00' });
  await api.order({ ecommerceId: 'B-2', by: 'MOVER', createdAt: '2026-06-15', total: '7.00' });

  await api.admin.put(`/api/v1/consultants/${mover.id}`, { ...mover, parentId: 'AFTER' });

  expect(await directOf(before)).toEqual(['MOVER under BEFORE: 10.00']);
  expect(await directOf(after)).toEqual(['MOVER under AFTER: 7.00']);
});

test('correcting the history moves what was credited', async () => {
  const wrong = await api.consultant({ internalId: 'WRONG' });
  const right = await api.consultant({ internalId: 'RIGHT' });
  const corrected = await api.consultant({ internalId: 'CORRECTED', parentId: 'WRONG' });
  await api.order({ ecommerceId: 'C-1', by: 'CORRECTED', createdAt: '2026-05-01', total: '10.00' });
  const [period] = await historyOf(api, corrected);

  await api.admin.put(`/api/v1/consultants/${corrected.id}/history/${period?.id}`, { ...period, parentId: 'RIGHT' });

  expect(await directOf(wrong)).toEqual([]);
  expect(await directOf(right)).toEqual(['CORRECTED under RIGHT: 10.00']);
});

test('a move carries the whole chain below, from that day on', async () => {
  const left = await api.consultant({ internalId: 'LEFT' });
  const joined = await api.consultant({ internalId: 'JOINED' });
  await consultantWith(api, { internalId: 'HEAD' }, [
    ['LEFT', '2026-01-01', '2026-05-31'],
    ['JOINED', '2026-06-01', null],
  ]);
  await consultantWith(api, { internalId: 'TAIL' }, [['HEAD', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'D-1', by: 'TAIL', createdAt: '2026-05-31', total: '1.00' });
  await api.order({ ecommerceId: 'D-2', by: 'TAIL', createdAt: '2026-06-01', total: '2.00' });

  expect(await totalOf(left)).toEqual(['HEAD under LEFT: 0.00', 'TAIL under HEAD: 1.00']);
  expect(await totalOf(joined)).toEqual(['HEAD under JOINED: 0.00', 'TAIL under HEAD: 2.00']);
});

test('who stood in a network on a single day of the window is a member; on days in a gap nobody is', async () => {
  const upline = await api.consultant({ internalId: 'GAP0' });
  await consultantWith(api, { internalId: 'GAP1' }, [
    ['GAP0', '2026-04-01', '2026-04-10'],
    ['GAP0', '2026-04-20', '2026-04-30'],
  ]);
  await api.order({ ecommerceId: 'E-1', by: 'GAP1', createdAt: '2026-04-10', total: '1.00' });
  await api.order({ ecommerceId: 'E-2', by: 'GAP1', createdAt: '2026-04-15', total: '2.00' });
  await api.order({ ecommerceId: 'E-3', by: 'GAP1', createdAt: '2026-04-20', total: '4.00' });

  expect(await directOf(upline)).toEqual(['GAP1 under GAP0: 5.00']);
  expect(await directOf(upline, '?startDate=2026-04-10&endDate=2026-04-10')).toEqual(['GAP1 under GAP0: 1.00']);
  expect(await directOf(upline, '?startDate=2026-04-11&endDate=2026-04-19')).toEqual([]);
});

test('a consultant’s own dates bound its membership, both days included, while the chain passes through it', async () => {
  const upline = await api.consultant({ internalId: 'OWN0' });
  const middle = await consultantWith(api, { internalId: 'OWN1', startDate: '2026-05-10', endDate: '2026-05-20' }, [
    ['OWN0', '2026-01-01', null],
  ]);
  await consultantWith(api, { internalId: 'OWN2' }, [['OWN1', '2026-01-01', null]]);
  for (const [number, createdAt] of ['2026-05-09', '2026-05-10', '2026-05-20', '2026-05-21'].entries()) {
    await api.order({ ecommerceId: `F-${number}`, by: 'OWN1', createdAt, total: '1.00' });
    await api.order({ ecommerceId: `G-${number}`, by: 'OWN2', createdAt, total: '10.00' });
  }

  expect(await totalOf(upline)).toEqual(['OWN1 under OWN0: 2.00', 'OWN2 under OWN1: 40.00']);
  expect(await totalOf(upline, '?startDate=2026-05-21')).toEqual(['OWN2 under OWN1: 10.00']);
  expect(await totalOf(middle)).toEqual(['OWN2 under OWN1: 40.00']);
});

test('Data de Registo bounds nothing, and status changes no figure', async () => {
  const upline = await api.consultant({ internalId: 'REG0' });
  await consultantWith(api, { internalId: 'REG1', createdAt: '2026-06-01', status: 'SUSPENDED' }, [
    ['REG0', '2026-01-01', null],
  ]);
  await api.order({ ecommerceId: 'H-1', by: 'REG1', createdAt: '2026-05-01', total: '3.00' });

  expect(await directOf(upline)).toEqual(['REG1 under REG0: 3.00']);
});

test('the Código Upline of a member is that of its last day in that network within the window', async () => {
  const top = await api.consultant({ internalId: 'TOP' });
  await consultantWith(api, { internalId: 'ONE' }, [['TOP', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'TWO' }, [['TOP', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'WANDERER' }, [
    ['ONE', '2026-04-01', '2026-04-30'],
    ['TWO', '2026-05-01', '2026-05-31'],
    ['IK0', '2026-06-01', null],
  ]);
  await api.order({ ecommerceId: 'I-1', by: 'WANDERER', createdAt: '2026-04-30', total: '1.00' });
  await api.order({ ecommerceId: 'I-2', by: 'WANDERER', createdAt: '2026-05-01', total: '2.00' });
  await api.order({ ecommerceId: 'I-3', by: 'WANDERER', createdAt: '2026-06-01', total: '4.00' });

  expect(await totalOf(top, '?name=wanderer')).toEqual(['WANDERER under TWO: 3.00']);
  expect(await totalOf(top, '?name=wanderer&endDate=2026-04-30')).toEqual(['WANDERER under ONE: 1.00']);
  expect(await totalOf(top, '?parentId=one')).toEqual([]);
  expect(await totalOf(top, '?parentId=two')).toEqual(['WANDERER under TWO: 3.00']);
});

test('a consultant who stands under itself over time is on no day a member of its own network', async () => {
  const first = await consultantWith(api, { internalId: 'TURN1' }, [['IK0', '2026-03-01', '2026-03-31']]);
  await consultantWith(api, { internalId: 'TURN2' }, [['TURN1', '2026-04-01', '2026-04-30']]);
  await api.admin.post(`/api/v1/consultants/${first.id}/history`, { parentId: 'TURN2', startDate: '2026-05-01' });

  expect(await totalOf(first)).toEqual(['TURN2 under TURN1: 0.00']);
});

test('codes and names are today’s, and a corrected code keeps its network', async () => {
  const upline = await api.consultant({ internalId: 'OLDCODE' });
  await api.consultant({ internalId: 'RENAMED', parentId: 'OLDCODE' });

  await api.admin.put(`/api/v1/consultants/${upline.id}`, { ...upline, internalId: 'NEWCODE' });

  expect(await directOf(upline)).toEqual(['RENAMED under NEWCODE: 0.00']);
});

test('what is to be paid is the total less the payment, never below zero; without a payment, all of it unless it is paid', async () => {
  const upline = await api.consultant({ internalId: 'PAY0' });
  const pending = async (internalId: string, payment: { paidAt?: Day; totalPayment?: string }) => {
    await api.consultant({ internalId, parentId: 'PAY0' });
    await api.order({ ecommerceId: internalId, by: internalId, total: '100.00', ...payment });
    const { body } = await (await api.as(upline)).get<NetworkData>(`/api/v1/dashboard/direct?code=${internalId}`);
    return body.totals;
  };

  const ordered = { totalOrdersValue: '100.00' };
  expect(await pending('PAY1', {})).toEqual({ ...ordered, totalPendingValue: '100.00' });
  expect(await pending('PAY2', { paidAt: '2026-06-02' })).toEqual({ ...ordered, totalPendingValue: '0.00' });
  expect(await pending('PAY3', { totalPayment: '99.99' })).toEqual({ ...ordered, totalPendingValue: '0.01' });
  expect(await pending('PAY4', { paidAt: '2026-06-02', totalPayment: '40.00' })).toEqual({
    ...ordered,
    totalPendingValue: '60.00',
  });
  expect(await pending('PAY5', { totalPayment: '250.00' })).toEqual({ ...ordered, totalPendingValue: '0.00' });
  expect(await pending('PAY6', { paidAt: '2026-06-02', totalPayment: '0.00' })).toEqual({
    ...ordered,
    totalPendingValue: '100.00',
  });
});

test('cents are never lost, however many and however large the orders', async () => {
  const upline = await api.consultant({ internalId: 'BIG0' });
  await api.consultant({ internalId: 'BIG1', parentId: 'BIG0' });
  await api.order({ ecommerceId: 'BIG-0', by: 'BIG1', total: '999999999.99' });
  for (let number = 1; number <= 11; number += 1)
    await api.order({ ecommerceId: `BIG-${number}`, by: 'BIG1', total: '0.10' });

  expect(await directOf(upline)).toEqual(['BIG1 under BIG0: 1000000001.09']);
});

test('both networks take every filter, all together, without regard to case or accents; footers sum what matches', async () => {
  const upline = await api.consultant({ internalId: 'FIL0' });
  await api.consultant({ internalId: 'FIL1', name: 'João 100%', parentId: 'FIL0' });
  await api.consultant({ internalId: 'FIL2', name: 'Joana_Ávila', parentId: 'FIL0' });
  await api.consultant({ internalId: 'FIL3', name: 'Rita', parentId: 'FIL2' });
  await api.order({ ecommerceId: 'J-1', by: 'FIL1', total: '1.00' });
  await api.order({ ecommerceId: 'J-2', by: 'FIL2', total: '2.00', paidAt: '2026-06-01' });
  await api.order({ ecommerceId: 'J-3', by: 'FIL3', total: '4.00' });

  expect(await totalOf(upline, '?name=JOA')).toEqual(['FIL1 under FIL0: 1.00', 'FIL2 under FIL0: 2.00']);
  expect(await totalOf(upline, '?name=avila')).toEqual(['FIL2 under FIL0: 2.00']);
  expect(await totalOf(upline, '?name=%25')).toEqual(['FIL1 under FIL0: 1.00']);
  expect(await totalOf(upline, '?name=_')).toEqual(['FIL2 under FIL0: 2.00']);
  expect(await totalOf(upline, '?code=fil3')).toEqual(['FIL3 under FIL2: 4.00']);
  expect(await totalOf(upline, '?parentId=FIL2')).toEqual(['FIL3 under FIL2: 4.00']);
  expect(await totalOf(upline, '?name=jo&code=2&parentId=fil0')).toEqual(['FIL2 under FIL0: 2.00']);
  expect(await directOf(upline, '?parentId=fil0&code=1')).toEqual(['FIL1 under FIL0: 1.00']);
  expect(await directOf(upline, '?parentId=FIL2')).toEqual([]);
  expect((await dashboardOf(await api.as(upline), '?name=jo&pageSize=1')).total).toMatchObject({
    members: { totalResults: 2, totalPages: 2 },
    totals: { totalOrdersValue: '3.00', totalPendingValue: '1.00' },
  });
});

test('both networks are sorted by any column, both ways', async () => {
  const upline = await api.consultant({ internalId: 'SRT0' });
  await api.consultant({ internalId: 'SRT1', name: 'Ávila', parentId: 'SRT0' });
  await api.consultant({ internalId: 'SRT2', name: 'zeca', parentId: 'SRT1' });
  await api.consultant({ internalId: 'SRT3', name: 'Bento', parentId: 'SRT2' });
  await api.order({ ecommerceId: 'K-1', by: 'SRT1', total: '9.00', paidAt: '2026-06-02' });
  await api.order({ ecommerceId: 'K-2', by: 'SRT2', total: '10.00', totalPayment: '1.00' });
  await api.order({ ecommerceId: 'K-3', by: 'SRT3', total: '8.00', totalPayment: '6.00' });
  const client = await api.as(upline);
  const sorted = async (sort: string) => {
    const { body } = await client.get<NetworkData>(`/api/v1/dashboard/total?sort=${sort}`);
    return body.members.results.map(({ internalId }) => internalId.slice(3)).join('');
  };

  expect([await sorted('name'), await sorted('-name')]).toEqual(['132', '231']);
  expect([await sorted('internalId'), await sorted('-internalId')]).toEqual(['123', '321']);
  expect([await sorted('parentId'), await sorted('-parentId')]).toEqual(['123', '321']);
  expect([await sorted('totalOrdersValue'), await sorted('-totalOrdersValue')]).toEqual(['312', '213']);
  expect([await sorted('totalPendingValue'), await sorted('-totalPendingValue')]).toEqual(['132', '231']);
});

test('days to come count like any other', async () => {
  const upline = await api.consultant({ internalId: 'FUT0' });
  await consultantWith(api, { internalId: 'FUT1' }, [['FUT0', '2026-07-01', null]]);
  await api.order({ ecommerceId: 'L-1', by: 'FUT1', createdAt: '2026-07-02', total: '1.00' });

  expect(await directOf(upline)).toEqual([]);
  expect(await directOf(upline, '?endDate=2026-07-31')).toEqual(['FUT1 under FUT0: 1.00']);
  expect(await directOf(upline, '?startDate=2100-01-01&endDate=2100-12-31')).toEqual(['FUT1 under FUT0: 0.00']);
});

test('a consultant sees nothing of anybody outside its network, and of members no more than the table shows', async () => {
  const ana = await api.consultant({ internalId: 'PRV0' });
  await api.consultant({ internalId: 'PRV1', parentId: 'PRV0' });
  const stranger = await api.consultant({ internalId: 'PRV2' });

  const seenByStranger = await dashboardOf(await api.as(stranger));
  const { direct } = await dashboardOf(await api.as(ana));

  expect(seenByStranger.total.members.results).toEqual([]);
  expect(Object.keys(direct.members.results[0] ?? {}).toSorted()).toEqual([
    'id',
    'internalId',
    'name',
    'parentId',
    'totalOrdersValue',
    'totalPendingValue',
  ]);
});

test('an administrator who is a consultant has a dashboard; one who is none is told so', async () => {
  const ana = await api.consultant({ internalId: 'ADM0' });
  const claims = { email: ana.email, email_verified: true, realm_access: { roles: ['admin'] } };

  const consultant = await api.withToken(await api.issuer.token(claims)).get<Summary>('/api/v1/dashboard/summary');
  const none = await api.admin.get('/api/v1/dashboard/summary');

  expect([consultant.status, consultant.body.totalDirectConsultants]).toEqual([200, 0]);
  expect([none.status, none.body.code]).toEqual([403, 'no_consultant']);
});

async function directOf(consultant: Consultant, query = ''): Promise<string[]> {
  return shown((await dashboardOf(await api.as(consultant), query)).direct);
}

async function totalOf(consultant: Consultant, query = ''): Promise<string[]> {
  return shown((await dashboardOf(await api.as(consultant), query)).total);
}

/** A table's rows in words, by code. */
function shown({ members }: NetworkData): string[] {
  return members.results
    .map(({ internalId, parentId, totalOrdersValue }) => `${internalId} under ${parentId}: ${totalOrdersValue}`)
    .toSorted();
}
