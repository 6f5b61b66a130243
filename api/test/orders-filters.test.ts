import type { Order, OrderTotals } from '@rede/contract/orders';
import { orderColumns } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { fromCents, toCents } from '@rede/contract/money';
import { Rollups } from '@rede/api/background/rollups';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Api, consultantWith, expectSuccess, startApi } from './start-api.ts';

const today = '2026-06-15';

describe.each([
  { networks: 'networks that are walked', nodeMembers: 300 },
  { networks: 'networks of rollup nodes', nodeMembers: 1 },
])('with $networks', ({ nodeMembers }) => {
  let api: Api;
  /** All orders there are. */
  let all: Order[];

  beforeAll(async () => {
    api = await startApi({ today });
    await sql`update rollup_settings set min_members = ${nodeMembers}`.execute(api.database);
    await consultantWith(api, { internalId: 'TOP', email: 'topo@exemplo.pt' }, [['IK0', '2025-01-01', null]]);
    await consultantWith(api, { internalId: 'OTHER', email: 'outra@exemplo.pt' }, [['IK0', '2025-01-01', null]]);
    await consultantWith(api, { internalId: 'MID', email: 'meio@exemplo.pt', endDate: '2026-04-30' }, [
      ['TOP', '2026-01-01', '2026-02-28'],
      ['OTHER', '2026-04-01', null],
    ]);
    await consultantWith(api, { internalId: 'LOW', email: 'maria.fundo@exemplo.pt', startDate: '2026-01-10' }, [
      ['MID', '2026-01-01', '2026-05-31'],
      ['TOP', '2026-06-01', null],
    ]);
    const buyers = ['TOP', 'MID', 'LOW', 'LOW', 'OTHER', undefined];
    const days = ['2026-01-05', '2026-01-15', '2026-03-01', '2026-04-15', '2026-05-15', '2026-06-02'];
    const payments = [
      {},
      { paidAt: '2026-06-10' },
      { totalPayment: '4.00' },
      { totalPayment: '250.00', paidAt: '2026-06-12' },
      { totalPayment: '0.00' },
    ];
    let number = 0;
    for (const by of buyers) {
      for (const createdAt of days) {
        number += 1;
        await api.order({
          ecommerceId: `A-${number}`,
          createdAt,
          total: fromCents((number * 1234) % 20_000),
          couponCode: ['Natal Mágico', 'VERAO', undefined][number % 3],
          ...(by ? { by } : {}),
          ...payments[number % payments.length],
        });
      }
    }
    await api.admin.upload(
      'ecommerceId;createdAt;total;internalId\nB-1;2026-01-20;15,00;LOW\nB-2;2026-06-03;25,00;TOP\n',
    );
    const rollups = new Rollups(api.database, () => today);
    while (await rollups.step());
    all = (await listed({})).results;
  }, 60_000);
  afterAll(() => api.stop());

  /** The consultants above LOW and MID on a day, the nearest first; below whom the days of each are bound by its own dates. */
  function networksOf({ consultant, createdAt: day }: Order): string[] {
    const ofMid = day <= '2026-02-28' ? ['TOP'] : day >= '2026-04-01' ? ['OTHER'] : [];
    if (consultant?.internalId === 'MID') return day >= '2026-01-01' && day <= '2026-04-30' ? ofMid : [];
    if (consultant?.internalId !== 'LOW' || day < '2026-01-10') return [];
    return day >= '2026-06-01' ? ['TOP'] : ['MID', ...ofMid];
  }

  const paidCents = ({ total, totalPayment, paidAt }: Order) =>
    totalPayment === null ? (paidAt === null ? 0 : toCents(total)) : toCents(totalPayment);
  const pendingCents = (order: Order) => Math.max(toCents(order.total) - paidCents(order), 0);
  const has = (text: string | null | undefined, words: string) => {
    const plain = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return (
      typeof text === 'string' &&
      plain(words)
        .split(' ')
        .every((word) => plain(text).includes(word))
    );
  };

  /** The filters one by one, as the address has them, with what they mean. */
  const filters = (): [name: string, value: string, matches: (order: Order) => boolean][] => [
    ['payment', 'pending', (order) => pendingCents(order) > 0],
    ['payment', 'part', (order) => pendingCents(order) > 0 && paidCents(order) > 0],
    ['payment', 'paid', (order) => pendingCents(order) === 0],
    ['withoutConsultant', 'true', ({ consultant }) => consultant === null],
    ['consultantCode', 'low', ({ consultant }) => consultant?.internalId === 'LOW'],
    ['networkOf', 'top', (order) => networksOf(order).includes('TOP')],
    ['networkOf', 'MID', (order) => networksOf(order).includes('MID')],
    ['networkOf', 'Other', (order) => networksOf(order).includes('OTHER')],
    ['totalMin', '50', ({ total }) => toCents(total) >= 5000],
    ['totalMax', '123.40', ({ total }) => toCents(total) <= 12_340],
    [
      'importId',
      String(all.find(({ ecommerceId }) => ecommerceId === 'B-1')?.importId),
      ({ ecommerceId }) => ecommerceId.startsWith('B-'),
    ],
    ['ids', `${all[3]?.id},${all[4]?.id},${all[17]?.id},999999`, (order) => [3, 4, 17].some((at) => all[at] === order)],
    ['createdAtStart', '2026-01-15', ({ createdAt }) => createdAt >= '2026-01-15'],
    ['createdAtEnd', '2026-04-15', ({ createdAt }) => createdAt <= '2026-04-15'],
    ['paidAtStart', '2026-06-11', ({ paidAt }) => paidAt !== null && paidAt >= '2026-06-11'],
    ['couponCode', 'magico nat', ({ couponCode }) => has(couponCode, 'magico nat')],
    ['consultantEmail', 'fundo maria', ({ consultant }) => has(consultant?.email, 'fundo maria')],
    ['consultantEmail', 'exemplo', ({ consultant }) => consultant !== null],
    ['consultantInternalId', 'o', ({ consultant }) => has(consultant?.internalId, 'o')],
    ['consultantParentId', 'to', ({ consultant }) => has(consultant?.parentId, 'to')],
    ['ecommerceId', '1 a-', ({ ecommerceId }) => has(ecommerceId, '1 a-')],
  ];

  test('each filter leaves what it means, in the list, its count and its sums', async () => {
    for (const [name, value, matches] of filters()) {
      const expected = all.filter(matches);

      expect([name, value, await answered({ [name]: value })]).toEqual([name, value, figuresOf(expected)]);
      expect([name, value, expected.length > 0 && expected.length < all.length]).toEqual([name, value, true]);
    }
  });

  test('any two filters leave what both mean', async () => {
    const every = filters();
    for (const [place, [name, value, matches]] of every.entries()) {
      for (const [other, otherValue, otherMatches] of every.slice(place + 1)) {
        if (name === other) continue;
        const expected = all.filter((order) => matches(order) && otherMatches(order));
        const asked = { [name]: value, [other]: otherValue };

        expect([asked, await answered(asked)]).toEqual([asked, figuresOf(expected)]);
      }
    }
  }, 60_000);

  test('each filter leaves the same in every order, and in the spreadsheet', async () => {
    const whole = new Map<string, string[]>();
    for (const column of orderColumns) {
      for (const sort of [column, `-${column}`]) whole.set(sort, numbersOf((await listed({ sort })).results));
    }
    for (const [name, value, matches] of filters()) {
      const numbers = numbersOf(all.filter(matches));
      for (const [sort, inOrder] of whole) {
        const expected = inOrder.filter((number) => numbers.includes(number));
        const { results } = await listed({ [name]: value, sort });

        expect([name, value, sort, numbersOf(results)]).toEqual([name, value, sort, expected]);
      }
      const sheet = await exported({ [name]: value, sort: 'total' });
      expect([name, value, sheet]).toEqual([
        name,
        value,
        whole.get('total')?.filter((number) => numbers.includes(number)),
      ]);
    }
  }, 60_000);

  test('a code that nobody has is refused at its field, and so is the company’s as a network', async () => {
    for (const path of ['/api/v1/orders', '/api/v1/orders/totals', '/api/v1/orders/xls']) {
      const unknown = await api.admin.get(`${path}?consultantCode=NOBODY`);
      const unknownHead = await api.admin.get(`${path}?networkOf=NOBODY`);
      const company = await api.admin.get(`${path}?networkOf=ik0`);

      expect([unknown.status, unknown.body.errors]).toEqual([
        400,
        [{ field: 'consultantCode', message: 'O Código IK NOBODY não existe' }],
      ]);
      expect([unknownHead.status, unknownHead.body.errors?.[0]?.field]).toEqual([400, 'networkOf']);
      expect([company.status, company.body.message]).toEqual([
        400,
        'ik0 é a empresa, que não tem rede: sem este filtro vê todas as encomendas',
      ]);
    }
  });

  test('what was summed is summed again once an order is written', async () => {
    const before = await totals({ payment: 'pending', ecommerceId: 'C-' });

    const { id } = await api.order({ ecommerceId: 'C-1', createdAt: today, total: '7.00', by: 'LOW' });
    const after = await totals({ payment: 'pending', ecommerceId: 'C-' });
    await api.admin.delete(`/api/v1/orders/${id}`);

    expect([before.orders, after]).toEqual([
      0,
      { orders: 1, totalOrdersValue: '7.00', totalPaidValue: '0.00', totalPendingValue: '7.00' },
    ]);
  });

  const numbersOf = (results: Order[]) => results.map(({ ecommerceId }) => ecommerceId);

  function figuresOf(orders: Order[]) {
    const sum = (cents: (order: Order) => number) =>
      fromCents(orders.reduce((total, order) => total + cents(order), 0));
    return {
      numbers: numbersOf(orders).toSorted(),
      totalResults: orders.length,
      totals: {
        orders: orders.length,
        totalOrdersValue: sum(({ total }) => toCents(total)),
        totalPaidValue: sum(paidCents),
        totalPendingValue: sum(pendingCents),
      },
    };
  }

  async function answered(asked: Record<string, string>): Promise<ReturnType<typeof figuresOf>> {
    const { results, totalResults } = await listed(asked);
    return { numbers: numbersOf(results).toSorted(), totalResults, totals: await totals(asked) };
  }

  async function totals(asked: Record<string, string>): Promise<OrderTotals> {
    return expectSuccess(await api.admin.get<OrderTotals>(`/api/v1/orders/totals?${new URLSearchParams(asked)}`));
  }

  async function listed(asked: Record<string, string>): Promise<Page<Order>> {
    const query = new URLSearchParams({ pageSize: '200', ...asked });
    return expectSuccess(await api.admin.get<Page<Order>>(`/api/v1/orders?${query}`));
  }

  async function exported(asked: Record<string, string>): Promise<unknown[]> {
    const file = expectSuccess(await api.admin.download(`/api/v1/orders/xls?${new URLSearchParams(asked)}`));
    return readSpreadsheet(file).flatMap(({ rows }) => rows.slice(1).map(([number]) => number));
  }
});
