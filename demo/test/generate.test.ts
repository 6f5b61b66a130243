import { connect, type Database } from '@rede/api/db/client';
import { migrate } from '@rede/api/db/migrate';
import { findNetwork } from '@rede/api/dashboard/queries';
import { consultantBody } from '@rede/contract/consultants';
import { addDays, type Day } from '@rede/contract/days';
import { fromCents } from '@rede/contract/money';
import { type NetworkQuery, windowOf } from '@rede/contract/dashboard';
import { orderBody } from '@rede/contract/orders';
import { withoutBlanks } from '@rede/contract/values';
import { generateNetwork, NotEmptyError } from '@rede/demo/generate';
import { startThrowAwayPostgres } from '@rede/local/postgres/throw-away';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const today = '2026-06-15';
/** Patient: a machine that is busy with other work is slow and not wrong. */
const acquireTimeout = 30_000;
const size = { consultants: 3000, orders: 12_000, seed: 1, today };

let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;
let database: Database;

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  database = connect(postgres.url, { acquireTimeout });
  await migrate(database);
  await generate(postgres.url, size);
});

afterAll(async () => {
  await database.destroy();
  await postgres.stop();
});

async function generate(url: string, options: Parameters<typeof generateNetwork>[1]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await generateNetwork(client, options);
  } finally {
    await client.end();
  }
}

/** Another migrated, empty database. */
async function another(name: string): Promise<{ url: string; database: Database }> {
  await sql`create database ${sql.id(name)}`.execute(database);
  const url = new URL(`/${name}`, postgres.url).href;
  const other = connect(url, { acquireTimeout });
  onTestFinished(() => other.destroy());
  await migrate(other);
  return { url, database: other };
}

async function contents(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select
      (select md5(string_agg(consultant::text, ',' order by id)) from consultants consultant) as consultants,
      (select md5(string_agg(period::text, ',' order by id)) from upline_periods period) as periods,
      (select md5(string_agg(placed::text, ',' order by id)) from orders placed) as orders
  `.execute(db);
  return rows[0];
}

async function counts(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select
      (select count(*) from consultants) as consultants,
      (select count(*) from upline_periods) as periods,
      (select count(*) from orders) as orders
  `.execute(db);
  return rows[0];
}

interface Period {
  consultant: number;
  upline: number | null;
  first: Day;
  /** The day after the last. */
  end: Day | null;
}

