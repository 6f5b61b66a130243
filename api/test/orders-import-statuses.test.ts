import type { Answer } from '@rede/contract/endpoint';
import type { Order } from '@rede/contract/orders';
import type { ImportResult, KeptImportInFull, ordersImport, StatusWord } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, type Client, expectSuccess, startApi } from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterEach(async () => {
  await sql`truncate orders, order_imports, order_import_updates, order_import_corrections, status_words`.execute(
    api.database,
  );
});
afterAll(() => api.stop());

const words = '/api/v1/orders/status-words';

async function load(content: string, query = ''): Promise<ImportResult> {
  return expectSuccess(await ana.upload<ImportResult>(content, 'encomendas.csv', query));
}

const prestaShop = (...statuses: string[]) =>
  [
    'ID;Reference;Total;Status;Date',
    ...statuses.map((status, index) => `${index};R${index};10,00;${status};2026-03-06`),
  ].join('\n');

function answer(word: string, meaning?: string, shop = 'prestashop') {
  return ana.put<{ results: StatusWord[] }>(words, { shop, word, meaning });
}

async function payments() {
  const { results } = expectSuccess(await ana.get<Page<Order>>('/api/v1/orders?sort=ecommerceId&pageSize=200'));
  return results.map(({ ecommerceId, totalPayment }) => [ecommerceId, totalPayment]);
}

test('a status that nobody knows is not guessed: its records are refused, and its word is counted', async () => {
  const content = prestaShop('Em análise', 'Enviado', 'em  ANALISE', 'Levantado', 'Em análise.');

  const tried = await load(content, '?dryRun=true');
  const loaded = await load(content);

  expect(loaded).toMatchObject({ total: 5, successful: 1, failed: 4 });
  expect(loaded.failedLines[0]).toEqual({
    lineNumber: 2,
    lines: 1,
    error: 'Não se sabe o que significa o estado "Em análise" (Status)',
    field: 'paidAt',
    values: { ecommerceId: 'R0', createdAt: '2026-03-06', total: '10.00' },
  });
  expect(loaded.unknownWords).toEqual([
    { word: 'Em análise', records: 3 },
    { word: 'Levantado', records: 1 },
  ]);
  expect({ ...loaded, id: null }).toEqual(tried);
  const { body } = await ana.get<KeptImportInFull>(`/api/v1/orders/imports/${loaded.id}`);
  expect(body.unknownWords).toEqual(loaded.unknownWords);
});

test('once it is said what a status means, files of that shop are read by it, and of no other', async () => {
  await answer('Em análise', 'unpaid');
  await answer('Levantado', 'paid');
  await answer('Perdido', 'cancelled');

  const result = await load(prestaShop('EM ANÁLISE', 'levantado', 'Perdido'));
  const other = await load('order_id,order_date,order_total,status\n9,2026-03-06,1.00,Levantado\n');

  expect(await payments()).toEqual([
    ['R0', '0.00'],
    ['R1', '10.00'],
  ]);
  expect(result).toMatchObject({ unknownWords: [], failed: 1 });
  expect(result.failedLines[0]?.error).toBe('A loja cancelou esta encomenda (Status: "Perdido")');
  expect(other.unknownWords).toEqual([{ word: 'Levantado', records: 1 }]);
});

test('answers are listed with who gave them, changed and forgotten', async () => {
  await answer('Em análise', 'unpaid');
  await answer('Levantado', 'paid', 'woocommerce');
  const changed = expectSuccess(await answer('em analise', 'cancelled'));
  const forgotten = expectSuccess(await answer('Em Análise'));
  const { body } = await ana.get<{ results: StatusWord[] }>(words);

  const saidAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const levantado = { shop: 'woocommerce', word: 'Levantado', meaning: 'paid', saidBy: 'Ana Silva', saidAt };
  expect(changed.results).toEqual([
    { shop: 'prestashop', word: 'em analise', meaning: 'cancelled', saidBy: 'Ana Silva', saidAt },
    levantado,
  ]);
  expect(forgotten.results).toEqual([levantado]);
  expect(body.results).toEqual([levantado]);
});

test('each answer that changes something is a change in the activity log', async () => {
  await answer('Em análise', 'unpaid');
  await answer('Em análise', 'unpaid');
  await answer('Em análise');
  await answer('Em análise');

  const { rows } = await sql`
    select by_name, about from changes where does = 'status-word.set' and at > now() - interval '10 seconds' order by id desc limit 2
  `.execute(api.database);
  expect(rows).toEqual([
    { by_name: 'Ana Silva', about: 'PrestaShop, Em análise: sem resposta' },
    { by_name: 'Ana Silva', about: 'PrestaShop, Em análise: por pagar' },
  ]);
});

test('what a shop’s own status means is not asked, and no answer goes before it', async () => {
  const refused = await answer('Pagamento aceite', 'cancelled');
  await sql`
    insert into status_words (shop, key, word, meaning, said_by, said_by_subject)
    values ('prestashop', 'enviado', 'Enviado', 'cancelled', 'Ana Silva', 'ana')
  `.execute(api.database);

  const result = await load(prestaShop('Enviado'));

  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ message: 'Já se sabe o que significa o estado "Pagamento aceite".' });
  expect(result).toMatchObject({ successful: 1 });
});

test.each([
  [{ shop: 'amazon', word: 'x', meaning: 'paid' }],
  [{ shop: 'shopify', word: ' ', meaning: 'paid' }],
  [{ shop: 'shopify', word: 'x', meaning: 'refunded' }],
  [{ shop: 'shopify', word: 'x'.repeat(101), meaning: 'paid' }],
])('an answer about nothing is refused: %j', async (body) => {
  const { status } = await ana.put(words, body);

  expect(status).toBe(400);
});

