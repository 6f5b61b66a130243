import type { SearchResults } from '@rede/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, expectSuccess, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('people are found by every word of the name in any order, without regard to case or accents', async () => {
  await api.consultant({ internalId: 'S1', name: 'Maria Anjos Sequeira', email: 'm.sequeira@exemplo.pt' });
  await api.consultant({ internalId: 'S2', name: 'Ana Maria Sêco', email: 'ana.seco@exemplo.pt' });
  await api.consultant({ internalId: 'S3', name: 'Sequeira da Maia', email: 's.maia@exemplo.pt' });

  expect(await codes('maria sequ')).toEqual(['S1']);
  expect(await codes('SEQUEIRA maría')).toEqual(['S1']);
  expect(await codes('seco  ana')).toEqual(['S2']);
  expect(await codes('maria')).toEqual(['S1', 'S2']);
  expect(await codes('sequeira')).toEqual(['S3', 'S1']);
  expect(await codes('maria maia')).toEqual([]);
});

test('an exact code, email or NIF comes first, then names, codes and emails that begin with the text, then the others', async () => {
  await api.consultant({ internalId: 'RUI', name: 'Xavier Um', email: 'x1@exemplo.pt' });
  await api.consultant({ internalId: 'RUI7', name: 'Xavier Dois', email: 'x2@exemplo.pt' });
  await api.consultant({ internalId: 'S10', name: 'Rui Tavares', email: 'x3@exemplo.pt' });
  await api.consultant({ internalId: 'S11', name: 'Xavier Três', email: 'rui@exemplo.pt' });
  await api.consultant({ internalId: 'S12', name: 'Ana Rui', email: 'x4@exemplo.pt' });
  await api.consultant({ internalId: 'S13', name: 'Xavier Quatro', email: 'eu.rui@exemplo.pt' });

  expect(await codes('rui')).toEqual(['RUI', 'S10', 'RUI7', 'S11', 'S12', 'S13']);
  expect(await codes('RUI@exemplo.pt')).toEqual(['S11', 'S13']);
  expect(await codes('xavier eu.rui')).toEqual(['S13']);
});

test('a NIF is found by its first three digits or more, however it is spaced', async () => {
  await api.consultant({ internalId: 'N1', name: 'Com um NIF', taxId: '987 654 322' });
  await api.consultant({ internalId: 'N2', name: 'Com outro NIF', taxId: '987 123 009' });

  expect(await codes('987654322')).toEqual(['N1']);
  expect(await codes('987 654 322')).toEqual(['N1']);
  expect(await codes('987')).toEqual(['N2', 'N1']);
  expect(await codes('98')).toEqual([]);
  expect(await codes('654322')).toEqual([]);
});

test('orders are found by number: the number itself, those that begin with it, those that have it within', async () => {
  await api.consultant({ internalId: 'O1', name: 'Quem encomendou' });
  await api.order({ ecommerceId: '4470' });
  await api.order({ ecommerceId: 'WEB-447', total: '12.50', createdAt: '2026-05-04', by: 'O1' });
  await api.order({ ecommerceId: '447', createdAt: '2026-06-01' });
  const { orders } = await found('447');

  expect(orders.map(({ ecommerceId }) => ecommerceId)).toEqual(['447', '4470', 'WEB-447']);
  expect(orders[2]).toEqual({
    id: orders[2]?.id,
    ecommerceId: 'WEB-447',
    createdAt: '2026-05-04',
    total: '12.50',
    consultantName: 'Quem encomendou',
  });
  expect(orders[0]?.consultantName).toBeNull();
  expect((await found('web-4')).orders.map(({ ecommerceId }) => ecommerceId)).toEqual(['WEB-447']);
  expect((await found('4')).orders.map(({ ecommerceId }) => ecommerceId)).toEqual(['447', '4470']);
});

test('files are found by words of their name, the latest first', async () => {
  await keptFile('Encomendas Março.csv', '2026-03-31T10:00:00Z');
  await keptFile('encomendas de abril.csv', '2026-04-30T10:00:00Z');

  const { imports } = await found('encomendas csv');
  expect(imports.map(({ fileName }) => fileName)).toEqual(['encomendas de abril.csv', 'Encomendas Março.csv']);
  expect(imports[1]).toMatchObject({ loadedAt: '2026-03-31T10:00:00.000Z' });
  expect((await found('marco')).imports.map(({ fileName }) => fileName)).toEqual(['Encomendas Março.csv']);
});

test('% and _ are plain characters', async () => {
  await api.consultant({ internalId: 'P%_1', name: 'Percentagem', email: 'p1@exemplo.pt' });
  await api.order({ ecommerceId: '50%_OFF' });

  expect(await codes('%_1')).toEqual([]);
  expect(await codes('p%_1')).toEqual(['P%_1']);
  expect(await codes('p__1')).toEqual([]);
  expect((await found('50%_')).orders).toHaveLength(1);
  expect((await found('50__')).orders).toHaveLength(0);
  expect(await found('%')).toEqual({ consultants: [], orders: [], imports: [] });
});

test('of each kind there are six at most, and nobody twice', async () => {
  for (let index = 0; index < 9; index += 1) {
    await api.consultant({ internalId: `MIL${index}`, name: `Mil Milhas ${index}`, email: `mil${index}@exemplo.pt` });
    await api.order({ ecommerceId: `MIL-${index}` });
  }

  expect(await codes('mil')).toEqual(['MIL0', 'MIL1', 'MIL2', 'MIL3', 'MIL4', 'MIL5']);
  expect((await found('mil')).orders).toHaveLength(6);
  expect(await codes('mil0')).toEqual(['MIL0']);
});

test('a text of one letter or of two hundred is answered, a longer one or none is refused', async () => {
  await api.consultant({ internalId: 'L1', name: 'Zulmira Longa' });

  expect(await codes('z')).toContain('L1');
  expect(await codes('zulmira '.repeat(25))).toEqual(['L1']);
  expect(await found('x'.repeat(200))).toEqual({ consultants: [], orders: [], imports: [] });
  expect((await api.admin.get(`/api/v1/search?text=${'x'.repeat(201)}`)).status).toBe(400);
  expect((await api.admin.get('/api/v1/search?text=%20')).status).toBe(400);
});

async function found(text: string): Promise<SearchResults> {
  return expectSuccess(await api.admin.get<SearchResults>(`/api/v1/search?${new URLSearchParams({ text })}`));
}

async function codes(text: string): Promise<string[]> {
  return (await found(text)).consultants.map(({ internalId }) => internalId);
}

async function keptFile(name: string, loadedAt: string): Promise<void> {
  await sql`
    insert into order_imports (
      file_name, file_size, sha256, update_existing, loaded_at, loaded_by, loaded_by_subject,
      successful, updated, failed, malformed, failed_lines, recognised, first_order_id, last_order_id
    )
    values (${name}, 1, '\\x00', false, ${loadedAt}, 'Ana', 'ana', 1, 0, 0, 0, '[]', '{}', 1, 1)
  `.execute(api.database);
}
