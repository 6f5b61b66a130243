import type { ImportResult, KeptImport, KeptImportInFull } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, startApi } from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates`.execute(api.database);
});
afterAll(() => api.stop());

const header = 'ecommerceId,createdAt,total';

async function load(content: string, fileName?: string): Promise<ImportResult> {
  const { status, body } = await ana.upload<ImportResult>(content, fileName);
  expect(status).toBe(200);
  return body;
}

async function kept(query = ''): Promise<Page<KeptImport>> {
  const { status, body } = await api.admin.get<Page<KeptImport>>(`/api/v1/orders/imports${query}`);
  expect(status).toBe(200);
  return body;
}

test('a load is kept: who, when, which file, and what became of it', async () => {
  const begun = Date.now();
  const { id } = await load(`${header}\n1,2026-03-06,1.00\n2,ontem,2.00\n3,2026-03-06\n`, 'encomendas março.csv');

  const { results, totalResults } = await kept();

  expect(totalResults).toBe(1);
  expect(results).toEqual([
    {
      id,
      fileName: 'encomendas março.csv',
      loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      loadedBy: 'Ana Silva',
      total: 3,
      successful: 1,
      updated: 0,
      failed: 1,
      malformed: 1,
      undoneAt: null,
      undoneBy: null,
      corrected: 0,
    },
  ]);
  expect(Date.parse(results[0]?.loadedAt ?? '')).toBeGreaterThanOrEqual(begun - 1000);
  expect(Date.parse(results[0]?.loadedAt ?? '')).toBeLessThanOrEqual(Date.now() + 1000);
});

test('a kept load tells all that its answer told', async () => {
  const { id, sameFile, ...told } = await load(
    `Número de encomenda;Data de Encomenda;Valor da Encomenda\n1;2026-03-06;"um\n€ 😀"\n2;2026-03-06\n`,
  );

  const { body } = await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${id}`);

  expect(sameFile).toBeNull();
  expect(body).toMatchObject(told);
  expect(body.failedLines).toEqual([
    {
      lineNumber: 2,
      lines: 2,
      error: 'Valor da Encomenda: "um € 😀" não é um valor em euros',
      field: 'total',
      values: { ecommerceId: '1', createdAt: '2026-03-06', total: 'um\n€ 😀' },
    },
    { lineNumber: 4, lines: 1, error: 'Número de campos errado: 2 em vez de 3', field: null, values: {} },
  ]);
});

test('ten thousand failed lines are kept and the others counted', async () => {
  const { id } = await load(`${header}\n${'1,ontem,1\n'.repeat(10_500)}`);

  const { body } = await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${id}`);

  expect(body.failedLines).toHaveLength(10_000);
  expect(body).toMatchObject({ failed: 10_500, failedLinesOmitted: 500 });
});

test('a value is cut between characters, and what is told of it is kept', async () => {
  const { id, failedLines } = await load(`${header}\n1,2026-03-06,${'x'.repeat(59)}😀😀\n`);

  const { body } = await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${id}`);

  expect(failedLines[0]?.error).toBe(`total: "${'x'.repeat(59)}…" não é um valor em euros`);
  expect(body.failedLines).toEqual(failedLines);
});

test('loads are listed from the latest to the first, page by page', async () => {
  for (const number of [1, 2, 3]) await load(`${header}\n${number},2026-03-06,1.00\n`, `${number}.csv`);

  const first = await kept('?pageSize=2');
  const second = await kept('?pageSize=2&pageNumber=1');
  const beyond = await kept('?pageSize=2&pageNumber=9');

  expect(first.results.map(({ fileName }) => fileName)).toEqual(['3.csv', '2.csv']);
  expect(second).toMatchObject({ results: [{ fileName: '1.csv' }], totalPages: 2, pageNumber: 1, totalResults: 3 });
  expect(beyond).toMatchObject({ results: [], totalPages: 2 });
});

test('what was refused whole is not kept', async () => {
  const { status } = await ana.upload(`${header}\n1,03/04/2026,1.00\n`);

  expect(status).toBe(400);
  expect((await kept()).results).toEqual([]);
});

test('kept loads are there after the server starts again', async () => {
  const first = await startApi();
  const { body: loaded } = await first.admin.upload<ImportResult>(`${header}\n1,2026-03-06,1.00\n`);
  const before = await first.admin.get(`/api/v1/orders/imports/${loaded.id}`);
  const again = await startApi({ databaseUrl: first.database.pool.options.connectionString ?? '' });

  const after = await again.admin.get(`/api/v1/orders/imports/${loaded.id}`);
  const { body: repeated } = await again.admin.upload<ImportResult>(`${header}\n1,2026-03-06,1.00\n`);
  await again.stop();
  await first.stop();

  expect(after.body).toEqual(before.body);
  expect(repeated.sameFile?.id).toBe(loaded.id);
});

