import type { Consultant } from '@rede/contract/consultants';
import type { NetworkData } from '@rede/contract/dashboard';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, consultantWith, dashboardOf, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeEach(async () => {
  api = await startApi();
  await sql`update hub_settings set members = 2`.execute(api.database);
});
afterEach(() => api.stop());

/** Everybody under the one two before, so that most have several below; each has an order. */
async function network(size: number): Promise<Consultant[]> {
  const made: Consultant[] = [];
  for (let number = 1; number <= size; number += 1) {
    const upline = number === 1 ? 'IK0' : `K${Math.ceil(number / 2)}`;
    made.push(await api.consultant({ internalId: `K${number}`, parentId: number === 1 ? 'IK0' : upline }));
    await api.order({ ecommerceId: `first of ${number}`, by: `K${number}`, createdAt: '2026-05-20' });
  }
  return made;
}

/** The codes on each page of four and on two past the last, by name and by code, both ways. */
function pagesOf(client: Awaited<ReturnType<Api['as']>>): Promise<string[][][]> {
  const sorts = ['name', '-name', 'internalId', '-internalId'];
  return Promise.all(
    sorts.map((sort) =>
      Promise.all(
        [0, 1, 2, 3, 4, 9].map(async (pageNumber) => {
          const { body } = await client.get<NetworkData>(
            `/api/v1/dashboard/total?sort=${sort}&pageSize=4&pageNumber=${pageNumber}`,
          );
          return body.members.results.map(({ internalId }) => internalId);
        }),
      ),
    ),
  );
}

async function makeHubs(): Promise<number> {
  const { rows } = await sql<{ hubs: number }>`
    with made as materialized (select make_hub(upline_id) from (select distinct upline_id from upline_periods where upline_id is not null) upline)
    select count(*) as hubs from made
  `.execute(api.database);
  return rows[0]?.hubs ?? 0;
}

test('a network that turns out to be large when its cards are looked at is kept from then on', async () => {
  const [top] = await network(5);
  const client = await api.as(top as Consultant);
  const before = await dashboardOf(client);

  const after = await dashboardOf(client);

  const { rows } = await sql`select consultant_id from hubs`.execute(api.database);
  expect(rows).toEqual([{ consultant_id: top?.id }]);
  expect(after).toEqual(before);
  expect(after.summary.totalTreeConsultants).toBe(4);
  expect(after.total.totals.totalOrdersValue).toBe('400.00');
  expect(await differencesIn(api)).toEqual([]);
});

