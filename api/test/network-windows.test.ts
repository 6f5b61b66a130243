import type { Day } from '@rede/contract/days';
import type { NetworkData } from '@rede/contract/dashboard';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, consultantWith, dashboardOf, startApi } from './start-api.ts';

let api: Api;
let today: Day;

beforeAll(async () => {
  api = await startApi({ today: () => today });
});
beforeEach(() => {
  today = '2026-06-15';
});
afterAll(() => api.stop());

test('a reversed window is refused, also where one end is the default', async () => {
  const client = await api.as(await api.consultant({ internalId: 'REV0' }));

  const both = await client.get('/api/v1/dashboard/total?startDate=2026-06-02&endDate=2026-06-01');
  const first = await client.get('/api/v1/dashboard/direct?startDate=2026-06-16');
  const sheet = await client.get('/api/v1/dashboard/total/xls?startDate=2026-06-16');
  const oneDay = await client.get('/api/v1/dashboard/total?startDate=2026-06-01&endDate=2026-06-01');

  const message = 'A data final não pode ser anterior à data inicial';
  const refusal = { code: 'invalid', message, errors: [{ field: 'endDate', message }] };
  expect([both.status, first.status, sheet.status, oneDay.status]).toEqual([400, 400, 400, 200]);
  expect([both.body, first.body, sheet.body]).toEqual([refusal, refusal, refusal]);
});

test.each([
  ['2026-06-15', '2026-03-15'],
  ['2026-05-31', '2026-02-28'],
  ['2024-05-31', '2024-02-29'],
  ['2026-01-31', '2025-10-31'],
  ['2026-02-28', '2025-11-28'],
])('on %s the cards and tables begin on %s and end that day, both included', async (day, begin) => {
  const { consultant: upline, member } = await aPair();
  today = day;
  const dayBefore = new Date(Date.parse(begin) - 86_400_000).toISOString().slice(0, 10);
  const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  for (const [index, createdAt] of [dayBefore, begin, day, dayAfter].entries()) {
    const total = `${10 ** index}.00`;
    await api.order({ ecommerceId: `${day} ${createdAt} own`, by: upline.internalId, createdAt, total });
    await api.order({ ecommerceId: `${day} ${createdAt}`, by: member, createdAt, total });
  }

  const { summary, direct } = await dashboardOf(await api.as(upline));

  expect(summary).toEqual({ totalDirectConsultants: 1, totalTreeConsultants: 1, totalOrders: '110.00' });
  expect(direct.totals.totalOrdersValue).toBe('110.00');
});

test('a window given by its end begins three months before that end', async () => {
  const { consultant: upline, member } = await aPair();
  await api.order({ ecommerceId: 'M-1', by: member, createdAt: '2026-02-27', total: '1.00' });
  await api.order({ ecommerceId: 'M-2', by: member, createdAt: '2026-02-28', total: '2.00' });

  const { body } = await (await api.as(upline)).get<NetworkData>('/api/v1/dashboard/direct?endDate=2026-05-31');

  expect(body.totals.totalOrdersValue).toBe('2.00');
});

let pairs = 0;

async function aPair() {
  pairs += 1;
  const consultant = await consultantWith(api, { internalId: `PAIR${pairs}` }, []);
  const member = `MEMBER${pairs}`;
  await consultantWith(api, { internalId: member }, [[consultant.internalId, '2020-01-01', null]]);
  return { consultant, member };
}
