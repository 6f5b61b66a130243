import type { StrayOrder } from '@rede/contract/attention';
import type { Consultant } from '@rede/contract/consultants';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, expectSuccess, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({
    today: '2026-06-15',
    settings: { KEYCLOAK_PROVISIONING_CLIENT_ID: 'rede-provisioning', KEYCLOAK_PROVISIONING_SECRET: 'segredo' },
  });
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_corrections, upline_periods, consultants, logins cascade`.execute(
    api.database,
  );
});
afterAll(() => api.stop());

interface Some<Row> {
  total: number;
  rows: Row[];
}

test('where nothing asks for attention, every question is answered so', async () => {
  const nothing = { total: 0, rows: [] };
  const none = { orders: 0, totalOrdersValue: '0.00' };

  expect(await asked('stray-orders')).toEqual(nothing);
  expect(await asked('refused-lines')).toEqual(nothing);
  expect(await asked('without-upline')).toEqual(nothing);
  expect(await asked('failed-invitations')).toEqual(nothing);
  expect(await asked('duplicates')).toEqual(nothing);
  expect(await asked('debts')).toEqual({ ...nothing, totalPendingValue: '0.00' });
  expect(await asked('today')).toEqual({
    loaded: nothing,
    sales: { day: '2026-06-15', ...none },
    lastWeek: { day: '2026-06-08', ...none },
  });
});

test('orders of nobody are shown, the most recent first, five of all', async () => {
  await api.consultant({ internalId: 'A1' });
  await api.order({ ecommerceId: 'S-0', by: 'A1' });
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await api.order({ ecommerceId: `S-${day}`, createdAt: `2026-06-0${day}` });

  const { total, rows } = await asked<Some<StrayOrder>>('stray-orders');

  expect(total).toBe(7);
  expect(rows.map(({ ecommerceId }) => ecommerceId)).toEqual(['S-7', 'S-6', 'S-5', 'S-4', 'S-3']);
  expect(rows[0]).toEqual({
    id: rows[0]?.id,
    ecommerceId: 'S-7',
    createdAt: '2026-06-07',
    total: '100.00',
    couponCode: null,
    version: 1,
    proposal: null,
  });
});

test('an order is proposed to whose code its coupon is, to who alone had the coupon in a year, and to whose email it has', async () => {
  const ana = await api.consultant({ internalId: 'ANA', email: 'ana.silva@exemplo.pt' });
  const rui = await api.consultant({ internalId: 'R1' });
  await api.order({ ecommerceId: 'H-1', couponCode: 'Do-Rui', by: 'R1', createdAt: '2026-01-01' });
  await api.order({ ecommerceId: 'H-2', couponCode: 'DO-RUI', by: 'R1', createdAt: '2026-02-01' });
  await api.order({ ecommerceId: 'H-3', couponCode: 'do-rui', by: 'ANA', createdAt: '2025-06-14' });
  await api.order({ ecommerceId: 'H-4', couponCode: 'TODOS', by: 'R1' });
  await api.order({ ecommerceId: 'H-5', couponCode: 'TODOS', by: 'ANA' });
  await api.order({ ecommerceId: 'H-6', couponCode: 'ANTIGO', by: 'R1', createdAt: '2025-06-01' });
  const stray = async (number: string, couponCode?: string) =>
    api.order({ ecommerceId: number, createdAt: '2026-06-10', ...(couponCode ? { couponCode } : {}) });
  await stray('S-1', 'ana');
  await stray('S-2', 'do-rui');
  await stray('S-3', 'TODOS');
  await stray('S-4 (Ana.Silva@exemplo.pt)');
  await stray('S-5', 'ANTIGO');

  const { rows } = await asked<Some<StrayOrder>>('stray-orders');

  const of = ({ id, internalId, name }: Consultant, reason: string) => ({ id, internalId, name, reason });
  expect(rows.map(({ ecommerceId, proposal }) => [ecommerceId, proposal])).toEqual([
    ['S-5', null],
    ['S-4 (Ana.Silva@exemplo.pt)', of(ana, 'email')],
    ['S-3', null],
    ['S-2', of(rui, 'coupon')],
    ['S-1', of(ana, 'coupon')],
  ]);
});

test('files with refused lines are shown, those that were undone are not', async () => {
  await kept({ name: 'boa.csv', loadedAt: '2026-06-01T10:00:00Z' });
  await kept({ name: 'falhada.csv', loadedAt: '2026-06-02T10:00:00Z', failed: 2 });
  await kept({ name: 'estragada.csv', loadedAt: '2026-06-03T10:00:00Z', malformed: 1 });
  await kept({ name: 'anulada.csv', loadedAt: '2026-06-04T10:00:00Z', failed: 1, undone: true });

  const { total, rows } = await asked<Some<KeptImport>>('refused-lines');

  expect(total).toBe(2);
  expect(rows.map(({ fileName, total, failed }) => [fileName, total, failed])).toEqual([
    ['estragada.csv', 11, 0],
    ['falhada.csv', 12, 2],
  ]);
  expect(rows[1]).toMatchObject({ loadedAt: '2026-06-02T10:00:00.000Z', loadedBy: 'Ana', undoneAt: null });
});

test('a file is shown until all of its refused lines are corrected', async () => {
  const content = 'ecommerceId,createdAt,total\nL-1,2026-06-01,1.00\nL-2,2026-06-01,\nL-3,2026-06-01,';
  const { id } = expectSuccess(await api.admin.upload<ImportResult>(content));
  const correct = async (lineNumber: number, ecommerceId: string) =>
    expectSuccess(
      await api.admin.post(`/api/v1/orders/imports/${id}/lines`, {
        lines: [{ lineNumber, values: { ecommerceId, createdAt: '2026-06-01', total: '2.00' } }],
      }),
    );

  await correct(3, 'L-2');
  const halfway = await asked<Some<KeptImport>>('refused-lines');
  await correct(4, 'L-3');

  expect(halfway.rows.map(({ id, failed, corrected }) => [id, failed, corrected])).toEqual([[id, 2, 1]]);
  expect(await asked('refused-lines')).toEqual({ total: 0, rows: [] });
});

test('active consultants whom nobody, not even the company, is above today', async () => {
  await api.consultant({ internalId: 'W0' });
  await consultantWith(api, { internalId: 'W1', createdAt: '2024-01-02' }, []);
  await consultantWith(api, { internalId: 'W2', createdAt: '2024-01-03' }, [['W0', '2026-01-01', '2026-06-14']]);
  await consultantWith(api, { internalId: 'W3', createdAt: '2024-01-04' }, [['W0', '2026-06-16', null]]);
  await consultantWith(api, { internalId: 'W4' }, [['W0', '2026-01-01', '2026-06-15']]);
  await consultantWith(api, { internalId: 'W5' }, [
    ['W0', '2026-01-01', '2026-01-31'],
    ['IK0', '2026-02-01', null],
  ]);
  await consultantWith(api, { internalId: 'W6', status: 'INACTIVE' }, []);

  const { total, rows } = await asked<Some<Consultant>>('without-upline');

  expect(total).toBe(3);
  expect(rows.map(({ internalId }) => internalId)).toEqual(['W3', 'W2', 'W1']);
});

test('what is remembered of a question is forgotten with the next write', async () => {
  const { id } = await consultantWith(api, { internalId: 'W1' }, []);
  expect((await asked<Some<Consultant>>('without-upline')).total).toBe(1);

  await api.admin.post(`/api/v1/consultants/${id}/history`, { parentId: 'IK0', startDate: '2026-06-01' });

  expect((await asked<Some<Consultant>>('without-upline')).total).toBe(0);
});

test('invitations that failed and are still to succeed are shown with why', async () => {
  const failing = await api.consultant({ internalId: 'F1' });
  const done = await api.consultant({ internalId: 'F2' });
  await api.consultant({ internalId: 'F3' });
  await sql`
    update logins set failure = 'O email foi recusado', attempts = 3, settled = case consultant_id when ${done.id} then revision else 0 end
    where consultant_id in (${failing.id}, ${done.id})
  `.execute(api.database);

  expect(await asked('failed-invitations')).toEqual({
    total: 1,
    rows: [{ id: failing.id, internalId: 'F1', name: failing.name, failure: 'O email foi recusado' }],
  });
});

test('consultants with one name, or at one domain of their own, are shown together; what many have in common is not', async () => {
  const domain = (name: string) => ({ email: name });
  const one = await api.consultant({ internalId: 'D1', name: 'João Ávila', ...domain('a@comum.pt') });
  const other = await api.consultant({ internalId: 'D2', name: 'joao avila', ...domain('b@comum.pt') });
  const shop = await api.consultant({ internalId: 'D3', name: 'Loja', ...domain('geral@loja.pt') });
  const shopkeeper = await api.consultant({ internalId: 'D4', name: 'Dona da Loja', ...domain('DONA@Loja.pt') });
  for (const index of [1, 2, 3, 4, 5, 6]) {
    await api.consultant({ internalId: `D1${index}`, name: 'Maria Silva', email: `m${index}@comum.pt` });
  }

  const person = ({ id, internalId, name }: Consultant) => ({ id, internalId, name });
  expect(await asked('duplicates')).toEqual({
    total: 2,
    rows: [
      { reason: 'domain', value: 'loja.pt', consultants: [person(shop), person(shopkeeper)] },
      { reason: 'name', value: 'joao avila', consultants: [person(one), person(other)] },
    ],
  });
});

test('who owes most of their own orders comes first, with the sum of all', async () => {
  const codes = ['B1', 'B2', 'B3', 'B4', 'B5', 'B6'];
  for (const internalId of codes) await api.consultant({ internalId });
  for (const [index, by] of codes.entries()) {
    await api.order({ ecommerceId: `${by}-1`, by, total: `${index + 1}0.05`, createdAt: '2026-05-01' });
  }
  await api.order({ ecommerceId: 'B1-2', by: 'B1', total: '100.00', totalPayment: '30.01', createdAt: '2024-02-29' });
  await api.order({ ecommerceId: 'B1-3', by: 'B1', total: '500.00', paidAt: '2026-06-02' });
  await api.order({ ecommerceId: 'B-0', total: '1000.00' });

  const { total, totalPendingValue, rows } = await asked<
    Some<Consultant & { orders: number; oldestAt: string; totalPendingValue: string }> & { totalPendingValue: string }
  >('debts');

  expect([total, totalPendingValue]).toEqual([6, '280.29']);
  expect(rows.map((row) => [row.internalId, row.totalPendingValue, row.orders, row.oldestAt])).toEqual([
    ['B1', '80.04', 2, '2024-02-29'],
    ['B6', '60.05', 1, '2026-05-01'],
    ['B5', '50.05', 1, '2026-05-01'],
    ['B4', '40.05', 1, '2026-05-01'],
    ['B3', '30.05', 1, '2026-05-01'],
  ]);
});

test('today has the files loaded in its hours in Lisbon, and its sales beside those of a week ago', async () => {
  await kept({ name: 'ontem.csv', loadedAt: '2026-06-14T22:59:59Z' });
  await kept({ name: 'cedo.csv', loadedAt: '2026-06-14T23:00:00Z' });
  await kept({ name: 'tarde.csv', loadedAt: '2026-06-15T22:59:59Z' });
  await kept({ name: 'amanhã.csv', loadedAt: '2026-06-15T23:00:00Z' });
  await kept({ name: 'anulada.csv', loadedAt: '2026-06-15T12:00:00Z', undone: true });
  await api.order({ ecommerceId: 'T-1', createdAt: '2026-06-15', total: '10.10' });
  await api.order({ ecommerceId: 'T-2', createdAt: '2026-06-15', total: '20.20' });
  await api.order({ ecommerceId: 'T-3', createdAt: '2026-06-08', total: '5.00' });
  await api.order({ ecommerceId: 'T-4', createdAt: '2026-06-14', total: '7.00' });

  const { loaded, ...sales } = await asked<{ loaded: Some<KeptImport> }>('today');

  expect(loaded.total).toBe(2);
  expect(loaded.rows.map(({ fileName }) => fileName)).toEqual(['tarde.csv', 'cedo.csv']);
  expect(sales).toEqual({
    sales: { day: '2026-06-15', orders: 2, totalOrdersValue: '30.30' },
    lastWeek: { day: '2026-06-08', orders: 1, totalOrdersValue: '5.00' },
  });
});

async function asked<Answer = unknown>(about: string): Promise<Answer> {
  return expectSuccess(await api.admin.get<Answer>(`/api/v1/attention/${about}`));
}

async function kept({ name, loadedAt, failed = 0, malformed = 0, undone = false }: Kept): Promise<void> {
  await sql`
    insert into order_imports (
      file_name, file_size, sha256, update_existing, loaded_at, loaded_by, loaded_by_subject,
      successful, updated, failed, malformed, failed_lines, recognised, first_order_id, last_order_id,
      undone_at, undone_by, undone_by_subject
    )
    values (
      ${name}, 1, '\\x00', false, ${loadedAt}, 'Ana', 'ana', 10, 0, ${failed}, ${malformed}, '[]', '{}', 1, 1,
      ${undone ? loadedAt : null}, ${undone ? 'Ana' : null}, ${undone ? 'ana' : null}
    )
  `.execute(api.database);
}

interface Kept {
  name: string;
  loadedAt: string;
  failed?: number;
  malformed?: number;
  undone?: boolean;
}
