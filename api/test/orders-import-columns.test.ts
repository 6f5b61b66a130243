import type { Order } from '@rede/contract/orders';
import type { ImportResult } from '@rede/contract/orders-import';
import type { Page } from '@rede/contract/values';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, expectSuccess, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK100' });
});
afterEach(() => api.database.deleteFrom('orders').execute());
afterAll(() => api.stop());

async function load(content: string | Uint8Array<ArrayBuffer>): Promise<ImportResult> {
  return expectSuccess(await api.admin.upload<ImportResult>(content));
}

async function refusal(header: string): Promise<string> {
  const { status, body } = await api.admin.upload(`${header}\n`);
  expect(status).toBe(400);
  return body.message;
}

async function numbers(): Promise<string[]> {
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders?sort=ecommerceId');
  return body.results.map(({ ecommerceId }) => ecommerceId);
}

test.each([
  ['Número de encomenda;ecommerceId;createdAt;total', 'Número de encomenda', 'ecommerceId'],
  ['ecommerceId;Valor da Encomenda;createdAt;total', 'Valor da Encomenda', 'total'],
  ['ecommerceId;createdAt;total;Cupão;couponCode', 'Cupão', 'couponCode'],
  ['Reference;Referência;Date;Total', 'Reference', 'Referência'],
  ['Reference;Date;Data;Total', 'Date', 'Data'],
  ['Name;Created at;Total;Código IK;internalId', 'Código IK', 'internalId'],
])('of two columns for one field none is chosen: %s', async (header, one, other) => {
  const message = await refusal(header);

  expect(message).toBe(
    `As colunas "${one}" e "${other}" dizem o mesmo e não se sabe qual vale. Deixe só uma delas no ficheiro.`,
  );
});

test('a title that is there twice is refused, and named', async () => {
  expect(await refusal('Name,Created at,Total,Total')).toBe('A coluna "Total" aparece mais do que uma vez.');
});

test('what a field falls back on stands beside its column, once or twice', async () => {
  await load('order_id,order_id,order_number,order_date,order_total\n1,2,WC-1,2026-03-06,1.00\n');
  await load('ID;Reference;Date;Total\n1;XKBK;2026-03-06;1,00\n');

  expect(await numbers()).toEqual(['WC-1', 'XKBK']);
});

test.each([
  ['sep=;\r\n', ';'],
  ['sep=,\n', ','],
  ['SEP=\t\r', '\t'],
  ['"sep=|"\n', '|'],
])('a first line %j says the separator, is a line and no record', async (first, separator) => {
  const end = first.replace(/^[^\r\n]*/, '');
  const lines = [
    ['ecommerceId', 'createdAt', 'total'],
    ['1', '2026-03-06', '1.00'],
    ['2', 'ontem', '1.00'],
  ];

  const result = await load(first + lines.map((fields) => fields.join(separator)).join(end));

  expect(result).toMatchObject({ total: 2, successful: 1, recognised: { shop: 'rede', separator } });
  expect(result.failedLines).toMatchObject([{ lineNumber: 4, lines: 1 }]);
});

test('the separator that is said goes before the one that seems better', async () => {
  const message = await refusal('sep=,\necommerceId;createdAt;total');

  expect(message).toContain('Colunas encontradas: "ecommerceId;createdAt;total".');
});

test('a separator that is none is refused, and a file of that line alone is empty', async () => {
  expect(await refusal('sep=#\necommerceId#createdAt#total')).toBe(
    'A primeira linha diz que o separador é "#". Use vírgula, ponto e vírgula, tabulação ou |.',
  );
  expect(await refusal('sep=;')).toBe('O ficheiro está vazio.');
});

test('a first line that says the separator is understood in any encoding', async () => {
  const content = '\ufeffsep=;\r\nNúmero de encomenda;Data de Encomenda;Valor da Encomenda\r\n1;2026-03-06;1,00\r\n';

  const utf8 = await load(content);
  const utf16 = await load(new Uint8Array(Buffer.from(content.replace('\n1;', '\n2;'), 'utf16le')));

  expect([utf8, utf16]).toMatchObject([{ successful: 1 }, { successful: 1 }]);
});

test.each([
  [
    'Portuguese',
    'Data,Encomenda #,Receita liquida (formatado),Estado,Cliente,Tipo de cliente,Produto(s),Itens vendidos,Cupão(ões),Vendas líquidas,Origem',
    'Em processamento',
  ],
  [
    'Spanish',
    'Fecha,Pedido #,Ingresos netos (con formato),Estado,Cliente,Tipo de cliente,Producto(s),Artículos vendidos,Cupón(es),Ventas netas,Origen',
    'Procesando',
  ],
  [
    'French',
    'Date,Commande n°,Revenu net (formaté),État,Client,Type de client,Produit(s),Articles vendus,Code(s) promo,Ventes nettes,Origine',
    'En cours',
  ],
])('WooCommerce Analytics with %s titles', async (_, header, status) => {
  const result = await load(
    `${header}\n2026-03-06 10:00:00,701,"12,00 €",${status},C,new,1× Creme,1,ik100,12,Direct\n`,
  );

  expect(result).toMatchObject({ successful: 1, recognised: { shop: 'woocommerce-analytics' } });
  const { body } = await api.admin.get<Page<Order>>('/api/v1/orders');
  expect(body.results).toMatchObject([
    { ecommerceId: '701', total: '12.00', totalPayment: '12.00', consultant: { internalId: 'IK100' } },
  ]);
});

test('a file of no known shop is told which of our columns it lacks', async () => {
  expect(await refusal('Encomenda;Data;Total;Estado')).toBe(
    'Faltam as colunas "Número de encomenda" ou "ecommerceId", "Data de Encomenda" ou "createdAt". Colunas encontradas: "Encomenda", "Data", "Total", "Estado".',
  );
});
