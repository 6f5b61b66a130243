import { readdir, readFile } from 'node:fs/promises';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates`.execute(api.database);
});
afterAll(() => api.stop());

const files = new URL('files/', import.meta.url);

/** Everything that a load could have changed. */
async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select jsonb_agg(orders order by id) from orders) as orders,
      (select jsonb_agg(order_imports) from order_imports) as imports,
      (select jsonb_agg(order_import_updates) from order_import_updates) as updates
  `.execute(api.database);
  return rows;
}

async function load(content: string | Uint8Array<ArrayBuffer>, query: string): Promise<ImportResult> {
  const { status, body } = await api.admin.upload<ImportResult>(content, 'encomendas.csv', query);
  expect(status).toBe(200);
  return body;
}

test.each(await readdir(files))('trying %s answers what loading it then does, and changes nothing', async (name) => {
  const content = new Uint8Array(await readFile(new URL(name, files)));
  const before = await everything();

  const tried = await load(content, '?dryRun=true');
  const after = await everything();
  const loaded = await load(content, '');

  expect(tried.id).toBeNull();
  expect({ ...loaded, id: null }).toEqual(tried);
  expect(after).toEqual(before);
});

test('trying a file with everything in it, over orders that are there, is right about each record', async () => {
  await api.order({ ecommerceId: '1', createdAt: '2026-03-01', total: '10.00' });
  await api.order({ ecommerceId: '2', createdAt: '2026-03-01', total: '10.00' });
  const content = [
    'ecommerceId;createdAt;paidAt;total;internalId',
    '1;01/03/2026;05/03/2026;10,00;',
    '2;01/03/2026;;10,00;',
    '3;13/03/2026;;10,00;IK100',
    '3;13/03/2026;;10,00;',
    '4;13/03/2026;;10,00;IK999',
    '5;13/03/2026;;1.000;',
    '6;13/03/2026;10,00;',
    '7;"13/03/2026;;10,00;',
  ].join('\n');
  const before = await everything();

  const tried = await load(content, '?dryRun=true&updateExisting=true');
  const after = await everything();
  const loaded = await load(content, '?dryRun=false&updateExisting=true');

  expect(tried).toMatchObject({ total: 8, successful: 2, updated: 1, failed: 3, malformed: 2, sameFile: null });
  expect({ ...loaded, id: null }).toEqual(tried);
  expect(after).toEqual(before);
});

test('trying a file that cannot be read is refused as loading it is', async () => {
  const content = 'ecommerceId,createdAt,total\n1,03/04/2026,1\n';

  const tried = await api.admin.upload(content, 'encomendas.csv', '?dryRun=true');
  const loaded = await api.admin.upload(content);

  expect(tried.status).toBe(400);
  expect([tried.status, tried.body]).toEqual([loaded.status, loaded.body]);
});

test('a file that was loaded is recognised when it is tried, and trying is not loading', async () => {
  const content = 'ecommerceId,createdAt,total\n1,2026-03-04,1\n';
  await load(content, '?dryRun=true');
  const { id } = await load(content, '');

  const tried = await load(content, '?dryRun=true');
  const { body } = await api.admin.get<Page<KeptImport>>('/api/v1/orders/imports');

  expect(tried.sameFile).toMatchObject({ id });
  expect(body.results.map((kept) => kept.id)).toEqual([id]);
});

test.each(['?dryRun=sim', '?dryRun=1', '?updateExisting=yes', '?progressKey=1', '?surprise=true'])(
  'a query that is not understood is refused, not passed over: %s',
  async (query) => {
    const { status } = await api.admin.upload('ecommerceId,createdAt,total\n1,2026-03-04,1\n', 'a.csv', query);

    expect(status).toBe(400);
    expect(await everything()).toEqual([{ orders: null, imports: null, updates: null }]);
  },
);
