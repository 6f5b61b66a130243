import { addDays, type Day } from '@rede/contract/days';
import { mergeCounts } from '@rede/api/background/counts';
import { repair } from '@rede/api/verify/repair';
import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import * as fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { writeUnlessRefused } from './refused-writes.ts';
import { type Api, consultantWith, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
beforeEach(async () => {
  await sql`truncate consultants, order_imports, order_import_updates restart identity cascade`.execute(api.database);
});
afterAll(() => api.stop());

test('coupons are counted and orders under nobody are known whatever writes them', async () => {
  await consultantWith(api, { internalId: 'GAP' }, [['IK0', '2026-03-01', null]]);
  const loaded = await load('A-1;2026-01-01;1,00;Natal;GAP', 'A-2;2026-04-01;1,00;NATAL;GAP', 'A-3;2026-04-01;1,00;;');
  await load('A-4;2026-01-01;1,00;Páscoa;GAP');
  await api.admin.upload(file('A-5;2026-01-01;1,00;Dry;GAP'), 'encomendas.csv', '?dryRun=true');
  const entered = await api.order({ ecommerceId: 'A-6', createdAt: '2026-01-01', couponCode: 'Natal', by: 'GAP' });
  expect(await differencesIn(api)).toEqual([]);
  expect([await totalOf('couponCode=natal'), await totalOf('couponCode=dry')]).toEqual([3, 0]);

  await api.admin.put(`/api/v1/orders/${entered.id}`, { ...entered, couponCode: 'Verão', createdAt: '2026-05-01' });
  expect(await differencesIn(api)).toEqual([]);
  expect([await totalOf('couponCode=natal'), await totalOf('couponCode=verao')]).toEqual([2, 1]);

  await api.admin.post(`/api/v1/orders/imports/${loaded.id}/undo`, {});
  await api.admin.delete(`/api/v1/orders/${entered.id}`);
  expect(await differencesIn(api)).toEqual([]);
  expect([await totalOf('couponCode=natal'), await totalOf('couponCode=pascoa')]).toEqual([0, 1]);
});

test('an order made by who stood under nobody is sorted last by upline, and no longer once the history says otherwise', async () => {
  await consultantWith(api, { internalId: 'LATE' }, [['IK0', '2026-03-01', null]]);
  await consultantWith(api, { internalId: 'EARLY' }, [['IK0', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'B-1', createdAt: '2026-02-01', by: 'LATE' });
  await api.order({ ecommerceId: 'B-2', createdAt: '2026-02-01', by: 'EARLY' });
  const before = await numbers('sort=consultantParentId');

  await sql`update upline_periods set during = '[2026-02-01,)' where lower(during) = '2026-03-01'`.execute(
    api.database,
  );

  expect(before).toEqual(['B-2', 'B-1']);
  expect(await numbers('sort=consultantParentId')).toEqual(['B-1', 'B-2']);
  expect(await differencesIn(api)).toEqual([]);
});

test('what is remembered of a list is forgotten with the next write', async () => {
  await consultantWith(api, { internalId: 'REM1', email: 'rem1@exemplo.pt' }, [['IK0', '2026-01-01', null]]);
  const asked = ['ecommerceId=c-', 'consultantEmail=rem', 'consultantInternalId=rem1', 'consultantParentId=ik0'];
  const totals = () => Promise.all(asked.map(totalOf));
  const consultants = async () =>
    (await api.admin.get<Page<unknown>>('/api/v1/consultants?internalId=rem')).body.totalResults;

  const seen = [await totals(), await totals()];
  const order = await api.order({ ecommerceId: 'C-1', createdAt: '2026-02-01', by: 'REM1' });
  seen.push(await totals());
  await sql`update upline_periods set during = '[2026-02-02,)'`.execute(api.database);
  seen.push(await totals());
  await sql`update consultants set email = 'x@exemplo.pt', internal_id = 'X'`.execute(api.database);
  seen.push(await totals());
  await api.admin.delete(`/api/v1/orders/${order.id}`);
  seen.push(await totals());

  expect(seen).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(await consultants()).toBe(0);
  await api.consultant({ internalId: 'REM2' });
  expect(await consultants()).toBe(1);
});

test('what is remembered stays true while others have yet to commit', async () => {
  await api.order({ ecommerceId: 'D-1' });
  const first = await api.database.startTransaction().execute();
  await sql`insert into orders (ecommerce_id, created_at, total_cents) values ('D-2', '2026-01-01', 1)`.execute(first);
  await api.order({ ecommerceId: 'D-3' });
  const before = await totalOf('ecommerceId=d-');

  await first.commit().execute();

  expect([before, await totalOf('ecommerceId=d-')]).toEqual([2, 3]);
});

test('many writes are added up, and each of them still counts', async () => {
  await sql`insert into list_writes (source) select 'orders' from generate_series(1, 700)`.execute(api.database);
  const before = await totalOf('ecommerceId=e-');

  for (let order = 1; order <= 3; order += 1) await api.order({ ecommerceId: `E-${order}` });
  await mergeCounts(api.database);

  const { rows } = await sql`select source, delta from list_writes where source = 'orders'`.execute(api.database);
  expect(rows).toEqual([{ source: 'orders', delta: 0 }]);
  expect([before, await totalOf('ecommerceId=e-')]).toEqual([0, 3]);
});

test('what a load without the triggers left out is found, and repaired', async () => {
  await consultantWith(api, { internalId: 'LEFT' }, []);
  await sql`alter table orders disable trigger user`.execute(api.database);
  await sql`
    insert into orders (ecommerce_id, consultant_id, coupon_code, created_at, total_cents)
    select 'M-1', id, 'Novo', date '2026-01-01', 1 from consultants`.execute(api.database);
  await sql`alter table orders enable trigger user`.execute(api.database);
  const found = (await differencesIn(api)).map(({ what }) => what);

  await repair(api.database);

  expect(found).toContain('encomendas de 2026-01-01 com o cupão novo, pagas nunca');
  expect(found).toContain('encomenda M-1 sem upline');
  expect(await differencesIn(api)).toEqual([]);
});

/** One statement, straight to the database. Consultants have the ids 1 to 6. */
type Change =
  | { does: 'order'; who: number | null; coupon: string | null; day: Day; many: number }
  | { does: 'recoupon'; from: string; to: string | null }
  | { does: 'postpone'; who: number; day: Day }
  | { does: 'hand over'; from: number; to: number | null }
  | { does: 'pay'; who: number; day: Day }
  | { does: 'unorder'; who: number }
  | { does: 'put under'; who: number; upline: number | null; first: Day; last: Day | null }
  | { does: 'end'; who: number; last: Day }
  | { does: 'forget'; who: number }
  | { does: 'forget all' };

const day = fc.integer({ min: -20, max: 20 }).map((offset) => addDays('2026-06-15', offset));
const who = fc.integer({ min: 1, max: 6 });
const coupon = fc.constantFrom('Natal', 'NATAL', 'É', 'y');
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('order'),
      who: fc.option(who),
      coupon: fc.option(coupon),
      day,
      many: who,
    }),
  },
  fc.record({ does: fc.constant('recoupon'), from: coupon, to: fc.option(coupon) }),
  fc.record({ does: fc.constant('postpone'), who, day }),
  fc.record({ does: fc.constant('hand over'), from: who, to: fc.option(who) }),
  fc.record({ does: fc.constant('pay'), who, day }),
  fc.record({ does: fc.constant('unorder'), who }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('put under'),
      who,
      upline: fc.option(who),
      first: day,
      last: fc.option(day),
    }),
  },
  fc.record({ does: fc.constant('end'), who, last: day }),
  fc.record({ does: fc.constant('forget'), who }),
  fc.record({ does: fc.constant('forget all') }),
);

