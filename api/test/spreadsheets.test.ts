import { buffer } from 'node:stream/consumers';
import { type Column, spreadsheet } from '@rede/api/http/spreadsheet';
import type { NetworkData } from '@rede/contract/dashboard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { type Answered, type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  await api.consultant({ internalId: 'IK1', name: 'Ana Ávila', email: 'ana@exemplo.pt', taxId: '501964843' });
  await api.consultant({
    internalId: 'IK2',
    name: '=1+1',
    parentId: 'IK1',
    startDate: '2026-02-01',
    status: 'INACTIVE',
  });
  await api.consultant({ internalId: '+IK3', email: 'ik3@exemplo.pt', name: 'Rui <&> "Zé"', parentId: 'IK2' });
  await api.order({ ecommerceId: '@1', by: 'IK1', createdAt: '2026-06-01', total: '5.00' });
  await api.order({
    ecommerceId: '-2',
    by: 'IK2',
    createdAt: '2026-06-02',
    paidAt: '2026-06-03',
    total: '1234.50',
    couponCode: '=cmd()',
  });
  await api.order({ ecommerceId: '3', by: '+IK3', createdAt: '2026-02-28', total: '0.10', totalPayment: '0.03' });
  await api.order({ ecommerceId: '4', by: '+IK3', createdAt: '2026-06-02', total: '0.20', totalPayment: '0.03' });
});
afterAll(() => api.stop());

const money = '#,##0.00';
const day = 'yyyy\\-mm\\-dd';

/** How a spreadsheet program counts days. */
const serial = (text: string) => (Date.parse(text) - Date.parse('1899-12-30')) / 86_400_000;

test.each([
  ['/api/v1/consultants/xls', 'consultores.xlsx'],
  ['/api/v1/orders/xls', 'encomendas.xlsx'],
  ['/api/v1/dashboard/direct/xls', 'direct_network_data.xlsx'],
  ['/api/v1/dashboard/total/xls', 'total_network_data.xlsx'],
])('%s is saved as %s', async (path, fileName) => {
  const client = path.includes('dashboard') ? await api.as({ email: 'ana@exemplo.pt' }) : api.admin;

  const { status, headers, body } = await client.download(path);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
  expect(readSpreadsheet(body)).toHaveLength(1);
});

test('the consultants’ sheet has real dates and the words of the screen', async () => {
  const [sheet] = await sheets('/api/v1/consultants/xls?sort=internalId');

  expect(sheet?.name).toBe('Consultores');
  expect(sheet?.rows).toEqual([
    [
      'Nome',
      'Email',
      'NIF',
      'Código IK',
      'Código Upline',
      'Data de Registo',
      'Data de Inicio',
      'Data de Fim',
      'Status',
    ],
    ['Rui <&> "Zé"', 'ik3@exemplo.pt', 'PT-3', '+IK3', 'IK2', serial('2024-01-01'), null, null, 'Activo'],
    ['Ana Ávila', 'ana@exemplo.pt', '501964843', 'IK1', 'IK0', serial('2024-01-01'), null, null, 'Activo'],
    ['=1+1', 'ik2@exemplo.pt', 'PT-2', 'IK2', 'IK1', serial('2024-01-01'), serial('2026-02-01'), null, 'Inactivo'],
  ]);
  expect(sheet?.formats[3]?.slice(5, 7)).toEqual([day, day]);
});

test('the orders’ sheet has real numbers and dates', async () => {
  const [sheet] = await sheets('/api/v1/orders/xls?sort=ecommerceId&createdAtStart=2026-06-01');

  expect(sheet?.name).toBe('Encomendas');
  expect(sheet?.rows).toEqual([
    [
      'Número de encomenda',
      'Email',
      'Código IK',
      'Código Upline',
      'Data de Encomenda',
      'Data de Pagamento',
      'Valor da Encomenda',
      'Valor Pago',
      'Cupão',
    ],
    ['-2', 'ik2@exemplo.pt', 'IK2', 'IK1', serial('2026-06-02'), serial('2026-06-03'), 1234.5, null, '=cmd()'],
    ['4', 'ik3@exemplo.pt', '+IK3', 'IK2', serial('2026-06-02'), null, 0.2, 0.03, null],
    ['@1', 'ana@exemplo.pt', 'IK1', 'IK0', serial('2026-06-01'), null, 5, null, null],
  ]);
  expect(sheet?.formats[1]?.slice(4, 7)).toEqual([day, day, money]);
});

