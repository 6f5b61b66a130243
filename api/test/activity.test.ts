import type { Change, ChangedRecord } from '@rede/contract/activity';
import type { Consultant } from '@rede/contract/consultants';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Api, type Client, expectSuccess, historyOf, startApi } from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterAll(() => api.stop());

async function log(query = ''): Promise<Change[]> {
  return expectSuccess(await ana.get<Page<Change>>(`/api/v1/activity${query}`)).results;
}

async function latest(): Promise<Change> {
  const [change] = await log('?pageSize=1');
  if (!change) throw new Error('nothing was noted');
  return change;
}

async function numberOfChanges(): Promise<number> {
  return expectSuccess(await ana.get<Page<Change>>('/api/v1/activity?pageSize=1')).totalResults;
}

/** What a record was and became, as `field: before → after`. */
function inShort({ kind, name, fields }: ChangedRecord): string {
  return [kind, name, ...fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`)].join(', ');
}

const bodyOf = (consultant: Consultant) => ({ ...consultant, version: null });

test('creating a consultant is noted with its first period, by whom and when', async () => {
  const before = Date.now();
  const body = { ...aConsultant('C1'), taxId: 'FR123456789', startDate: '2025-02-01' };

  const created = expectSuccess(await ana.post<Consultant>('/api/v1/consultants', body));

  const change = await latest();
  expect(change).toMatchObject({
    by: 'Ana Silva',
    does: 'consultant.create',
    recordCount: 2,
    undoes: null,
    undoneBy: null,
    canUndo: true,
  });
  expect(Math.abs(Date.parse(change.at) - before)).toBeLessThan(60_000);
  expect(change.records.map(inShort)).toEqual([
    'consultant, C1 Consultor C1, name: null → Consultor C1, email: null → c1@exemplo.pt, taxId: null → •••••789, ' +
      'internalId: null → C1, createdAt: null → 2024-01-01, startDate: null → 2025-02-01, status: null → ACTIVE',
    'period, C1 Consultor C1, parentId: null → IK0, startDate: null → 2025-02-01',
  ]);
  expect(change.records.map(({ consultantId, exists }) => [consultantId, exists])).toEqual([
    [created.id, true],
    [created.id, true],
  ]);
});

test('changing a consultant notes from what to what, and the periods that a move changes', async () => {
  await api.consultant({ internalId: 'M1' });
  const moved = await api.consultant({ internalId: 'M2' });

  expectSuccess(
    await ana.put(`/api/v1/consultants/${moved.id}`, {
      ...bodyOf(moved),
      name: 'Outro Nome',
      parentId: 'M1',
      taxId: 'XX-77777',
    }),
  );

  const change = await latest();
  expect(change.does).toBe('consultant.update');
  expect(change.records.map(inShort).toSorted()).toEqual([
    expect.stringMatching(
      /^consultant, M2 Outro Nome, name: Consultor M2 → Outro Nome, taxId: •••••.{3,4} → •••••777$/,
    ),
    'period, M2 Outro Nome, endDate: null → 2026-06-14',
    'period, M2 Outro Nome, parentId: null → M1, startDate: null → 2026-06-15',
  ]);
});

test('periods are noted: added, corrected, deleted', async () => {
  const consultant = await api.consultant({ internalId: 'P1' });
  const path = `/api/v1/consultants/${consultant.id}/history`;
  const [first] = await historyOf(api, consultant);

  expectSuccess(
    await ana.put(`${path}/${first?.id}`, { parentId: 'IK0', startDate: '2024-01-01', endDate: '2024-12-31' }),
  );
  expectSuccess(await ana.post(path, { parentId: 'IK0', startDate: '2025-06-01' }));
  const [, second] = await historyOf(api, consultant);
  expectSuccess(await ana.delete(`${path}/${second?.id}`));

  const changes = await log(`?consultantId=${consultant.id}&pageSize=3`);
  expect(changes.map(({ does, records }) => [[does], records.map(inShort)].flat())).toEqual([
    ['period.delete', 'period, P1 Consultor P1, parentId: IK0 → null, startDate: 2025-06-01 → null'],
    ['period.create', 'period, P1 Consultor P1, parentId: null → IK0, startDate: null → 2025-06-01'],
    ['period.update', 'period, P1 Consultor P1, endDate: null → 2024-12-31'],
  ]);
});

test('orders are noted: created, changed, deleted, with the consultant by its code and money as text', async () => {
  await api.consultant({ internalId: 'O1' });
  const body = { ecommerceId: 'N1', createdAt: '2026-06-01', total: '1234.50', consultant: { internalId: 'O1' } };

  const { id } = expectSuccess(await ana.post<Order>('/api/v1/orders', body));
  expectSuccess(await ana.put(`/api/v1/orders/${id}`, { ...body, consultant: null, totalPayment: '0.05' }));
  expectSuccess(await ana.delete(`/api/v1/orders/${id}`));

  const changes = await log(`?orderId=${id}`);
  expect(changes.map(({ by, does, records }) => [[by, does], records.map(inShort)].flat())).toEqual([
    [
      'Ana Silva',
      'order.delete',
      'order, N1, ecommerceId: N1 → null, createdAt: 2026-06-01 → null, total: 1234.50 → null, totalPayment: 0.05 → null',
    ],
    ['Ana Silva', 'order.update', 'order, N1, totalPayment: null → 0.05, consultant.internalId: O1 → null'],
    [
      'Ana Silva',
      'order.create',
      'order, N1, ecommerceId: null → N1, createdAt: null → 2026-06-01, total: null → 1234.50, consultant.internalId: null → O1',
    ],
  ]);
});

test('what changes nothing leaves no trace, and neither does what is refused', async () => {
  const consultant = await api.consultant({ internalId: 'N2' });
  const order = await api.order({ ecommerceId: 'N2', by: 'N2' });
  const before = await numberOfChanges();

  expectSuccess(await ana.put(`/api/v1/consultants/${consultant.id}`, bodyOf(consultant)));
  expectSuccess(await ana.put(`/api/v1/orders/${order.id}`, { ...order, version: null }));
  const refused = [
    await ana.post('/api/v1/orders', { ecommerceId: 'N2', createdAt: '2026-06-01', total: '1.00' }),
    await ana.delete(`/api/v1/consultants/${consultant.id}`),
    await ana.put(`/api/v1/consultants/${consultant.id}`, { ...bodyOf(consultant), parentId: 'N2' }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([409, 409, 400]);
  expect(await numberOfChanges()).toBe(before);
});

test('a transaction that is taken back leaves nothing', async () => {
  const order = await api.order({ ecommerceId: 'R1' });
  const before = await numberOfChanges();

  await expect(
    api.database.transaction().execute(async (db) => {
      await db.updateTable('orders').set({ total_cents: 1 }).where('id', '=', order.id).execute();
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');

  expect(await numberOfChanges()).toBe(before);
});

test('a write from outside the application is noted as nobody’s, once for its transaction', async () => {
  const order = await api.order({ ecommerceId: 'S1', total: '10.00' });

  await api.database.transaction().execute(async (db) => {
    await db.updateTable('orders').set({ total_cents: 2000 }).where('id', '=', order.id).execute();
    await db.updateTable('orders').set({ total_cents: 3000 }).where('id', '=', order.id).execute();
    await sql`insert into orders (ecommerce_id, created_at, total_cents) values ('S2', '2026-06-01', 1)`.execute(db);
    await sql`delete from orders where ecommerce_id = 'S2'`.execute(db);
  });

  const change = await latest();
  expect(change).toMatchObject({ by: null, does: 'script', recordCount: 1 });
  expect(change.records.map(inShort)).toEqual(['order, S1, total: 10.00 → 30.00']);
});

test('twenty thousand orders written by one statement are one change', async () => {
  await sql`
    insert into orders (ecommerce_id, created_at, total_cents) select 'B' || n, '2026-06-01', n from generate_series(1, 20000) n
  `.execute(api.database);

  const change = await latest();
  const last = expectSuccess(
    await ana.get<Page<ChangedRecord>>(`/api/v1/activity/${change.id}/records?pageSize=200&pageNumber=99`),
  );
  expect(change).toMatchObject({ does: 'script', recordCount: 20_000 });
  expect(change.records.map(({ name }) => name)).toEqual(['B1', 'B2', 'B3', 'B4', 'B5']);
  expect(last).toMatchObject({ totalResults: 20_000, totalPages: 100 });
  expect(last.results.at(-1)?.name).toBe('B20000');
});

test('records of no such change are a 404', async () => {
  const { status, body } = await ana.get('/api/v1/activity/999999/records');

  expect([status, body.message]).toEqual([404, 'Esta acção não existe.']);
});

test('the binding of a login is no change of the consultant, and is noted as the binding that it is', async () => {
  const consultant = await api.consultant({ internalId: 'L1', name: 'Luísa Mar' });

  const client = await api.as(consultant);
  expectSuccess(await client.get('/api/v1/whoami'));

  const [bound, created] = await log(`?consultantId=${consultant.id}`);
  expect(bound).toMatchObject({
    by: 'Luísa Mar',
    does: 'login.bind',
    about: 'L1 Luísa Mar',
    aboutId: consultant.id,
    recordCount: 0,
    canUndo: false,
  });
  expect(created?.does).toBe('consultant.create');
});

test('who views as a consultant is noted, of nobody it is a 404', async () => {
  const consultant = await api.consultant({ internalId: 'V1', name: 'Vera' });

  expect((await ana.post(`/api/v1/consultants/${consultant.id}/view`, {})).status).toBe(204);
  expect((await ana.post('/api/v1/consultants/999999/view', {})).status).toBe(404);

  const [viewed] = await log(`?consultantId=${consultant.id}`);
  expect(viewed).toMatchObject({ by: 'Ana Silva', does: 'view', about: 'V1 Vera', aboutId: consultant.id });
});

test('every export is noted with its filter in words', async () => {
  await ana.download('/api/v1/consultants/xls?status=ACTIVE&name=maria%20sequ');
  await ana.download('/api/v1/orders/xls');
  await ana.download('/api/v1/activity/xls?does=export');

  const changes = await log('?pageSize=3');
  expect(changes.map(({ by, does, about }) => [by, does, about])).toEqual([
    ['Ana Silva', 'export', 'Registo de Actividade – Acção: Exportar'],
    ['Ana Silva', 'export', 'Encomendas – tudo'],
    ['Ana Silva', 'export', 'Consultores – Nome: maria sequ, Status: Activo'],
  ]);
});

test('the log is filtered by person, action, record, day and whether it was undone, and counted', async () => {
  const bruno = api.withToken(
    await api.issuer.token({ sub: 'bruno', name: 'Bruno Pé', realm_access: { roles: ['admin'] } }),
  );
  const consultant = await api.consultant({ internalId: 'F77', name: 'Fátima Filtro' });
  const order = expectSuccess(
    await bruno.post<Order>('/api/v1/orders', {
      ecommerceId: 'FILTRO-9',
      createdAt: '2026-06-01',
      total: '1.00',
      consultant: { internalId: 'F77' },
    }),
  );
  expectSuccess(await bruno.delete(`/api/v1/orders/${order.id}`));
  expectSuccess(await bruno.delete(`/api/v1/consultants/${consultant.id}`));
  await sql`
    insert into changes (at, by_name, by_subject, does, about) values ('2020-07-01 23:30+00', 'Carla', 'carla', 'export', 'Tudo')
  `.execute(api.database);
  const does = async (query: string) => {
    const { results, totalResults } = expectSuccess(await ana.get<Page<Change>>(`/api/v1/activity?${query}`));
    expect(results.length).toBe(totalResults);
    return results.map((change) => change.does);
  };

  expect(await does('by=bruno%20pe')).toEqual(['consultant.delete', 'order.delete', 'order.create']);
  expect(await does('by=bruno&does=order.delete')).toEqual(['order.delete']);
  expect(await does('record=filtro-9')).toEqual(['order.delete', 'order.create']);
  expect(await does('record=fatima')).toEqual(['consultant.delete', 'consultant.create']);
  expect(await does('record=f77&does=consultant.create')).toEqual(['consultant.create']);
  expect(await does(`consultantId=${consultant.id}`)).toEqual(['consultant.delete', 'consultant.create']);
  expect(await does(`orderId=${order.id}`)).toEqual(['order.delete', 'order.create']);
  // Half past midnight of the next day in Lisbon.
  expect(await does('dateStart=2020-07-02&dateEnd=2020-07-02')).toEqual(['export']);
  expect(await does('dateStart=2020-07-01&dateEnd=2020-07-01')).toEqual([]);
  expect(await does('undone=true&by=bruno')).toEqual([]);
  expect((await ana.get('/api/v1/activity?dateStart=2020-07-02&dateEnd=2020-07-01')).status).toBe(400);
});

test('the log is read page by page, the latest first, and the last page like the first', async () => {
  const all = await log('?pageSize=200');

  const { totalPages, totalResults } = expectSuccess(await ana.get<Page<Change>>('/api/v1/activity?pageSize=7'));
  const pages = await Promise.all(
    Array.from({ length: totalPages }, (_, pageNumber) => log(`?pageSize=7&pageNumber=${pageNumber}`)),
  );

  expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(all.length).toBe(totalResults);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test('the spreadsheet has a line for each record, with the NIF masked', async () => {
  const consultant = await api.consultant({ internalId: 'X1', taxId: 'ES-987654' });

  const { body } = await ana.download(`/api/v1/activity/xls?consultantId=${consultant.id}`);

  const rows = readSpreadsheet(body)[0]?.rows ?? [];
  expect(rows[0]).toEqual(['Data', 'Hora', 'Quem', 'Acção', 'Sobre', 'Tipo', 'Registo', 'De → para', 'Anulada por']);
  expect(rows.slice(1).map((row) => [row[3], row[5], row[6]])).toEqual([
    ['Criar consultor', 'Consultor', 'X1 Consultor X1'],
    ['Criar consultor', 'Período', 'X1 Consultor X1'],
  ]);
  expect(JSON.stringify(rows)).toContain('NIF: – → •••••654');
  expect(JSON.stringify(rows)).not.toContain('987654');
});

test('what is noted stays: the database refuses to change or delete it', async () => {
  await api.order({ ecommerceId: 'A1' });
  const refused = [
    sql`update changes set by_name = 'Ninguém'`,
    sql`delete from changes`,
    sql`update changed_records set after = null`,
    sql`delete from changed_records`,
  ];

  for (const statement of refused) {
    await expect(statement.execute(api.database)).rejects.toThrow('the activity log is append-only');
  }
  await expect(
    api.database.transaction().execute(async (db) => {
      await sql`select begin_change('{"does": "script"}')`.execute(db);
      await sql`select set_config('rede.change', (select max(id) from changes)::text, true)`.execute(db);
      await sql`update changed_records set after = null`.execute(db);
    }),
  ).rejects.toThrow('the activity log is append-only');
});

test('who is no administrator does not read the log', async () => {
  const client = await api.as(await api.consultant({ internalId: 'W1' }));

  expect((await client.get('/api/v1/activity')).status).toBe(403);
});

test('what is derived from the log is right', async () => {
  expect(await differencesIn(api)).toEqual([]);
});

function aConsultant(code: string) {
  return {
    name: `Consultor ${code}`,
    email: `${code.toLowerCase()}@exemplo.pt`,
    taxId: `PT-${code}`,
    internalId: code,
    parentId: 'IK0',
    createdAt: '2024-01-01',
    status: 'ACTIVE',
  };
}
