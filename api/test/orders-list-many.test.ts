import { Rollups } from '@rede/api/background/rollups';
import { streamOrders } from '@rede/api/orders/list';
import type { Order, OrderSelection } from '@rede/contract/orders';
import { orderColumns, orders } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, startApi } from './start-api.ts';

/** More than are gathered and sorted: the list walks the indexes of its sorts. */
const many = 24_000;
/** Last pages are half full. */
const pageSize = 100;

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  await api.consultant({ internalId: 'ZZ', email: 'z@exemplo.pt' });
  await api.consultant({ internalId: 'AA', email: 'a@exemplo.pt' });
  await consultantWith(api, { internalId: 'MOVED', email: 'm@exemplo.pt' }, [
    ['AA', '2025-01-01', '2025-06-30'],
    ['ZZ', '2025-09-01', null],
  ]);
  await sql`
    insert into orders (ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents)
    select
      'N-' || n * 7919 % ${many + 50}::integer,
      (select id from consultants where internal_id = (array['ZZ', 'AA', 'MOVED', 'ZZ', 'AA', 'ZZ', 'AA'])[1 + n % 8]),
      (array['Ávila', 'balão', null])[1 + n % 3],
      date '2025-01-01' + n % 500,
      case when n % 5 > 0 then date '2025-01-01' + n % 500 + n % 13 end,
      n * 31 % 1000
    from generate_series(1, ${many + 50}::integer) as n
  `.execute(api.database);
}, 60_000);
afterAll(() => api.stop());

const sorts = orderColumns.flatMap((column) => [column, `-${column}`]);

test.each(sorts)('sorted by %s, the pages of many orders are those of their whole order', async (sort) => {
  const whole = await exported({ sort });

  for (const pageNumber of [0, 1, 60, 119, 120, 121, 134, 239, 240]) {
    const { results, totalResults } = await listed({
      sort,
      pageSize: String(pageSize),
      pageNumber: String(pageNumber),
    });
    expect([totalResults, idsOf(results)]).toEqual([
      many + 50,
      whole.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
    ]);
  }
});

test.each<Record<string, string>>([
  { ecommerceId: 'n-' },
  { consultantEmail: 'exemplo' },
  { consultantInternalId: 'a' },
  { consultantParentId: 'a' },
  { consultantParentId: 'ik' },
  { consultantParentId: 'ik0', createdAtStart: '2025-01-01' },
  { consultantParentId: 'z', couponCode: 'avila' },
  { createdAtStart: '2025-02-01', paidAtStart: '2025-02-10', paidAtEnd: '2026-03-01' },
  { createdAtEnd: '2025-03-01', couponCode: 'balao', consultantEmail: 'm@' },
  { payment: 'paid' },
  { payment: 'pending' },
  { payment: 'paid', totalMin: '1', consultantEmail: 'exemplo' },
  { totalMin: '0.50', totalMax: '9.50' },
  { withoutConsultant: 'true', payment: 'paid' },
  { consultantCode: 'zz' },
])('what %o leaves of many orders is as many, page by page', async (filter) => {
  for (const sort of ['-createdAt', 'consultantParentId', '-couponCode', 'paidAt', 'consultantEmail']) {
    const whole = await exported({ ...filter, sort });
    const last = Math.ceil(whole.length / pageSize) - 1;

    for (const pageNumber of [0, last]) {
      const asked = { ...filter, sort, pageSize: String(pageSize), pageNumber: String(pageNumber) };
      const { results, totalResults } = await listed(asked);
      expect([totalResults, idsOf(results)]).toEqual([
        whole.length,
        whole.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
      ]);
    }
  }
});

test('orders are counted by their days whatever writes them', async () => {
  await api.order({ ecommerceId: 'T-1', createdAt: '2024-01-01' });
  const paid = await api.order({ ecommerceId: 'T-2', createdAt: '2024-01-01', paidAt: '2024-01-05' });
  await api.admin.upload(
    'ecommerceId;createdAt;total\nT-3;2024-01-01;1,00\nT-4;2024-01-02;1,00\nT-5;2024-13-01;1,00\n',
  );
  await api.admin.put(`/api/v1/orders/${paid.id}`, { ...paid, paidAt: '2024-01-06' });
  await sql`
    insert into order_counts (created_at, payment, with_consultant, orders, total_cents, paid_cents, pending_cents)
    select '2024-01-01', 'none', false, 0, 0, 0, 0 from generate_series(1, 500)`.execute(api.database);
  await api.admin.delete(`/api/v1/orders/${(await listed({ ecommerceId: 'T-1' })).results[0]?.id}`);

  const { rows: wrong } = await sql`select * from order_count_mismatches`.execute(api.database);
  const { totalResults } = await listed({ createdAtEnd: '2024-12-31' });
  const { totalResults: paidThen } = await listed({ paidAtEnd: '2024-12-31' });

  expect(wrong).toEqual([]);
  expect([totalResults, paidThen]).toEqual([3, 1]);
});

test.each([
  { network: 'that is walked', nodeMembers: 300 },
  { network: 'of a rollup node', nodeMembers: 1 },
])(
  'the many orders of a network $network come page by page, too',
  async ({ nodeMembers }) => {
    const { rows: found } = await sql<{ code: string; orders: number }>`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Topo', 'topo' || ${nodeMembers}::text || '@exemplo.pt', 'T' || ${nodeMembers}::text, 'T' || ${nodeMembers}::text, '2024-01-01', 'ACTIVE'
    returning internal_id as code, (select count(*) from orders where consultant_id is not null) as orders
  `.execute(api.database);
    const { code = '', orders: ofAnybody } = found[0] ?? {};
    await sql`
    update upline_periods set upline_id = (select id from consultants where internal_id = ${code}), during = '[2024-01-01,)'
    where consultant_id in (select id from consultants where internal_id in ('AA', 'ZZ'))`.execute(api.database);
    const { totalResults: withoutUpline } = await listed({
      consultantCode: 'MOVED',
      createdAtStart: '2025-07-01',
      createdAtEnd: '2025-08-31',
    });
    await sql`update rollup_settings set min_members = ${nodeMembers}`.execute(api.database);
    const rollups = new Rollups(api.database, () => '2026-06-15');
    while (await rollups.step());

    for (const networkOf of [code, 'ZZ']) {
      for (const sort of ['-createdAt', 'consultantParentId', '-couponCode', 'paidAt', 'consultantEmail', '-total']) {
        const whole = await exported({ networkOf, sort });
        const last = Math.ceil(whole.length / pageSize) - 1;
        expect(whole.length > 15_000).toBe(networkOf === code);
        if (networkOf === code) expect(whole.length).toBe((ofAnybody ?? 0) - withoutUpline);
        for (const pageNumber of [0, 1, last]) {
          const asked = { networkOf, sort, pageSize: String(pageSize), pageNumber: String(pageNumber) };
          const { results, totalResults } = await listed(asked);
          expect([totalResults, idsOf(results)]).toEqual([
            whole.length,
            whole.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
          ]);
        }
      }
    }
  },
  60_000,
);

const idsOf = (results: readonly Order[]) => results.map(({ id }) => id);

async function exported(selection: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  const asked: OrderSelection = orders.spreadsheet.query.parse(selection);
  for await (const orders of streamOrders(api.database, asked, 'IK0')) ids.push(...orders.map(({ id }) => id));
  return ids;
}

async function listed(query: Record<string, string>): Promise<Page<Order>> {
  const { status, body } = await api.admin.get<Page<Order>>(`/api/v1/orders?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}