test('whatever is written to orders and to the history, what is kept for their list is what recomputing it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30, size: 'max' }), async (changes) => {
      await sql`truncate consultants restart identity cascade`.execute(api.database);
      await sql`
        insert into consultants (name, email, tax_id, internal_id, created_at, status)
        select 'Consultor ' || n, n || '@exemplo.pt', n, n, '2026-01-01', 'ACTIVE' from generate_series(1, 6) n
      `.execute(api.database);
      for (const one of changes) await writeUnlessRefused(api, statement(one));
      expect(await wrong()).toEqual([]);
    }),
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  );
}, 60_000);

function statement(one: Change): RawBuilder<unknown> {
  switch (one.does) {
    case 'order':
      return sql`
        insert into orders (ecommerce_id, consultant_id, coupon_code, created_at, total_cents)
        select gen_random_uuid(), ${one.who}, ${one.coupon}, ${one.day}::date + n, 100
        from generate_series(1, ${one.many}::integer) n`;
    case 'recoupon':
      return sql`update orders set coupon_code = ${one.to} where coupon_code = ${one.from}`;
    case 'postpone':
      return sql`update orders set created_at = ${one.day} where consultant_id = ${one.who}`;
    case 'hand over':
      return sql`update orders set consultant_id = ${one.to} where consultant_id = ${one.from}`;
    case 'pay':
      return sql`update orders set paid_at = ${one.day} where consultant_id = ${one.who}`;
    case 'unorder':
      return sql`delete from orders where consultant_id = ${one.who}`;
    case 'put under':
      return sql`
        insert into upline_periods (consultant_id, upline_id, during)
        values (${one.who}, ${one.upline}, daterange(${one.first}, ${one.last}, '[]'))`;
    case 'end':
      return sql`
        update upline_periods set during = daterange(lower(during), ${one.last}, '[]')
        where consultant_id = ${one.who} and lower(during) <= ${one.last}`;
    case 'forget':
      return sql`delete from upline_periods where upline_id = ${one.who} or consultant_id = ${one.who}`;
    case 'forget all':
      return sql`truncate upline_periods`;
  }
}

/** What the database says differs from recomputing it. */
async function wrong(): Promise<unknown[]> {
  const [days, coupons, withoutUpline] = await Promise.all([
    sql`select * from order_count_mismatches`.execute(api.database),
    sql`select * from coupon_count_mismatches`.execute(api.database),
    sql`select * from orders_without_upline_mismatches`.execute(api.database),
  ]);
  return [...days.rows, ...coupons.rows, ...withoutUpline.rows];
}

const file = (...lines: string[]) => ['ecommerceId;createdAt;total;couponCode;internalId', ...lines].join('\n');

async function load(...lines: string[]): Promise<ImportResult> {
  const { status, body } = await api.admin.upload<ImportResult>(file(...lines));
  expect(status).toBe(200);
  return body;
}

async function listed(query: string): Promise<Page<Order>> {
  return (await api.admin.get<Page<Order>>(`/api/v1/orders?${query}`)).body;
}

const totalOf = async (query: string) => (await listed(query)).totalResults;

const numbers = async (query: string) => (await listed(query)).results.map(({ ecommerceId }) => ecommerceId);