test('the same file is recognised by its bytes, whatever it is called, and its latest load is told', async () => {
  const content = `${header}\n1,2026-03-06,1.00\n`;
  const first = await load(content, 'a.csv');
  const second = await load(content, 'b.csv');
  const third = await load(content, 'a.csv');
  const other = await load(`${content} `, 'a.csv');

  const { body } = await api.admin.get<KeptImportInFull>(`/api/v1/orders/imports/${second.id}`);
  expect(first.sameFile).toBeNull();
  expect(second.sameFile).toMatchObject({ id: first.id, loadedBy: 'Ana Silva' });
  expect(third.sameFile).toEqual({ id: second.id, loadedAt: body.loadedAt, loadedBy: 'Ana Silva' });
  expect(other.sameFile).toBeNull();
});

test.each([
  ['  encomendas.csv ', 'encomendas.csv'],
  [String.raw`C:\Utilizadores\ana\encomendas.csv`, 'encomendas.csv'],
  ['../../etc/encomendas.csv', 'encomendas.csv'],
  ['enco\u0000men\u007fdas\u202e.csv', 'encomendas.csv'],
  ['x'.repeat(5000), 'x'.repeat(200)],
  ['pasta/', 'ficheiro sem nome'],
])('of a file’s name only what shows, and no folder, is kept: %j', async (name, shown) => {
  await load(`${header}\n`, name);

  expect((await kept()).results.map(({ fileName }) => fileName)).toEqual([shown]);
});

test('a file without a name is taken too', async () => {
  const { status } = await ana.request('POST', '/api/v1/orders/csv', {
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: `--part\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n${header}\n\r\n--part--\r\n`,
  });

  expect(status).toBe(200);
  expect((await kept()).results.map(({ fileName }) => fileName)).toEqual(['ficheiro sem nome']);
});

test('who has no name is told by email, else by what the login knows them as', async () => {
  const admin = { realm_access: { roles: ['admin'] } };
  const rui = api.withToken(await api.issuer.token({ ...admin, sub: 'rui', email: 'rui@exemplo.pt' }));
  const eva = api.withToken(await api.issuer.token({ ...admin, sub: 'eva' }));
  await rui.upload(`${header}\n`);
  await eva.upload(`${header}\n`);

  const { results } = await kept();

  expect(results.map(({ loadedBy }) => loadedBy)).toEqual(['eva', 'rui@exemplo.pt']);
});

test.each([
  ['GET', '/api/v1/orders/imports/999999'],
  ['GET', '/api/v1/orders/imports/9007199254740991'],
  ['POST', '/api/v1/orders/imports/9007199254740991/undo'],
])('a load that is not there is not found: %s %s', async (method, path) => {
  const { status, body } = await api.admin.request(method, path);

  expect([status, body.message]).toEqual([404, 'Este carregamento não existe.']);
});

test.each([
  ['rede', 'ecommerceId,createdAt,total\n', ','],
  [null, 'ID;Date;Total\n1;2026-03-06;1\n', ';'],
  ['prestashop', 'ID\tReference\tDate\tTotal\n', '\t'],
  ['woocommerce', 'order_id|order_date|order_total\n', '|'],
])('what the file was taken for is told: %s', async (shop, content, separator) => {
  const { recognised } = await load(content);

  expect(recognised).toMatchObject({ shop, separator, encoding: 'utf-8' });
});

test.each([
  ['windows-1252', Buffer.from(`${header},Cupão\n1,2026-03-06,1.00,€\n`.replace('€', '\u0080'), 'latin1')],
  ['utf-8', Buffer.from(`\ufeff${header}\n`)],
  ['utf-16le', Buffer.from(`\ufeff${header}\n`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${header}\n`, 'utf16le').swap16()],
  [
    'windows-1252',
    Buffer.from(`${header},Notas\n${'1,2026-03-06,1.00,\n'.repeat(20_000)}2,2026-03-06,1,\u00e3\n`, 'latin1'),
  ],
])('its encoding is told, though it shows at its end only: %s', async (encoding, content) => {
  const { body } = await ana.upload<ImportResult>(new Uint8Array(content));

  expect(body.recognised.encoding).toBe(encoding);
});

test('the columns that are read are told in the file’s order, with its titles, and those that are not are left out', async () => {
  const { recognised } = await load(
    'Cancelled at,Total,Notes,Name,Created at,Outstanding Balance,Financial Status, Paid at ,Currency\n',
  );

  expect(recognised.columns).toEqual([
    { field: 'total', title: 'Total' },
    { field: 'ecommerceId', title: 'Name' },
    { field: 'createdAt', title: 'Created at' },
    { field: 'totalPayment', title: 'Outstanding Balance' },
    { field: 'totalPayment', title: 'Financial Status' },
    { field: 'paidAt', title: 'Paid at' },
  ]);
});
