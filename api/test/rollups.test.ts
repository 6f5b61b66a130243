import { mergeCounts } from '@rede/api/background/counts';
import { Rollups } from '@rede/api/background/rollups';
import { verify } from '@rede/api/verify';
import type { Consultant } from '@rede/contract/consultants';
import type { NetworkData } from '@rede/contract/dashboard';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, consultantWith, dashboardOf, expectSuccess, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeEach(async () => {
  api = await startApi();
  await sql`update rollup_settings set min_members = 2`.execute(api.database);
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

/** Has the background worker do all there is to do. */
async function buildNodes(): Promise<void> {
  const rollups = new Rollups(api.database, () => '2026-06-15');
  while (await rollups.step());
}

async function nodeCodes(): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select internal_id as code from rollup_nodes join consultants on consultants.id = consultant_id where not is_building order by 1
  `.execute(api.database);
  return rows.map(({ code }) => code);
}

test('whoever has many below becomes a node in the background, and no figure changes', async () => {
  const [top] = await network(5);
  const client = await api.as(top as Consultant);
  const before = await dashboardOf(client);

  await buildNodes();

  expect(await nodeCodes()).toEqual(['K1', 'K2']);
  const after = await dashboardOf(client);
  expect(after).toEqual(before);
  expect(after.summary.totalTreeConsultants).toBe(4);
  expect(after.total.totals.totalOrdersValue).toBe('400.00');
  expect(await differencesIn(api)).toEqual([]);
});

test('reading writes nothing, however large the network: a server that may not write answers all the same', async () => {
  const [top] = await network(5);
  const atFirst = await dashboardOf(await api.as(top as Consultant));
  const readOnly = `?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const reader = await startApi({ databaseUrl: `${api.database.pool.options.connectionString}${readOnly}` });

  try {
    const client = await reader.as(top as Consultant);
    expect(await dashboardOf(client)).toEqual(atFirst);
    for (const path of [
      'overview',
      'months',
      'movements',
      'branches',
      'new-members',
      'debtors',
      'quiet-members',
      'orders',
    ]) {
      expectSuccess(await client.get(`/api/v1/dashboard/${path}`));
    }
    for (const path of ['consultants?parentId=k1', 'orders?consultantParentId=k1', `consultants/${top?.id}/history`]) {
      expectSuccess(await reader.admin.get(`/api/v1/${path}`));
    }
    const written = await reader.admin.post('/api/v1/orders', {
      ecommerceId: 'X',
      createdAt: '2026-06-01',
      total: '1',
    });
    expect(written.status).toBe(500);
  } finally {
    await reader.stop();
  }
});

test('a node is right at every moment while its branches are attached, whatever changes meanwhile', async () => {
  const made = await network(14);
  const rollups = new Rollups(api.database, () => '2026-06-15', { branches: 1, totals: 60, milliseconds: 0 });
  const client = await api.as(made[0] as Consultant);

  let steps = 0;
  while (await rollups.step()) {
    steps += 1;
    await api.order({ ecommerceId: `meanwhile ${steps}`, by: `K${1 + (steps % 14)}`, createdAt: '2026-05-21' });
    const moved = made[4 + (steps % 9)];
    await api.admin.put(`/api/v1/consultants/${moved?.id}`, {
      ...moved,
      parentId: `K${1 + (steps % 4)}`,
      version: undefined,
    });
    expect(await differencesIn(api)).toEqual([]);
    expect((await dashboardOf(client)).summary.totalTreeConsultants).toBe(13);
    if (steps > 60) break;
  }

  expect(steps).toBeGreaterThan(5);
});

test('a branch with many nodes below is attached some days at a time', async () => {
  await network(14);
  await sql`
    do $$
    declare
      candidate bigint;
    begin
      for candidate in select consultant_id from rollup_candidates('2026-06-15') loop
        perform begin_rollup_node(candidate);
        while not attach_rollup_branches(candidate, 1, 0, 60) loop end loop;
      end loop;
    end $$
  `.execute(api.database);
  const nodes = await nodeCodes();
  await buildNodes();

  expect(nodes).toEqual(['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7']);
  expect(await differencesIn(api)).toEqual([]);
});