test('a network’s sheet holds every row of the table under the same filter, with the footer as its last row', async () => {
  const client = await api.as({ email: 'ana@exemplo.pt' });
  const table = await client.get<NetworkData>('/api/v1/dashboard/total?sort=-totalOrdersValue');

  const [total] = await sheets('/api/v1/dashboard/total/xls?sort=-totalOrdersValue', client);
  const [direct] = await sheets('/api/v1/dashboard/direct/xls', client);
  const [filtered] = await sheets('/api/v1/dashboard/total/xls?name=rui', client);

  expect(table.body.totals).toEqual({ totalOrdersValue: '1234.70', totalPendingValue: '0.17' });
  expect(total?.rows).toEqual([
    ['Nome', 'Código', 'Código Upline', 'Valor Encomendas', 'Valor por pagar'],
    ['=1+1', 'IK2', 'IK1', 1234.5, 0],
    ['Rui <&> "Zé"', '+IK3', 'IK2', 0.2, 0.17],
    ['Total', null, null, 1234.7, 0.17],
  ]);
  expect(total?.formats[3]?.slice(3)).toEqual([money, money]);
  expect(direct?.rows).toEqual([
    ['Nome', 'Código', 'Valor Encomendas', 'Valor por pagar'],
    ['=1+1', 'IK2', 1234.5, 0],
    ['Total', null, 1234.5, 0],
  ]);
  expect(filtered?.rows.slice(1)).toEqual([
    ['Rui <&> "Zé"', '+IK3', 'IK2', 0.2, 0.17],
    ['Total', null, null, 0.2, 0.17],
  ]);
});

test('no cell is a formula, whatever it begins with', async () => {
  const all = await Promise.all([sheets('/api/v1/consultants/xls'), sheets('/api/v1/orders/xls')]);

  expect(all.flat().filter(({ xml }) => xml.includes('<f'))).toEqual([]);
});

test('the header is frozen and filterable, and the totals stay outside the filter', async () => {
  const [sheet] = await sheets('/api/v1/dashboard/total/xls', await api.as({ email: 'ana@exemplo.pt' }));

  expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet?.xml).toContain('<autoFilter ref="A1:E3"/>');
});

test('a sheet without rows has its header, and its totals are zero', async () => {
  const [orders] = await sheets('/api/v1/orders/xls?ecommerceId=nenhuma');
  const [network] = await sheets('/api/v1/dashboard/total/xls?code=nenhum', await api.as({ email: 'ana@exemplo.pt' }));

  expect(orders?.rows).toHaveLength(1);
  expect(network?.rows.slice(1)).toEqual([['Total', null, null, 0, 0]]);
});

test('an export holds every row that matches, never only a page', async () => {
  await api.database.insertInto('orders').values(manyOrders(1230, 'LOTE')).execute();

  const [sheet] = await sheets('/api/v1/orders/xls?ecommerceId=lote');

  expect(new Set(sheet?.rows.slice(1).map(([number]) => number)).size).toBe(1230);
});

test('a sheet that is full is followed by another, unless there are no more rows; the totals stand on the last', async () => {
  async function* numbers() {
    yield ['1', '2'];
    yield [];
    yield ['3', '4'];
  }
  const columns: Column<string>[] = [{ title: 'N', width: 5, kind: 'money', value: (number) => number }];
  const sheetsOf = async (mostRows: number) =>
    readSpreadsheet(await buffer(await spreadsheet('Folha', columns, numbers(), () => ['9'], mostRows)));

  const [two, one] = [await sheetsOf(5), await sheetsOf(6)];

  expect(two.map(({ name, rows }) => [name, ...rows.flat()])).toEqual([
    ['Folha', 'N', 1, 2, 3],
    ['Folha 2', 'N', 4, 9],
  ]);
  expect(two.map(({ xml }) => /ref="([^"]+)"/.exec(xml)?.[1])).toEqual(['A1:A4', 'A1:A2']);
  expect(one.map(({ rows }) => rows.flat())).toEqual([['N', 1, 2, 3, 4, 9]]);
});

test('an export takes the list’s filter and order, and no page', async () => {
  const { status, body } = await api.admin.get('/api/v1/orders/xls?pageSize=20');

  expect([status, body.errors]).toEqual([400, [{ field: 'pageSize', message: 'Campo desconhecido' }]]);
});

test('an export that fails before its first row is an error, not half a file', async () => {
  const own = await startApi();
  await own.database.schema.alterTable('orders').renameTo('lost').execute();

  const { status, headers } = await own.admin.get('/api/v1/orders/xls');
  await own.stop();

  expect(status).toBe(500);
  expect(headers.get('content-disposition')).toBe(null);
});

test('whoever goes away in the middle of an export leaves no connection to the database busy', async () => {
  const own = await startApi();
  await own.database
    .insertInto('orders')
    .values(manyOrders(6000, 'x'.repeat(80)))
    .execute();
  const token = await own.issuer.token({ realm_access: { roles: ['admin'] } });

  const leaving = Array.from({ length: 20 }, async () => {
    const away = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${own.address}/api/v1/orders/xls`, { headers, signal: away.signal });
    await response.body?.getReader().read();
    away.abort();
  });
  await Promise.all(leaving);
  await expect.poll(() => own.database.pool.totalCount - own.database.pool.idleCount).toBe(0);
  const afterwards = await own.admin.get('/api/v1/orders');
  await own.stop();

  expect(afterwards.status).toBe(200);
});

async function sheets(path: string, client = api.admin) {
  const { status, body }: Answered<Buffer> = await client.download(path);
  expect(status).toBe(200);
  return readSpreadsheet(body);
}

function manyOrders(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({
    ecommerce_id: `${name} ${index}`,
    created_at: '2020-01-01',
    total_cents: index,
  }));
}
