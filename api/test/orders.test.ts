import type { Order } from '@rede/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  await api.consultant({ internalId: 'IK1', name: 'Ana', email: 'ana@exemplo.pt' });
});
afterAll(() => api.stop());

const minimal = { ecommerceId: 'MIN', createdAt: '2026-05-01', total: '10.00' };

test('an order is created, found, changed and deleted', async () => {
  const created = await api.admin.post<Order>('/api/v1/orders', {
    id: null,
    ecommerceId: ' A-1 ',
    couponCode: 'VERAO',
    createdAt: '2026-05-01',
    paidAt: '2026-05-03',
    total: '1234.5',
    totalPayment: '1000',
    consultant: { internalId: 'ik1' },
  });
  const found = await api.admin.get<Order>(`/api/v1/orders/${created.body.id}`);
  const changed = await api.admin.put<Order>(`/api/v1/orders/${created.body.id}`, { ...found.body, total: '0.05' });
  const deleted = await api.admin.delete(`/api/v1/orders/${created.body.id}`);
  const gone = await api.admin.get(`/api/v1/orders/${created.body.id}`);

  expect([created.status, changed.status, deleted.status]).toEqual([201, 200, 204]);
  expect(found.body).toEqual(created.body);
  expect(created.body).toEqual({
    id: created.body.id,
    ecommerceId: 'A-1',
    couponCode: 'VERAO',
    createdAt: '2026-05-01',
    paidAt: '2026-05-03',
    total: '1234.50',
    totalPayment: '1000.00',
    pending: '234.50',
    consultant: { id: 1, name: 'Ana', email: 'ana@exemplo.pt', internalId: 'IK1', parentId: 'IK0', upline: null },
    importId: null,
    version: 1,
  });
  expect(changed.body).toMatchObject({ total: '0.05', version: 2 });
  expect([gone.status, gone.body]).toEqual([404, { code: 'not_found', message: 'Esta encomenda não existe.' }]);
});

test('everything that is wrong with an order is told at once, in the form’s words', async () => {
  const empty = await api.admin.post('/api/v1/orders', {});
  const wrong = await api.admin.post('/api/v1/orders', {
    ecommerceId: '',
    couponCode: 7,
    createdAt: '01/05/2026',
    paidAt: '2026-13-01',
    total: '-1.00',
    totalPayment: '1.005',
    consultant: { internalId: 'IK1', surprise: 1 },
    status: 'paid',
  });

  expect([empty.status, empty.body.errors]).toEqual([
    400,
    [
      { field: 'ecommerceId', message: 'Número de encomenda é obrigatório' },
      { field: 'createdAt', message: 'Data de Encomenda é obrigatória' },
      { field: 'total', message: 'Valor da Encomenda é obrigatório' },
    ],
  ]);
  const badAmount = 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais';
  expect([wrong.status, wrong.body.message, wrong.body.errors]).toEqual([
    400,
    'Há campos por corrigir.',
    [
      { field: 'ecommerceId', message: 'Número de encomenda é obrigatório' },
      { field: 'couponCode', message: 'Texto inválido' },
      { field: 'createdAt', message: 'Data inválida' },
      { field: 'paidAt', message: 'Data inválida' },
      { field: 'total', message: badAmount },
      { field: 'totalPayment', message: badAmount },
      { field: 'consultant.surprise', message: 'Campo desconhecido' },
      { field: 'status', message: 'Campo desconhecido' },
    ],
  ]);
});

test('a single wrong field is the message too', async () => {
  const { body } = await api.admin.post('/api/v1/orders', { ...minimal, paidAt: '2026-04-30' });

  const message = 'A Data de Pagamento não pode ser anterior à Data de Encomenda';
  expect(body).toEqual({ code: 'invalid', message, errors: [{ field: 'paidAt', message }] });
});

test('what is optional may be absent, null or blank, which is the same', async () => {
  const absent = await api.order({ ecommerceId: 'B-1' });
  const nulls = await api.admin.post<Order>('/api/v1/orders', {
    ...absent,
    ecommerceId: 'B-2',
    couponCode: null,
    paidAt: null,
    totalPayment: null,
    consultant: null,
    version: null,
  });
  const blanks = await api.admin.post<Order>('/api/v1/orders', {
    ...minimal,
    ecommerceId: 'B-3',
    couponCode: ' ',
    paidAt: '',
    totalPayment: '',
    consultant: { id: '', internalId: ' ' },
  });

  const nothing = { couponCode: null, paidAt: null, totalPayment: null, consultant: null };
  expect([absent, nulls.body, blanks.body]).toMatchObject([nothing, nothing, nothing]);
});