test('members that are too many to count at once are looked up until they are counted', async () => {
  await sql`update rollup_settings set counted_at_once = 0`.execute(api.database);
  const made = await network(12);
  await buildNodes();
  const [top, second, third] = made;
  const clients = await Promise.all([top, second, third].map((one) => api.as(one as Consultant)));
  const cards = async () =>
    (await Promise.all(clients.map((client) => dashboardOf(client)))).map(
      ({ summary }) => summary.totalTreeConsultants,
    );

  await api.admin.put(`/api/v1/consultants/${made[3]?.id}`, { ...made[3], parentId: 'K3' });
  const stale = await cards();
  const { rows } = await sql`select from rollup_nodes where counted_version <> membership_version`.execute(
    api.database,
  );
  await buildNodes();
  const counted = await cards();

  expect(rows).not.toEqual([]);
  expect(stale).toEqual(counted);
  expect(
    (await sql`select from rollup_nodes where counted_version <> membership_version`.execute(api.database)).rows,
  ).toEqual([]);
  expect(await differencesIn(api)).toEqual([]);
});

test('members count once, and all of them, however often they came and went', async () => {
  await sql`update rollup_settings set counted_at_once = 4`.execute(api.database);
  const made = await network(12);
  const [, second, third, , , sixth] = made;
  // K6 stands below K3 every other month, and below K2 in between.
  await sql`delete from upline_periods where consultant_id = ${sixth?.id}`.execute(api.database);
  await sql`
    insert into upline_periods (consultant_id, upline_id, during)
    select
      ${sixth?.id}::bigint,
      case number % 2 when 0 then ${third?.id}::bigint else ${second?.id} end,
      daterange('2025-01-01'::date + 30 * number, '2025-01-01'::date + 30 * (number + 1))
    from generate_series(0, 19) as number
  `.execute(api.database);
  await buildNodes();

  await api.admin.put(`/api/v1/consultants/${third?.id}`, { ...third, parentId: 'K1' });
  await buildNodes();

  expect(await differencesIn(api)).toEqual([]);
});

test('members that change while they are counted are counted again', async () => {
  await sql`update rollup_settings set counted_at_once = 0`.execute(api.database);
  const made = await network(8);
  await buildNodes();
  await sql`update rollup_nodes set membership_version = membership_version + 1`.execute(api.database);
  const mover = await api.database.startTransaction().execute();
  await sql`
    update upline_periods set upline_id = ${made[2]?.id} where consultant_id = ${made[3]?.id}
  `.execute(mover);

  const counting = buildNodes();
  await expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(api.database)).rows.length,
    )
    .toBeGreaterThan(0);
  await mover.commit().execute();
  await counting;

  expect(
    (await sql`select from rollup_nodes where counted_version <> membership_version`.execute(api.database)).rows,
  ).toEqual([]);
  expect(await differencesIn(api)).toEqual([]);
});

test('whatever many write at once, orders, moves, own dates and files, is counted for the networks it belongs to', async () => {
  const made = await network(16);
  await buildNodes();
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
  await buildNodes();
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
  await buildNodes();

  await sql`
    update upline_periods set upline_id = (select id from consultants where internal_id = 'K1'), during = daterange('2025-03-01', null)
    where consultant_id in (select id from consultants where internal_id in ('K4', 'K5', 'K10'))
  `.execute(api.database);

  expect(await differencesIn(api)).toEqual([]);
});

test('who stood below a node and rejoins with somebody once above that node is one member of it', async () => {
  const above = await consultantWith(api, { internalId: 'A' }, [['IK0', '2026-01-01', '2026-04-30']]);
  const node = await consultantWith(api, { internalId: 'B' }, [['A', '2026-01-01', '2026-03-31']]);
  await consultantWith(api, { internalId: 'C' }, [
    ['B', '2026-01-01', '2026-03-31'],
    ['A', '2026-04-01', null],
  ]);
  await buildNodes();

  await api.admin.post(`/api/v1/consultants/${above.id}/history`, { parentId: 'B', startDate: '2026-05-01' });

  const { summary, total } = await dashboardOf(await api.as(node));
  expect(total.members.results.map(({ internalId }) => internalId)).toEqual(['A', 'C']);
  expect(summary.totalTreeConsultants).toBe(2);
  expect(await differencesIn(api)).toEqual([]);
});

