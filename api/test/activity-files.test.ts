import type { Change } from '@rede/contract/activity';
import type { Order } from '@rede/contract/orders';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, type Client, expectSuccess, startApi } from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,total,totalPayment';

async function load(lines: string[], query = ''): Promise<ImportResult> {
  return expectSuccess(await ana.upload<ImportResult>([header, ...lines].join('\n'), 'loja.csv', query));
}

async function log(query: string): Promise<Change[]> {
  return expectSuccess(await ana.get<Page<Change>>(`/api/v1/activity${query}`)).results;
}

async function numbered(number: string): Promise<Order | undefined> {
  return expectSuccess(await ana.get<Page<Order>>(`/api/v1/orders?ecommerceId=${number}`)).results[0];
}

test('a load is noted with its file and not order by order, but for the orders that it updates', async () => {
  await api.order({ ecommerceId: 'A1', total: '10.00' });

  const { id } = await load(['A1,2026-06-01,10.00,4.00', 'A2,2026-06-01,5.00,'], '?updateExisting=true');

  const [change, ...others] = await log(`?importId=${id}`);
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    by: 'Ana Silva',
    does: 'file.load',
    about: 'loja.csv',
    aboutId: id,
    recordCount: 1,
    canUndo: false,
    records: [{ kind: 'order', name: 'A1', fields: [{ field: 'totalPayment', before: null, after: '4.00' }] }],
  });
  expect((await numbered('A2'))?.importId).toBe(id);
  expect(await log(`?orderId=${(await numbered('A2'))?.id}`)).toEqual([]);
});

test('a load that is only tried leaves no trace', async () => {
  const before = await log('?pageSize=1');

  await load(['B1,2026-06-01,10.00,'], '?dryRun=true');

  expect(await log('?pageSize=1')).toEqual(before);
});

test('a load is noted, and undone, as one change, however large', async () => {
  const lines = Array.from({ length: 21_000 }, (_, line) => `C${line},2026-06-01,1.00,`);

  const { id } = await load(lines);
  expectSuccess(await ana.post<KeptImport>(`/api/v1/orders/imports/${id}/undo`, {}));

  const changes = await log(`?importId=${id}`);
  expect(changes.map(({ does, recordCount, canUndo }) => ({ does, recordCount, canUndo }))).toEqual([
    { does: 'file.undo', recordCount: 0, canUndo: false },
    { does: 'file.load', recordCount: 0, canUndo: false },
  ]);
});

test('undoing a load says which load it undid, and notes the payments that it put back', async () => {
  await api.order({ ecommerceId: 'D1', total: '10.00' });
  const { id } = await load(['D1,2026-06-01,10.00,4.00', 'D2,2026-06-01,5.00,'], '?updateExisting=true');

  expectSuccess(await ana.post<KeptImport>(`/api/v1/orders/imports/${id}/undo`, {}));

  const [undone, loaded] = await log(`?importId=${id}`);
  expect(undone).toMatchObject({
    does: 'file.undo',
    about: 'loja.csv',
    undoes: loaded?.id,
    recordCount: 1,
    records: [{ name: 'D1', fields: [{ field: 'totalPayment', before: '4.00', after: null }] }],
  });
  expect(loaded?.undoneBy).toEqual({ id: undone?.id, at: undone?.at, by: 'Ana Silva' });
});

test('a load is not undone from the log, and says where it is', async () => {
  const { id } = await load(['E1,2026-06-01,10.00,']);
  const [change] = await log(`?importId=${id}`);

  const { status, body } = await ana.post(`/api/v1/activity/${change?.id}/undo`, {});

  expect([status, body.message]).toEqual([409, 'O que um ficheiro carregou anula-se na página do carregamento.']);
});

test('an order of a file that is deleted and restored is the file’s again, which can then be undone', async () => {
  const { id } = await load(['F1,2026-06-01,10.00,', 'F2,2026-06-01,10.00,']);
  const order = await numbered('F1');
  expectSuccess(await ana.delete(`/api/v1/orders/${order?.id}`));

  expectSuccess(await ana.post(`/api/v1/activity/order/${order?.id}/restore`, {}));

  expect(await numbered('F1')).toEqual(order);
  expect((await log(`?orderId=${order?.id}`)).map(({ does }) => does)).toEqual(['undo', 'order.delete']);
  expectSuccess(await ana.post(`/api/v1/orders/imports/${id}/undo`, {}));
  expect(await numbered('F2')).toBe(undefined);
});

test('after all of it what is derived is right', async () => {
  expect(await differencesIn(api)).toEqual([]);
});