test.each([
  ['0', '0.00'],
  ['7', '7.00'],
  ['7.5', '7.50'],
  ['007.05', '7.05'],
  [' 7.05 ', '7.05'],
  ['999999999.99', '999999999.99'],
])('an amount may be written %j', async (written, kept) => {
  const { status, body } = await api.admin.post<Order>('/api/v1/orders', {
    ...minimal,
    ecommerceId: `M${written}`,
    total: written,
  });

  expect([status, body.total]).toEqual([201, kept]);
});

test.each([
  ['1000000000.00', 'Valor demasiado alto'],
  ['9'.repeat(40), 'Valor demasiado alto'],
  ['-0.01', 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais'],
  ['1.234', 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais'],
  ['1,50', 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais'],
  ['1e3', 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais'],
  ['.5', 'Valor inválido: não pode ser negativo nem ter mais de duas casas decimais'],
  [12.5, 'Valor inválido: envie texto com duas casas decimais, como "1234.50"'],
])('the amount %j is refused', async (written, message) => {
  const { status, body } = await api.admin.post('/api/v1/orders', { ...minimal, total: written });

  expect([status, body.errors]).toEqual([400, [{ field: 'total', message }]]);
});

test.each(['1989-12-31', '2101-01-01', '2026-02-29', '2026-2-1', '2026-02-01T00:00:00Z'])(
  'the date %s is refused',
  async (createdAt) => {
    const { status, body } = await api.admin.post('/api/v1/orders', { ...minimal, createdAt });

    expect([status, body.errors]).toEqual([400, [{ field: 'createdAt', message: 'Data inválida' }]]);
  },
);

test('an order may be paid on its own day, paid without a date, and paid more than its total', async () => {
  const sameDay = await api.order({ ecommerceId: 'C-1', createdAt: '2026-05-01', paidAt: '2026-05-01' });
  const undated = await api.order({ ecommerceId: 'C-2', total: '10.00', totalPayment: '12.00' });

  expect(sameDay.paidAt).toBe('2026-05-01');
  expect(undated).toMatchObject({ paidAt: null, total: '10.00', totalPayment: '12.00' });
});

test('a number is given once, also when two orders come at once', async () => {
  const taken = await api.order({ ecommerceId: 'D-1' });
  const other = await api.order({ ecommerceId: 'D-2' });

  const created = await api.admin.post('/api/v1/orders', { ...minimal, ecommerceId: 'D-1' });
  const changed = await api.admin.put(`/api/v1/orders/${other.id}`, { ...other, ecommerceId: 'D-1' });
  const kept = await api.admin.put(`/api/v1/orders/${taken.id}`, { ...taken });
  const together = await Promise.all(
    ['10.00', '20.00', '30.00'].map((total) =>
      api.admin.post('/api/v1/orders', { ...minimal, ecommerceId: 'D-3', total }),
    ),
  );

  const message = 'Já existe uma encomenda com o número D-1';
  const refusal = { code: 'taken', message, errors: [{ field: 'ecommerceId', message }] };
  expect([created.status, created.body]).toEqual([409, refusal]);
  expect([changed.status, changed.body]).toEqual([409, refusal]);
  expect(kept.status).toBe(200);
  expect(together.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test('a Código IK that nobody has is refused, the company’s too', async () => {
  const unknown = await api.admin.post('/api/v1/orders', { ...minimal, consultant: { internalId: 'IK999' } });
  const company = await api.admin.post('/api/v1/orders', { ...minimal, consultant: { internalId: 'IK0' } });

  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ field: 'consultant.internalId', message: 'O Código IK IK999 não existe' }],
  ]);
  expect([company.status, company.body.errors]).toEqual([
    400,
    [{ field: 'consultant.internalId', message: 'O Código IK IK0 não existe' }],
  ]);
});

test('a stale change is refused, one without a version goes through', async () => {
  const order = await api.order({ ecommerceId: 'E-1' });
  await api.admin.put(`/api/v1/orders/${order.id}`, { ...order, total: '1.00' });

  const stale = await api.admin.put(`/api/v1/orders/${order.id}`, { ...order, total: '2.00' });
  const unversioned = await api.admin.put<Order>(`/api/v1/orders/${order.id}`, {
    ...order,
    version: '',
    total: '3.00',
  });

  expect([stale.status, stale.body]).toEqual([
    409,
    { code: 'stale', message: 'Este registo foi alterado por outra pessoa. Recarregue a página.' },
  ]);
  expect(unversioned.body).toMatchObject({ total: '3.00', version: 3 });
});

test('what is not there is not changed or deleted', async () => {
  const changed = await api.admin.put('/api/v1/orders/999999', minimal);
  const deleted = await api.admin.delete('/api/v1/orders/999999');
  const noId = await api.admin.get('/api/v1/orders/abc');

  expect([changed.status, deleted.status]).toEqual([404, 404]);
  expect([noId.status, noId.body.errors]).toEqual([400, [{ field: 'id', message: 'Identificador inválido' }]]);
});
