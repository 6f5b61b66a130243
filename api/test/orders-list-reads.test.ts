import { connect, type Database } from '@rede/api/db/client';
import { findOrders } from '@rede/api/orders/list';
import { orderColumns, orders } from '@rede/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireTimeout, type Api, startApi } from './start-api.ts';

/** A page of twenty, its count, and what looking these up takes; of twenty thousand orders. */
const fewRows = 2_000;

let api: Api;
/** One connection, whose reads are counted; so small a table would be read whole, were that not made as dear as it is of a large one. */
let database: Database;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  await sql`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Consultor ' || n, 'email' || n || '@exemplo.pt', n, 'IK' || lpad(n::text, 7, '0'), '2024-01-01', 'ACTIVE'
    from generate_series(1, 2000) n`.execute(api.database);
  await sql`
    insert into upline_periods (consultant_id, upline_id, during)
    select id, nullif((hashint8(id) & 65535) % id, 0), '[2024-01-01,)' from consultants`.execute(api.database);
  await sql`
    insert into orders (ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents)
    select
      'N-' || 100000 + n,
      case when n % 20 > 0 then 1 + n * 7919 % 2000 end,
      case when n % 10 = 0 then 'OWN' || n when n between 5000 and 5100 then 'Natal' end,
      date '2024-01-01' + n / 27,
      case when n % 5 > 0 then date '2024-01-01' + n / 27 + n % 13 end,
      n * 31 % 10007
    from generate_series(1, 20000) n`.execute(api.database);
  await sql`vacuum analyze`.execute(api.database);
  database = connect(`${api.database.pool.options.connectionString}?options=-c%20enable_seqscan%3Doff`, {
    poolSize: 1,
    acquireTimeout,
  });
}, 60_000);
afterAll(async () => {
  await database.destroy();
  await api.stop();
});

/** By upline, from its last code, so few are sorted as a whole: the planner expects hardly any of them to have one. */
const sorted = (column: string) => (column === 'consultantParentId' ? [column] : [column, `-${column}`]);
const sorts = orderColumns.flatMap(sorted).map((sort) => ({ sort }));

test.each<Record<string, string>>([
  {},
  ...sorts,
  { ecommerceId: '01234' },
  { consultantEmail: 'email1234@' },
  { consultantInternalId: '1234' },
  { consultantInternalId: 'ik' },
  { consultantParentId: '0123' },
  { consultantParentId: 'ik' },
  { couponCode: 'natal' },
  { couponCode: 'own1234' },
  { createdAtStart: '2025-06-01', createdAtEnd: '2025-06-07' },
  { createdAtStart: '2026-01-01', sort: '-total' },
  { paidAtStart: '2025-06-01', paidAtEnd: '2025-06-02' },
  { paidAtStart: '2026-01-01' },
  { couponCode: 'natal', consultantEmail: 'email', createdAtStart: '2024-01-01' },
])('a page of what %o asks for is found without reading the orders there are', async (asked) => {
  const find = (pageNumber: number) =>
    findOrders(database, orders.list.query.parse({ ...asked, pageNumber: String(pageNumber) }), 'IK0');
  const { totalPages } = await find(0);

  const before = await readSoFar();
  await find(0);
  await find(Math.max(totalPages - 1, 0));
  const after = await readSoFar();

  expect(after.bySequence - before.bySequence).toBe(0);
  expect(after.byIndex - before.byIndex).toBeLessThan(fewRows);
});

/** How many orders were read since the beginning: by reading the table, and in its indexes. */
async function readSoFar(): Promise<{ bySequence: number; byIndex: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ bySequence: number; byIndex: number }>`
    select
      (select seq_tup_read from pg_stat_user_tables where relname = 'orders') as "bySequence",
      (select sum(idx_tup_read)::bigint from pg_stat_user_indexes where relname = 'orders') as "byIndex"
  `.execute(database);
  return rows[0] ?? { bySequence: Number.NaN, byIndex: Number.NaN };
}
