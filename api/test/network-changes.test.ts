import { Rollups } from '@rede/api/background/rollups';
import { addDays, type Day } from '@rede/contract/days';
import type { Branch, Months, Movements, NetworkData, Overview } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, type Client, consultantWith, dashboardOf, expectSuccess, historyOf, startApi } from './start-api.ts';

let api: Api;
let today: Day;

beforeAll(async () => {
  api = await startApi({ today: () => today });
});
beforeEach(() => {
  today = '2026-06-15';
});
afterAll(() => api.stop());

test('the cards stand beside as many days before: who joined was no member then, who left is none now', async () => {
  const top = await api.consultant({ internalId: 'A0' });
  await consultantWith(api, { internalId: 'A1' }, [['A0', '2025-01-01', null]]);
  await consultantWith(api, { internalId: 'A2' }, [['A0', '2026-03-15', null]]);
  await consultantWith(api, { internalId: 'A3' }, [['A1', '2026-06-15', null]]);
  await consultantWith(api, { internalId: 'A4' }, [['A1', '2025-01-01', '2026-03-14']]);
  await consultantWith(api, { internalId: 'A5' }, [['A1', '2025-01-01', '2025-12-12']]);
  await consultantWith(api, { internalId: 'A6' }, [['A1', '2025-01-01', '2025-12-11']]);
  await consultantWith(api, { internalId: 'A7' }, [
    ['A0', '2025-12-20', '2025-12-31'],
    ['A1', '2026-05-01', '2026-05-01'],
  ]);
  await api.order({ ecommerceId: 'A-1', by: 'A0', createdAt: '2025-12-11', total: '1.00' });
  await api.order({ ecommerceId: 'A-2', by: 'A0', createdAt: '2025-12-12', total: '2.00' });
  await api.order({ ecommerceId: 'A-3', by: 'A0', createdAt: '2026-03-14', total: '4.00' });
  await api.order({ ecommerceId: 'A-4', by: 'A0', createdAt: '2026-03-15', total: '8.00' });
  await api.order({ ecommerceId: 'A-5', by: 'A0', createdAt: '2026-06-16', total: '16.00' });
  const client = await api.as(top);

  const { window, before, direct, total, ownOrders } = await overview(client);

  expect([window, before]).toEqual([
    { startDate: '2026-03-15', endDate: '2026-06-15' },
    { startDate: '2025-12-12', endDate: '2026-03-14' },
  ]);
  expect(direct).toEqual({ members: 2, before: 2, joined: 1, left: 1 });
  expect(total).toEqual({ members: 4, before: 4, joined: 2, left: 2 });
  expect(ownOrders).toEqual({ totalOrdersValue: '8.00', valueBefore: '6.00' });
  expect((await dashboardOf(client)).summary).toEqual({
    totalDirectConsultants: 2,
    totalTreeConsultants: 4,
    totalOrders: '8.00',
  });
});

test('a member’s own dates, not only its uplines, say when it joined and left; who only links is no member', async () => {
  const top = await api.consultant({ internalId: 'B0' });
  await consultantWith(api, { internalId: 'B1', endDate: '2026-03-14' }, [['B0', '2025-01-01', null]]);
  await consultantWith(api, { internalId: 'B2', startDate: '2026-06-01' }, [['B1', '2025-01-01', null]]);
  const client = await api.as(top);

  const { direct, total } = await overview(client);
  const moved = await movements(client, '2026-03-15', '2026-06-15');

  expect(direct).toEqual({ members: 0, before: 1, joined: 0, left: 1 });
  expect(total).toEqual({ members: 1, before: 1, joined: 1, left: 1 });
  expect(moved).toEqual({
    before: 1,
    days: [
      { day: '2026-03-15', joined: 0, left: 1 },
      { day: '2026-06-01', joined: 1, left: 0 },
    ],
  });
});