async function periods(): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select consultant_id as consultant, upline_id as upline, lower(during) as first, upper(during) as end
    from upline_periods
    order by consultant_id, lower(during)
  `.execute(database);
  return rows;
}

test('there are as many consultants and orders as asked for', async () => {
  expect(await counts(database)).toMatchObject({ consultants: 3000, orders: 12_000 });
});

test('the same day and seed make the same network, another seed makes another', async () => {
  const same = await another('same');
  const different = await another('different');

  await generate(same.url, size);
  await generate(different.url, { ...size, seed: 2 });

  expect(await contents(same.database)).toEqual(await contents(database));
  expect(await contents(different.database)).not.toEqual(await contents(database));
});

test.each([1, 2, 3])('a network of %i is made as well', async (consultants) => {
  const small = await another(`of_${consultants}`);

  await generate(small.url, { ...size, consultants, orders: 10 });

  expect(await counts(small.database)).toMatchObject({ consultants, orders: 10 });
});

describe('the consultants', () => {
  test('are all such as the product itself would take, with codes in the order they registered', async () => {
    const consultants = await database.selectFrom('consultants').selectAll().orderBy('id').execute();
    const refused = consultants.filter(
      ({ name, email, tax_id, internal_id, created_at, start_date, end_date, status }) =>
        !consultantBody.safeParse(
          withoutBlanks({
            name,
            email,
            taxId: tax_id,
            internalId: internal_id,
            parentId: 'IK0',
            createdAt: created_at,
            startDate: start_date,
            endDate: end_date,
            status,
          }),
        ).success,
    );

    const days = consultants.map(({ created_at }) => created_at);
    expect(refused).toEqual([]);
    expect(consultants.slice(0, 2).map(({ internal_id }) => internal_id)).toEqual(['IK0000001', 'IK0000002']);
    expect(days).toEqual(days.toSorted());
    expect([days.at(0), days.at(-1)]).toEqual(['2022-06-15', '2026-06-15']);
  });

  test('are mostly active; who is inactive left before today, and nobody else has a Data de Fim', async () => {
    const consultants = await database.selectFrom('consultants').select(['status', 'end_date']).execute();
    const inactive = consultants.filter(({ status }) => status === 'INACTIVE');

    expect(inactive.length).toBeGreaterThan(150);
    expect(inactive.every(({ end_date }) => end_date !== null && end_date < today)).toBe(true);
    expect(consultants.filter(({ end_date }) => end_date !== null)).toEqual(inactive);
    expect(consultants.filter(({ status }) => status === 'ACTIVE').length).toBeGreaterThan(2400);
  });
});

describe('the upline history', () => {
  test('has no periods of one consultant that overlap', async () => {
    const { rows } = await sql`
      select 1
      from upline_periods one
      join upline_periods other on other.consultant_id = one.consultant_id and other.id <> one.id and other.during && one.during
    `.execute(database);

    expect(rows).toEqual([]);
  });

  test.each(['2024-06-15', '2025-01-31', '2026-06-15', '2026-12-31'])(
    'leads from everybody who had registered to the company on %s',
    async (day) => {
      const registered = await database.selectFrom('consultants').select('id').where('created_at', '<=', day).execute();
      const inForce = (await periods()).filter(({ first, end }) => first <= day && (end === null || day < end));
      const uplines = new Map(inForce.map(({ consultant, upline }) => [consultant, upline]));

      // Whoever stands above registered earlier, so that a walk up ends, and it ends at the company.
      const astray = registered.filter(({ id }) => {
        const upline = uplines.get(id);
        return upline === undefined || (upline !== null && !(upline < id && uplines.has(upline)));
      });

      expect(astray).toEqual([]);
    },
  );

  test('has the company above the first alone, and any of the earlier ones above the others', async () => {
    const others = (await periods()).filter(({ upline }) => upline !== null);
    const heights = others.map(({ consultant, upline }) => (upline ?? 0) / consultant);

    expect((await periods()).filter(({ upline }) => upline === null)).toMatchObject([{ consultant: 1 }]);
    expect(heights.reduce((sum, height) => sum + height, 0) / heights.length).toBeCloseTo(0.5, 1);
  });

  test('moves a tenth of the consultants, once and to somebody else, in the last two years', async () => {
    const histories = Map.groupBy(await periods(), ({ consultant }) => consultant).values();
    const moved = [...histories].filter((history) => history.length > 1);

    expect(moved.length).toBeGreaterThan(0.08 * 3000);
    expect(moved.length).toBeLessThan(0.12 * 3000);
    for (const [before, after, ...more] of moved) {
      expect(more).toEqual([]);
      expect(after).toMatchObject({ first: before?.end, end: null });
      expect(after?.upline).not.toBe(before?.upline);
      expect(after && after.first >= '2024-06-15' && after.first <= today).toBe(true);
    }
  });
});

describe('the orders', () => {
  test('are all such as the product itself would take, over the last two years', async () => {
    const orders = await database.selectFrom('orders').selectAll().orderBy('id').execute();
    const refused = orders.filter(
      ({ ecommerce_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents }) =>
        !orderBody.safeParse(
          withoutBlanks({
            ecommerceId: ecommerce_id,
            couponCode: coupon_code,
            createdAt: created_at,
            paidAt: paid_at,
            total: fromCents(total_cents),
            totalPayment: total_payment_cents === null ? null : fromCents(total_payment_cents),
          }),
        ).success,
    );

    expect(refused).toEqual([]);
    expect([orders.at(0)?.created_at, orders.at(-1)?.created_at]).toEqual(['2024-06-15', '2026-06-15']);
    expect(orders.every(({ paid_at }) => (paid_at ?? today) <= today)).toBe(true);
  });

  test('are paid, mostly; some partly, some not at all, some with a coupon, a few without a consultant', async () => {
    const { rows } = await sql<Record<string, number>>`
      select
        count(*) filter (where pending_cents = 0) as paid,
        count(*) filter (where pending_cents between 1 and total_cents - 1) as partly,
        count(*) filter (where paid_at is null) as unpaid,
        count(*) filter (where coupon_code = 'NATAL15') as campaign,
        count(*) filter (where coupon_code like 'IK%') as own,
        count(*) filter (where consultant_id is null) as nobody
      from orders
    `.execute(database);
    const { paid = 0, ...some } = rows[0] ?? {};

    expect(paid).toBeGreaterThan(0.7 * 12_000);
    for (const number of Object.values(some)) {
      expect(number).toBeGreaterThan(0.01 * 12_000);
      expect(number).toBeLessThan(0.2 * 12_000);
    }
  });

  test('come from consultants who had registered and not left', async () => {
    const { rows } = await sql`
      select 1
      from orders placed
      join consultants consultant on consultant.id = placed.consultant_id
      where not placed.created_at between consultant.created_at and coalesce(consultant.end_date, 'infinity')
    `.execute(database);

    expect(rows).toEqual([]);
  });

  test('add up, in the network of the first consultant, to all that were not its own', async () => {
    const window = windowOf({ startDate: addDays(today, -200), endDate: today }, today);
    const firstPage: NetworkQuery = { pageNumber: 0, pageSize: 1, sort: 'name' };
    const { rows } = await sql<{ total: number; pending: number }>`
      select sum(total_cents)::bigint as total, sum(pending_cents)::bigint as pending
      from orders
      where consultant_id <> 1 and created_at between ${window.startDate} and ${window.endDate}
    `.execute(database);

    const { totals } = await findNetwork(database, { consultantId: 1, depth: 'total', window }, firstPage);

    expect(totals).toEqual({
      totalOrdersValue: fromCents(rows[0]?.total ?? 0),
      totalPendingValue: fromCents(rows[0]?.pending ?? 0),
    });
    expect(Number(totals.totalOrdersValue)).toBeGreaterThan(100_000);
  });
});

test('a database with a network is refused in a sentence and left as it was', async () => {
  const before = await contents(database);

  const again = generate(postgres.url, { ...size, seed: 2 });

  await expect(again).rejects.toThrow(NotEmptyError);
  await expect(again).rejects.toThrow(
    'A base de dados já tem dados (3000 consultores e 12000 encomendas) e nada é escrito por cima deles.',
  );
  expect(await contents(database)).toEqual(before);
});

test('where the last step fails, nothing is there', async () => {
  const broken = await another('broken');
  await sql`alter table orders add check (ecommerce_id <> '112000')`.execute(broken.database);

  const attempt = generate(broken.url, size);

  await expect(attempt).rejects.toThrow('orders_ecommerce_id_check');
  expect(await counts(broken.database)).toEqual({ consultants: 0, periods: 0, orders: 0 });
});