test('a word as long as any is answered as it was asked', async () => {
  const long = `${'Em análise muito demorada '.repeat(10)}😀`;
  const { unknownWords } = await load(prestaShop(long, long));

  await answer(unknownWords[0]?.word ?? '', 'paid');
  const result = await load(prestaShop(long, long));

  expect(unknownWords).toMatchObject([{ records: 2 }]);
  expect(result).toMatchObject({ successful: 2, unknownWords: [] });
});

test('at most two hundred words are asked for', async () => {
  const { unknownWords, failed } = await load(
    prestaShop(...Array.from({ length: 300 }, (_, index) => `Estado ${index}`)),
  );

  expect(unknownWords).toHaveLength(200);
  expect(failed).toBe(300);
});

test('a file of common columns that has a status is asked about as PrestaShop’s', async () => {
  const content = 'ID;Data;Total;Estado\n1;2026-03-06;10,00;Levantado\n';
  const before = await load(content);

  await answer('Levantado', 'paid', before.recognised.shop ?? '');
  const after = await load(content);

  expect(before).toMatchObject({ recognised: { shop: 'prestashop' }, unknownWords: [{ word: 'Levantado' }] });
  expect(after.successful).toBe(1);
});

type Corrected = Answer<typeof ordersImport.correct>;

function correct(id: number | null, values: Record<string, string>) {
  return ana.post<Corrected>(`/api/v1/orders/imports/${id}/lines`, { lines: [{ lineNumber: 2, values }] });
}

test('a line of an unknown status is not loaded as it stands, but once its word is explained', async () => {
  const { id, failedLines } = await load(prestaShop('Levantado'));
  const values = failedLines[0]?.values ?? {};

  const asItStands = expectSuccess(await correct(id, values));
  await answer('Levantado', 'paid');
  const explained = expectSuccess(await correct(id, values));

  expect(asItStands.lines[0]).toMatchObject({ orderId: null, error: failedLines[0]?.error, field: 'paidAt' });
  expect(explained.lines[0]).toMatchObject({ error: null });
  expect(await payments()).toEqual([['R0', '10.00']]);
});

test('a line of an unknown status loads once it says itself what is paid', async () => {
  const { id, failedLines } = await load(prestaShop('Levantado'));

  const { lines } = expectSuccess(await correct(id, { ...failedLines[0]?.values, totalPayment: '4,00' }));

  expect(lines[0]?.error).toBeNull();
  expect(await payments()).toEqual([['R0', '4.00']]);
});

test('a line whose status turns out to be a cancelled order’s stays refused', async () => {
  const { id, failedLines } = await load(prestaShop('Perdido'));
  await answer('Perdido', 'cancelled');

  const { lines } = expectSuccess(await correct(id, failedLines[0]?.values ?? {}));

  expect(lines[0]).toMatchObject({ orderId: null, error: 'A loja cancelou esta encomenda (estado "Perdido")' });
});

const shopify = 'Name,Created at,Paid at,Total,Outstanding Balance,Financial Status,Currency,Cancelled at';

test.each([
  ['a cancelled order, whatever is changed', '1,2026-03-06,,10.00,0,paid,EUR,2026-03-07', { total: '11.00' }],
  ['an amount in another currency', '1,2026-03-06,,10.00,0,paid,USD,', { paidAt: '2026-03-06' }],
  ['part of an amount in another currency', '1,2026-03-06,,10.00,5.00,partially_paid,USD,', { total: '9.00' }],
  ['a part that nobody knows', '1,2026-03-06,2026-03-06,10.00,,partially_paid,EUR,', { total: '11.00' }],
  ['a balance that is none', '1,2026-03-06,2026-03-06,10.00,pouco,paid,EUR,', { total: '11.00' }],
])('a shop’s line is not loaded by its values alone where they do not say all of it: %s', async (_, line, changed) => {
  const { id, failedLines } = await load(`${shopify}\n${line}\n`);
  const [refused] = failedLines;

  const asItStands = expectSuccess(await correct(id, refused?.values ?? {}));
  const besides = expectSuccess(await correct(id, { ...refused?.values, ...changed }));

  expect([asItStands, besides].map(({ lines }) => lines[0]?.error)).toEqual([refused?.error, refused?.error]);
  expect(await payments()).toEqual([]);
});

test.each([
  ['1,2026-03-06,,dez,,paid,EUR,', { total: '10.00' }, '10.00'],
  ['1,2026-03-06,,dez,,pending,EUR,', { total: '10.00' }, '0.00'],
  ['1,2026-03-06,,dez,2.50,partially_paid,EUR,', { total: '10.00' }, '7.50'],
  ['1,2026-03-06,,dez,,pending,EUR,', { total: '10.00', paidAt: '2026-03-09' }, null],
  ['1,2026-03-06,,dez,,pending,EUR,', { total: '10.00', totalPayment: '3.00' }, '3.00'],
  ['1,2026-03-06,,11.00,,paid,USD,', { total: '10.00' }, '10.00'],
  ['1,2026-03-06,,11.00,11.00,pending,USD,', { total: '10.00' }, '0.00'],
  ['1,2026-03-06,,10.00,,partially_paid,EUR,', { totalPayment: '6.00' }, '6.00'],
])(
  'what the shop says of the payment holds for the corrected line while nobody says otherwise: %s %j',
  async (line, changed, paid) => {
    const { id, failedLines } = await load(`${shopify}\n${line}\n`);

    const { lines } = expectSuccess(await correct(id, { ...failedLines[0]?.values, ...changed }));

    expect(lines[0]?.error).toBeNull();
    expect(await payments()).toEqual([['1', paid]]);
  },
);