test('where nobody is below, nothing has changed', async () => {
  const alone = await api.consultant({ internalId: 'C0' });
  await api.order({ ecommerceId: 'C-1', by: 'C0', createdAt: '2026-06-02', total: '5.00' });
  const client = await api.as(alone);

  const { direct, total, ownOrders, month } = await overview(client);
  const { months, totals } = await monthsOf(client, '2026-06-01', '2026-06-15');

  const nobody = { members: 0, before: 0, joined: 0, left: 0 };
  expect([direct, total]).toEqual([nobody, nobody]);
  expect(ownOrders).toEqual({ totalOrdersValue: '5.00', valueBefore: '0.00' });
  expect(month).toMatchObject({ totalOrdersValue: '0.00', valueBefore: '0.00', changes: [] });
  expect(months).toMatchObject([{ month: '2026-06', orders: 0, totalOrdersValue: '0.00' }]);
  expect(totals).toEqual({ totalOrdersValue: '0.00', totalPendingValue: '0.00' });
  expect(await movements(client, '1990-01-01', '2100-12-31')).toEqual({ before: 0, days: [] });
});

test.each([
  ['2026-06-15', '2026-06-01', '2026-05-01', '2026-05-15'],
  ['2026-06-01', '2026-06-01', '2026-05-01', '2026-05-01'],
  ['2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
  ['2024-03-30', '2024-03-01', '2024-02-01', '2024-02-29'],
  ['2026-01-31', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['2026-04-30', '2026-04-01', '2026-03-01', '2026-03-30'],
])('on %s the month from %s on stands beside %s to %s, all included', async (day, first, firstBefore, lastBefore) => {
  today = day;
  const [top, member] = [`D${day}`, `E${day}`];
  const caller = await consultantWith(api, { internalId: top }, []);
  await consultantWith(api, { internalId: member }, [[top, '2020-01-01', null]]);
  const days = new Set(
    [-1, 0, 1].flatMap((offset) => [first, day, firstBefore, lastBefore].map((at) => addDays(at, offset))),
  );
  for (const createdAt of days) {
    await api.order({ ecommerceId: `${day} ${createdAt}`, by: member, createdAt, total: '1.00' });
    await api.order({ ecommerceId: `${day} ${createdAt} own`, by: top, createdAt, total: '100.00' });
  }
  const between = (start: Day, end: Day) => [...days].filter((one) => start <= one && one <= end).length;

  const { month } = await overview(await api.as(caller));

  expect(month).toMatchObject({
    window: { startDate: first, endDate: day },
    before: { startDate: firstBefore, endDate: lastBefore },
    totalOrdersValue: `${between(first, day)}.00`,
    valueBefore: `${between(firstBefore, lastBefore)}.00`,
  });
});

test('the three whose orders differ most between the months are named, the largest difference first, whichever way', async () => {
  const top = await api.consultant({ internalId: 'F0' });
  const made = new Map<string, number>();
  for (const [code, name, now, before] of [
    ['F1', 'Zé', '90.00', '10.00'],
    ['F2', 'Ana', undefined, '200.00'],
    ['F3', 'Igor', '500.00', '500.00'],
    ['F4', 'Édson', '40.00', undefined],
    ['F5', 'Diana', undefined, '40.00'],
    ['F6', 'Eduardo', '40.00', '0.00'],
  ] as const) {
    const { id } = await api.consultant({ internalId: code, name, parentId: 'F0' });
    made.set(code, id);
    if (now) await api.order({ ecommerceId: `${code} 1`, by: code, createdAt: '2026-06-15', total: now });
    if (before) await api.order({ ecommerceId: `${code} 2`, by: code, createdAt: '2026-05-15', total: before });
    await api.order({ ecommerceId: `${code} 3`, by: code, createdAt: '2026-05-16', total: '9000.00' });
  }

  const { month } = await overview(await api.as(top));

  expect(month.changes).toEqual([
    { id: made.get('F2'), internalId: 'F2', name: 'Ana', totalOrdersValue: '0.00', valueBefore: '200.00' },
    { id: made.get('F1'), internalId: 'F1', name: 'Zé', totalOrdersValue: '90.00', valueBefore: '10.00' },
    { id: made.get('F5'), internalId: 'F5', name: 'Diana', totalOrdersValue: '0.00', valueBefore: '40.00' },
  ]);
  expect([month.totalOrdersValue, month.valueBefore]).toEqual(['670.00', '750.00']);
});

test('members with the same difference come by name without case and accents, then as they were made', async () => {
  const top = await api.consultant({ internalId: 'G0' });
  for (const [code, name] of [
    ['G1', 'zeca'],
    ['G2', 'Rita'],
    ['G3', 'ávila'],
    ['G4', 'Ávila'],
    ['G5', 'Bento'],
  ] as const) {
    await api.consultant({ internalId: code, name, parentId: 'G0' });
    await api.order({ ecommerceId: code, by: code, createdAt: '2026-06-01', total: '10.00' });
  }

  const { month } = await overview(await api.as(top));

  expect(month.changes.map(({ internalId }) => internalId)).toEqual(['G3', 'G4', 'G5']);
});

test('of who was moved, only the orders of its days in the network explain a difference', async () => {
  const top = await api.consultant({ internalId: 'H0' });
  await api.consultant({ internalId: 'H1', parentId: 'H0' });
  const mover = await consultantWith(api, { internalId: 'H2', endDate: '2026-06-10' }, [
    ['IK0', '2026-01-01', '2026-05-09'],
    ['H1', '2026-05-10', '2026-05-31'],
    ['H0', '2026-06-01', null],
  ]);
  for (const [number, createdAt] of ['2026-05-09', '2026-05-10', '2026-06-10', '2026-06-11'].entries()) {
    await api.order({ ecommerceId: `H-${number}`, by: 'H2', createdAt, total: `${10 ** number}.00` });
  }

  const { month } = await overview(await api.as(top));

  expect(month.changes).toEqual([
    { id: mover.id, internalId: 'H2', name: 'Consultor H2', totalOrdersValue: '100.00', valueBefore: '10.00' },
  ]);
});

test('a whole month is compared with whole months, however long they are', async () => {
  const client = await memberWithDailyOrders('I');

  const february = await monthsOf(client, '2024-02-01', '2024-02-29');
  const march = await monthsOf(client, '2023-03-01', '2023-03-31');

  expect(february.months).toMatchObject([
    {
      month: '2024-02',
      startDate: '2024-02-01',
      endDate: '2024-02-29',
      totalOrdersValue: '29.00',
      monthBefore: { startDate: '2024-01-01', endDate: '2024-01-31', totalOrdersValue: '31.00' },
      yearBefore: { startDate: '2023-02-01', endDate: '2023-02-28', totalOrdersValue: '28.00' },
    },
  ]);
  expect(march.months).toMatchObject([
    {
      monthBefore: { startDate: '2023-02-01', endDate: '2023-02-28', totalOrdersValue: '28.00' },
      yearBefore: { startDate: '2022-03-01', endDate: '2022-03-31', totalOrdersValue: '0.00' },
    },
  ]);
});

test('a part of a month is compared with the same days of other months, as far as these have them', async () => {
  const client = await memberWithDailyOrders('J');

  const { months, totals } = await monthsOf(client, '2024-01-30', '2024-03-30');
  const end = await monthsOf(client, '2023-03-29', '2023-03-31');
  const toTheLast = await monthsOf(client, '2024-02-10', '2024-02-29');
  const leapDay = await monthsOf(client, '2024-02-29', '2024-02-29');

  expect(months.map(({ startDate, endDate, totalOrdersValue }) => [startDate, endDate, totalOrdersValue])).toEqual([
    ['2024-01-30', '2024-01-31', '2.00'],
    ['2024-02-01', '2024-02-29', '29.00'],
    ['2024-03-01', '2024-03-30', '30.00'],
  ]);
  expect(totals.totalOrdersValue).toBe('61.00');
  expect(months.map(({ monthBefore }) => monthBefore)).toEqual([
    { startDate: '2023-12-30', endDate: '2023-12-31', totalOrdersValue: '2.00' },
    { startDate: '2024-01-01', endDate: '2024-01-31', totalOrdersValue: '31.00' },
    { startDate: '2024-02-01', endDate: '2024-02-29', totalOrdersValue: '29.00' },
  ]);
  expect(months[2]?.yearBefore).toEqual({ startDate: '2023-03-01', endDate: '2023-03-30', totalOrdersValue: '30.00' });
  expect(toTheLast.months[0]?.monthBefore).toEqual({
    startDate: '2024-01-10',
    endDate: '2024-01-29',
    totalOrdersValue: '20.00',
  });
  // None of these days is in February: its last stands in.
  expect(end.months[0]?.monthBefore).toEqual({
    startDate: '2023-02-28',
    endDate: '2023-02-28',
    totalOrdersValue: '1.00',
  });
  expect(leapDay.months[0]?.yearBefore).toEqual({
    startDate: '2023-02-28',
    endDate: '2023-02-28',
    totalOrdersValue: '1.00',
  });
});

test('the months add up to the footer of the total network, whoever was moved in the middle of one', async () => {
  const top = await api.consultant({ internalId: 'K0' });
  await consultantWith(api, { internalId: 'K1', startDate: '2026-04-10' }, [['K0', '2026-01-01', '2026-05-20']]);
  await consultantWith(api, { internalId: 'K2' }, [['K1', '2026-01-01', null]]);
  for (const [number, createdAt] of ['2026-04-09', '2026-04-10', '2026-05-20', '2026-05-21'].entries()) {
    await api.order({ ecommerceId: `K-${number}`, by: 'K1', createdAt, total: `${10 ** number}.00` });
    await api.order({
      ecommerceId: `K-${number} below`,
      by: 'K2',
      createdAt,
      total: `${10 ** number}.05`,
      paidAt: createdAt,
    });
  }
  const client = await api.as(top);

  const { months, totals } = await monthsOf(client, '2026-03-15', '2026-06-15');

  expect(months.map(({ orders, totalOrdersValue }) => [orders, totalOrdersValue])).toEqual([
    [0, '0.00'],
    [3, '21.10'],
    [2, '200.05'],
    [0, '0.00'],
  ]);
  expect(totals).toEqual({ totalOrdersValue: '221.15', totalPendingValue: '110.00' });
  expect((await dashboardOf(client)).total.totals).toEqual(totals);
});

test('movements say who was there before, who joined and who left: a member leaves on its first day as none', async () => {
  const top = await api.consultant({ internalId: 'L0' });
  await consultantWith(api, { internalId: 'L1' }, [['L0', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'L2' }, [['L0', '2026-01-01', '2026-05-31']]);
  await consultantWith(api, { internalId: 'L3' }, [['L0', '2026-01-01', '2026-06-10']]);
  await consultantWith(api, { internalId: 'L4' }, [['L0', '2026-06-01', null]]);
  await consultantWith(api, { internalId: 'L5' }, [['L1', '2026-06-10', '2026-06-10']]);
  const client = await api.as(top);

  expect(await movements(client, '2026-06-01', '2026-06-11')).toEqual({
    before: 3,
    days: [
      { day: '2026-06-01', joined: 1, left: 1 },
      { day: '2026-06-10', joined: 1, left: 0 },
      { day: '2026-06-11', joined: 0, left: 2 },
    ],
  });
  expect(await movements(client, '2026-06-02', '2026-06-10')).toEqual({
    before: 3,
    days: [{ day: '2026-06-10', joined: 1, left: 0 }],
  });
});

test('a move within the network is no movement, while below the one who is left it is', async () => {
  const top = await api.consultant({ internalId: 'M0' });
  const left = await api.consultant({ internalId: 'M1', parentId: 'M0' });
  await api.consultant({ internalId: 'M2', parentId: 'M0' });
  await consultantWith(api, { internalId: 'M3' }, [
    ['M1', '2026-01-01', '2026-05-31'],
    ['M2', '2026-06-01', '2026-06-05'],
    ['M1', '2026-06-08', null],
  ]);
  await consultantWith(api, { internalId: 'M4' }, [['M3', '2026-01-01', null]]);

  const ofTop = await movements(await api.as(top), '2026-05-01', '2026-06-15');
  const ofLeft = await movements(await api.as(left), '2026-05-01', '2026-06-15');

  expect(ofTop).toEqual({
    before: 4,
    days: [
      { day: '2026-06-06', joined: 0, left: 2 },
      { day: '2026-06-08', joined: 2, left: 0 },
    ],
  });
  expect(ofLeft).toEqual({
    before: 2,
    days: [
      { day: '2026-06-01', joined: 0, left: 2 },
      { day: '2026-06-08', joined: 2, left: 0 },
    ],
  });
});

test('of a rollup node all is the same: built, and while its members are yet to be counted', async () => {
  const top = await api.consultant({ internalId: 'N0' });
  await api.consultant({ internalId: 'N1', name: 'Um', parentId: 'N0' });
  await api.consultant({ internalId: 'N2', name: 'Dois', parentId: 'N0' });
  const mover = await consultantWith(api, { internalId: 'N3', name: 'Muda' }, [
    ['N1', '2025-01-01', '2026-03-01'],
    ['N2', '2026-03-20', '2026-05-31'],
    ['N1', '2026-06-01', null],
  ]);
  await consultantWith(api, { internalId: 'N4', name: 'Nova' }, [['N3', '2026-06-01', null]]);
  await consultantWith(api, { internalId: 'N5', name: 'Foi-se' }, [['N3', '2025-01-01', '2026-02-01']]);
  await consultantWith(api, { internalId: 'N6', name: 'Também nova' }, [['N2', '2026-06-01', null]]);
  await api.order({ ecommerceId: 'N-1', by: 'N3', createdAt: '2026-05-02', total: '7.00' });
  await api.order({ ecommerceId: 'N-2', by: 'N4', createdAt: '2026-06-02', total: '9.00' });
  const client = await api.as(top);
  const seen = async () => [
    await overview(client),
    await movements(client, '2026-01-01', '2026-06-15'),
    await monthsOf(client, '2026-01-01', '2026-06-15'),
  ];
  const walked = await seen();

  await sql`update rollup_settings set min_members = 2`.execute(api.database);
  const rollups = new Rollups(api.database, () => today);
  while (await rollups.step());
  const built = await seen();
  await sql`update rollup_nodes set membership_version = membership_version + 1`.execute(api.database);
  const stale = await seen();
  const { rows } = await sql`select from rollup_nodes where consultant_id = ${top.id} and not is_building`.execute(
    api.database,
  );
  // The other tests' networks are walked.
  await sql`truncate rollup_nodes, nearest_rollups, rollup_closure, daily_totals, member_counts`.execute(api.database);
  await sql`update rollup_settings set min_members = 300`.execute(api.database);

  expect(rows).toHaveLength(1);
  expect(walked[0]).toMatchObject({
    total: { members: 5, before: 4, joined: 2, left: 1 },
    month: { changes: [{ internalId: 'N4' }, { id: mover.id }] },
  });
  expect(walked[1]).toMatchObject({
    before: 4,
    days: [{ day: '2026-02-02' }, { day: '2026-03-02' }, { day: '2026-03-20' }, { day: '2026-06-01' }],
  });
  expect(built).toEqual(walked);
  expect(stale).toEqual(walked);
});

test('on each day the movements come to what the total network of that day alone counts', async () => {
  const top = await api.consultant({ internalId: 'O0' });
  await consultantWith(api, { internalId: 'O1', startDate: '2026-06-03' }, [['O0', '2026-06-01', '2026-06-06']]);
  await consultantWith(api, { internalId: 'O2', endDate: '2026-06-05' }, [['O1', '2026-05-01', null]]);
  await consultantWith(api, { internalId: 'O3' }, [
    ['O2', '2026-05-01', '2026-06-02'],
    ['O0', '2026-06-04', null],
  ]);
  const client = await api.as(top);
  const days = Array.from({ length: 10 }, (_, index) => addDays('2026-05-31', index));

  const { before, days: moved } = await movements(client, '2026-05-31', '2026-06-09');

  const counted: number[] = [];
  for (const day of days) {
    const { body } = await client.get<NetworkData>(`/api/v1/dashboard/total?startDate=${day}&endDate=${day}`);
    counted.push(body.members.totalResults);
  }
  const summed = days.map((day) =>
    moved.filter((one) => one.day <= day).reduce((members, { joined, left }) => members + joined - left, before),
  );
  expect(counted).toEqual([0, 2, 2, 2, 3, 3, 2, 1, 1, 1]);
  expect(summed).toEqual(counted);
});

test('a branch says on which days it stood in its place, without a gap where periods meet', async () => {
  const top = await api.consultant({ internalId: 'P0' });
  const link = await consultantWith(api, { internalId: 'P1' }, [
    ['P0', '2026-01-01', '2026-04-30'],
    ['P0', '2026-05-01', '2026-05-31'],
  ]);
  const below = await consultantWith(api, { internalId: 'P2', startDate: '2026-06-01' }, [
    ['P1', '2026-04-10', '2026-04-20'],
    ['P1', '2026-05-20', null],
  ]);
  const [first] = await historyOf(api, link);
  const client = await api.as(top);

  const ofTop = await branches(client, 'startDate=2026-04-01&endDate=2026-06-15');
  const ofLink = await branches(client, `startDate=2026-04-01&endDate=2026-06-15&path=${link.id}`);

  expect(first?.endDate).toBe('2026-04-30');
  expect(ofTop).toMatchObject([{ id: link.id, days: [{ startDate: '2026-04-01', endDate: '2026-05-31' }] }]);
  expect(ofLink).toMatchObject([
    {
      id: below.id,
      isMember: false,
      days: [
        { startDate: '2026-04-10', endDate: '2026-04-20' },
        { startDate: '2026-05-20', endDate: '2026-05-31' },
      ],
    },
  ]);
});

test('only consultants have months, movements and an overview, and a reversed window is refused', async () => {
  const client = await api.as(await api.consultant({ internalId: 'Q0' }));
  const calls = ['overview', 'months', 'movements'];

  const ofNobody = await Promise.all(calls.map((call) => api.admin.get(`/api/v1/dashboard/${call}`)));
  const reversed = await client.get('/api/v1/dashboard/movements?startDate=2026-06-16');

  expect(ofNobody.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect([reversed.status, reversed.body.errors]).toEqual([
    400,
    [{ field: 'endDate', message: 'A data final não pode ser anterior à data inicial' }],
  ]);
});

/** Of a consultant with one member, who ordered 1,00 € on each day of 2023 and early 2024. */
async function memberWithDailyOrders(code: string): Promise<Client> {
  const top = await api.consultant({ internalId: `${code}0` });
  const member = await consultantWith(api, { internalId: `${code}1` }, [[`${code}0`, '2022-01-01', null]]);
  await sql`
    insert into orders (ecommerce_id, consultant_id, created_at, total_cents)
    select ${code} || day::date, ${member.id}, day, 100 from generate_series('2023-01-01'::date, '2024-04-30', '1 day') day
  `.execute(api.database);
  return api.as(top);
}

async function overview(client: Client): Promise<Overview> {
  return expectSuccess(await client.get<Overview>('/api/v1/dashboard/overview'));
}

async function movements(client: Client, startDate: Day, endDate: Day): Promise<Movements> {
  return expectSuccess(
    await client.get<Movements>(`/api/v1/dashboard/movements?startDate=${startDate}&endDate=${endDate}`),
  );
}

async function monthsOf(client: Client, startDate: Day, endDate: Day): Promise<Months> {
  return expectSuccess(await client.get<Months>(`/api/v1/dashboard/months?startDate=${startDate}&endDate=${endDate}`));
}

async function branches(client: Client, query: string): Promise<Branch[]> {
  return expectSuccess(await client.get<Page<Branch>>(`/api/v1/dashboard/branches?${query}`)).results;
}