test('whatever many write at once, orders, moves, own dates and files, is counted for the networks it belongs to', async () => {
  const made = await network(16);
  await makeHubs();
  const period = await Promise.all(made.map(async (consultant) => (await historyOf(api, consultant))[0]));
  const file = (name: string) =>
    `Número de encomenda;Data de Encomenda;Código IK;Valor da Encomenda\n${made
      .map(({ internalId }, index) => `${name}-${index};2026-0${1 + (index % 6)}-10;${internalId};10,00`)
      .join('\n')}`;

  const write = async (writer: number) => {
    for (const [index, consultant] of [...made.slice(4).entries()].filter(([index]) => index % 6 === writer)) {
      await api.admin.put(`/api/v1/consultants/${consultant.id}/history/${period[index + 4]?.id}`, {
        parentId: `K${1 + (index % 3)}`,
        startDate: `2025-0${1 + (index % 9)}-01`,
      });
      if (index % 4 === 0) await api.admin.upload(file(`file ${index}`));
      await api.admin.put(`/api/v1/consultants/${consultant.id}`, {
        ...consultant,
        parentId: 'K2',
        version: undefined,
        startDate: `2025-1${index % 3}-15`,
      });
      await api.order({
        ecommerceId: `at once ${index}`,
        by: consultant.internalId,
        createdAt: `2026-04-${10 + index}`,
      });
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(write));

  const { rows } = await sql<{ orders: number }>`select count(*) as orders from orders`.execute(api.database);
  expect(rows).toEqual([{ orders: 16 + 12 + 3 * 16 }]);
  expect(await differencesIn(api)).toEqual([]);
});

test('an order that is written while its consultant is being moved counts where it then stood', async () => {
  await network(8);
  await makeHubs();
  const { pool } = api.database;
  const [mover, seller] = await Promise.all([pool.connect(), pool.connect()]);

  await mover.query('begin');
  await mover.query(
    `update upline_periods set upline_id = (select id from consultants where internal_id = 'K2')
     where consultant_id = (select id from consultants where internal_id = 'K3')`,
  );
  const sold = seller.query(
    `insert into orders (ecommerce_id, consultant_id, created_at, total_cents)
     select 'meanwhile', id, '2026-06-01', 700 from consultants where internal_id = 'K6'`,
  );
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  await mover.query('commit');
  await sold;
  mover.release();
  seller.release();

  expect(await differencesIn(api)).toEqual([]);
});

test('a statement that moves several at once leaves everything right', async () => {
  await network(12);
  await makeHubs();

  await sql`
    update upline_periods set upline_id = (select id from consultants where internal_id = 'K1'), during = daterange('2025-03-01', null)
    where consultant_id in (select id from consultants where internal_id in ('K4', 'K5', 'K10'))
  `.execute(api.database);

  expect(await differencesIn(api)).toEqual([]);
});

test('who stood below a hub and comes back with somebody once above that hub is one member of it', async () => {
  const above = await consultantWith(api, { internalId: 'A' }, [['IK0', '2026-01-01', '2026-04-30']]);
  const hub = await consultantWith(api, { internalId: 'B' }, [['A', '2026-01-01', '2026-03-31']]);
  await consultantWith(api, { internalId: 'C' }, [
    ['B', '2026-01-01', '2026-03-31'],
    ['A', '2026-04-01', null],
  ]);
  await makeHubs();

  await api.admin.post(`/api/v1/consultants/${above.id}/history`, { parentId: 'B', startDate: '2026-05-01' });

  const { summary, total } = await dashboardOf(await api.as(hub));
  expect(total.members.results.map(({ internalId }) => internalId)).toEqual(['A', 'C']);
  expect(summary.totalTreeConsultants).toBe(2);
  expect(await differencesIn(api)).toEqual([]);
});

test('pages of a hub are those of the walk, in every order, from either end and past it, also after somebody is renamed and leaves', async () => {
  const made = await network(16);
  const client = await api.as(made[0] as Consultant);
  const walked = await pagesOf(client);
  await makeHubs();

  const kept = await pagesOf(client);
  await api.admin.put(`/api/v1/consultants/${made[9]?.id}`, { ...made[9], name: 'Álvaro Ninguém', internalId: 'A1' });
  await api.admin.put(`/api/v1/consultants/${made[7]?.id}`, { ...made[7], endDate: '2025-01-01' });
  const changed = await pagesOf(client);

  expect(kept).toEqual(walked);
  expect(walked[0]?.map((page) => page.length)).toEqual([4, 4, 4, 3, 0, 0]);
  expect(changed[0]?.flat()[0]).toBe('A1');
  expect(changed[0]?.flat()).toHaveLength(14);
  expect(changed[1]?.flat()).toEqual(changed[0]?.flat().toReversed());
  expect(changed[2]?.flat()[0]).toBe('A1');
  expect(await differencesIn(api)).toEqual([]);
});

test('whoever is deleted leaves nothing behind', async () => {
  const made = await network(4);
  await makeHubs();
  const last = await api.consultant({ internalId: 'K9', parentId: 'K4' });
  await makeHubs();

  const answered = await api.admin.delete(`/api/v1/consultants/${last.id}`);

  expect(answered.status).toBeLessThan(300);
  expect(made).toHaveLength(4);
  expect(await differencesIn(api)).toEqual([]);
});

test('in one long line not everybody becomes a hub', async () => {
  await sql`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Consultor ' || n, n || '@exemplo.pt', 'T' || n, 'L' || n, '2024-01-01', 'ACTIVE' from generate_series(1, 90) as n
  `.execute(api.database);
  await sql`
    insert into upline_periods (consultant_id, upline_id, during)
    select consultant.id, upline.id, daterange('2024-01-01', null)
    from consultants consultant
    left join consultants upline on upline.id = consultant.id - 1
  `.execute(api.database);

  await makeHubs();

  const { rows } = await sql<{ hubs: number }>`select count(*) as hubs from hubs`.execute(api.database);
  expect(rows[0]?.hubs).toBeLessThanOrEqual(66);
  expect(await differencesIn(api)).toEqual([]);
});

test('what would be counted on an old snapshot is refused', async () => {
  await network(3);
  await makeHubs();

  const written = api.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => sql`update orders set total_cents = total_cents + 1`.execute(db));

  await expect(written).rejects.toThrow('READ COMMITTED');
});

test('a difference is named, with what is kept and what is right', async () => {
  await network(4);
  await makeHubs();
  await sql`update hub_sums set total_cents = total_cents + 5 where hub_id = (select min(consultant_id) from hubs)`.execute(
    api.database,
  );

  const differences = await differencesIn(api);

  expect(differences).toEqual([
    {
      what: 'Rede de K1, encomendas de 2026-05-20',
      kept: '3, 30005 cêntimos, 30000 por pagar',
      right: '3, 30000 cêntimos, 30000 por pagar',
    },
  ]);
});