test('pages of a node are those of the walk, in every order, from either end and past it, also after somebody is renamed and leaves', async () => {
  const made = await network(16);
  const client = await api.as(made[0] as Consultant);
  const walked = await pagesOf(client);
  await buildNodes();

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
  await buildNodes();
  const last = await api.consultant({ internalId: 'K9', parentId: 'K4' });
  await buildNodes();

  const answered = await api.admin.delete(`/api/v1/consultants/${last.id}`);

  expect(answered.status).toBeLessThan(300);
  expect(made).toHaveLength(4);
  expect(await differencesIn(api)).toEqual([]);
});

test('in one long line not everybody becomes a node', async () => {
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

  await buildNodes();

  const nodes = await nodeCodes();
  expect(nodes.length).toBeGreaterThan(10);
  expect(nodes.length).toBeLessThanOrEqual(66);
  expect(await differencesIn(api)).toEqual([]);
});

test('what would be counted on an old snapshot is refused', async () => {
  await network(3);
  await buildNodes();

  const written = api.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => sql`update orders set total_cents = total_cents + 1`.execute(db));

  await expect(written).rejects.toThrow('READ COMMITTED');
});

test('a difference is named, with what is kept and what is right', async () => {
  await network(4);
  await buildNodes();
  await mergeCounts(api.database);
  await sql`
    update daily_totals set total_cents = total_cents + 5 where node_id = (select min(consultant_id) from rollup_nodes)
  `.execute(api.database);

  const differences = await differencesIn(api);

  expect(differences).toEqual([
    {
      what: 'rede de K1, encomendas de 2026-05-20',
      kept: '3, 30005 cêntimos, 30000 por pagar (do próprio nó 1, 10000 e 10000)',
      expected: '3, 30000 cêntimos, 30000 por pagar (do próprio nó 1, 10000 e 10000)',
    },
  ]);
});

test('whatever is wrong is repaired while the server runs', async () => {
  const made = await network(12);
  await buildNodes();
  const { database } = api;
  await sql`update daily_totals set own_orders = own_orders + 1, total_cents = total_cents - 7 where node_id % 2 = 1`.execute(
    database,
  );
  await sql`delete from member_counts where joined_on > '2024-01-01' or node_id = ${made[0]?.id}`.execute(database);
  await sql`delete from nearest_rollups where consultant_id in (${made[6]?.id}, ${made[11]?.id})`.execute(database);
  await sql`update nearest_rollups set normalized_name = 'x', member_end_day = '2026-01-01' where consultant_id = ${made[9]?.id}`.execute(
    database,
  );
  await sql`delete from rollup_closure where node_id = ${made[2]?.id} and ancestor_id = ${made[0]?.id}`.execute(
    database,
  );
  await sql`insert into daily_totals (node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents) values (-1, '2026-01-01', 1, 1, 1, 1, 1, 1)`.execute(
    database,
  );
  await sql`update current_uplines set normalized_code = 'wrong' where consultant_id = ${made[5]?.id}`.execute(
    database,
  );
  await sql`insert into current_uplines (consultant_id) values (-1)`.execute(database);
  await sql`insert into orders_without_upline select min(id) from orders`.execute(database);
  await sql`update order_counts set orders = orders + 1`.execute(database);
  await sql`insert into coupon_counts (coupon, created_at, orders) values ('nenhum', '2026-01-01', 1)`.execute(
    database,
  );
  await sql`insert into consultant_counts (status, created_at, consultants) values ('ACTIVE', '2026-01-01', 3)`.execute(
    database,
  );
  const said: string[] = [];

  const left = await verify(database, (text) => said.push(text), { repairs: true });

  expect(said.length).toBeGreaterThan(15);
  expect(left).toBe(0);
  expect(await differencesIn(api)).toEqual([]);
});
