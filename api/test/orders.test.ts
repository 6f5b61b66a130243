import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, startApi } from './start-api.ts';

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
    consultant: { id: 1, name: 'Ana', email: 'ana@exemplo.pt', internalId: 'IK1', parentId: 'IK0' },
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

test('of changes of the same version that come at once, exactly one is made', async () => {
  const order = await api.order({ ecommerceId: 'E-2' });

  const outcomes = await Promise.all(
    ['1.00', '2.00', '3.00', '4.00'].map((total) => api.admin.put(`/api/v1/orders/${order.id}`, { ...order, total })),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test('what is not there is not changed or deleted', async () => {
  const changed = await api.admin.put('/api/v1/orders/999999', minimal);
  const deleted = await api.admin.delete('/api/v1/orders/999999');
  const noId = await api.admin.get('/api/v1/orders/abc');

  expect([changed.status, deleted.status]).toEqual([404, 404]);
  expect([noId.status, noId.body.errors]).toEqual([400, [{ field: 'id', message: 'Identificador inválido' }]]);
});

test('an order and a consultant that is deleted meanwhile never miss each other', async () => {
  const consultants = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((number) => api.consultant({ internalId: `DC${number}` })),
  );

  const outcomes = await Promise.all(
    consultants.map(({ id, internalId }) =>
      Promise.all([
        api.admin.delete(`/api/v1/consultants/${id}`),
        api.admin.post('/api/v1/orders', {
          ...minimal,
          ecommerceId: `DO ${internalId}`,
          consultant: { internalId },
        }),
      ]),
    ),
  );

  const statuses = new Set(outcomes.map((pair) => pair.map(({ status }) => status).join(' ')));
  expect(['204 400', '409 201']).toEqual(expect.arrayContaining([...statuses]));
});

test('the list shows and filters the upline of the order’s own day', async () => {
  await api.consultant({ internalId: 'UP1' });
  await api.consultant({ internalId: 'UP2' });
  await consultantWith(api, { internalId: 'UC' }, [
    ['UP1', '2026-01-01', '2026-01-31'],
    ['UP2', '2026-03-01', null],
  ]);
  await api.order({ ecommerceId: 'UO-1', createdAt: '2026-01-31', by: 'UC' });
  await api.order({ ecommerceId: 'UO-2', createdAt: '2026-02-01', by: 'UC' });
  await api.order({ ecommerceId: 'UO-3', createdAt: '2026-03-01', by: 'UC' });

  const { results } = await listed('?ecommerceId=UO-&sort=ecommerceId');

  expect(results.map(({ consultant }) => consultant?.parentId)).toEqual(['UP1', null, 'UP2']);
  expect(await numbers('?consultantParentId=up1')).toEqual(['UO-1']);
  expect(await numbers('?consultantParentId=up&sort=createdAt')).toEqual(['UO-1', 'UO-3']);
});

test('each filter narrows the list, and together they all hold', async () => {
  await api.consultant({ internalId: 'FK1', email: 'joao.avila@exemplo.pt' });
  await api.order({ ecommerceId: 'F-100%', createdAt: '2025-01-10', couponCode: 'NATAL_25', by: 'FK1' });
  await api.order({ ecommerceId: 'F-1000', createdAt: '2025-01-20', paidAt: '2025-02-01', couponCode: 'Promoção' });
  await api.order({ ecommerceId: 'F-ÁGUA', createdAt: '2025-01-30', paidAt: '2025-02-10', by: 'FK1' });

  const found = async (query: string) => numbers(`?ecommerceId=F-&sort=createdAt&${query}`);

  expect(await numbers('?ecommerceId=f-agua')).toEqual(['F-ÁGUA']);
  expect(await numbers('?ecommerceId=100%25')).toEqual(['F-100%']);
  expect(await found('couponCode=_')).toEqual(['F-100%']);
  expect(await found('couponCode=PROMOCAO')).toEqual(['F-1000']);
  expect(await found('consultantEmail=AVILA')).toEqual(['F-100%', 'F-ÁGUA']);
  expect(await found('consultantInternalId=fk')).toEqual(['F-100%', 'F-ÁGUA']);
  expect(await found('createdAtStart=2025-01-20')).toEqual(['F-1000', 'F-ÁGUA']);
  expect(await found('createdAtEnd=2025-01-20')).toEqual(['F-100%', 'F-1000']);
  expect(await found('paidAtStart=2025-02-02')).toEqual(['F-ÁGUA']);
  expect(await found('paidAtEnd=2025-02-01')).toEqual(['F-1000']);
  expect(await found('consultantInternalId=fk&paidAtStart=2025-01-01&couponCode=')).toEqual(['F-ÁGUA']);
  expect(await found('couponCode=%5C')).toEqual([]);
});

test('filter dates that are reversed are refused, both pairs at once', async () => {
  const query = 'createdAtStart=2026-02-01&createdAtEnd=2026-01-01&paidAtStart=2026-02-01&paidAtEnd=2026-01-31';
  const { status, body } = await api.admin.get(`/api/v1/orders?${query}`);

  const message = 'A data final não pode ser anterior à data inicial';
  expect([status, body.errors]).toEqual([
    400,
    [
      { field: 'createdAtEnd', message },
      { field: 'paidAtEnd', message },
    ],
  ]);
});

test.each([
  ['ecommerceId', ['G-1', 'G-2', 'G-3']],
  ['consultantEmail', ['G-2', 'G-3', 'G-1']],
  ['consultantInternalId', ['G-3', 'G-2', 'G-1']],
  ['consultantParentId', ['G-2', 'G-3', 'G-1']],
  ['createdAt', ['G-3', 'G-1', 'G-2']],
  ['paidAt', ['G-2', 'G-1', 'G-3']],
  ['total', ['G-3', 'G-2', 'G-1']],
  ['couponCode', ['G-1', 'G-3', 'G-2']],
])('the list is sorted by %s both ways, what is empty last', async (column, ascending) => {
  await thoseToSort();
  const empty = {
    consultantEmail: 'G-1',
    consultantInternalId: 'G-1',
    consultantParentId: 'G-1',
    paidAt: 'G-3',
    couponCode: 'G-2',
  };
  const last = Object.entries(empty)
    .filter(([name]) => name === column)
    .map(([, number]) => number);
  const descending = [...ascending.filter((number) => !last.includes(number)).toReversed(), ...last];

  expect(await numbers(`?ecommerceId=G-&sort=${column}`)).toEqual(ascending);
  expect(await numbers(`?ecommerceId=G-&sort=-${column}`)).toEqual(descending);
});

test('an unknown column to sort by is refused with those there are', async () => {
  const { status, body } = await api.admin.get('/api/v1/orders?sort=version');

  expect(status).toBe(400);
  expect(body.errors?.[0]?.message).toMatch(/^Ordenação inválida: ecommerceId, -ecommerceId, /);
});

test('pages hold every order once, newest first, also where days are equal', async () => {
  for (let number = 1; number <= 7; number += 1) {
    await api.order({ ecommerceId: `H-${number}`, createdAt: number < 6 ? '2024-01-01' : '2024-01-02' });
  }

  const pages = await Promise.all([0, 1, 2, 3].map((page) => listed(`?ecommerceId=H-&pageSize=3&pageNumber=${page}`)));

  expect(pages.map(({ results }) => results.map(({ ecommerceId }) => ecommerceId))).toEqual([
    ['H-7', 'H-6', 'H-5'],
    ['H-4', 'H-3', 'H-2'],
    ['H-1'],
    [],
  ]);
  expect(pages.map(({ totalPages, pageNumber, totalResults }) => [totalPages, pageNumber, totalResults])).toEqual([
    [3, 0, 7],
    [3, 1, 7],
    [3, 2, 7],
    [3, 3, 7],
  ]);
});

test('twenty orders are a page unless asked otherwise, and nothing found is no page', async () => {
  const nothing = await listed('?ecommerceId=nenhuma');
  const { status, body } = await api.admin.get('/api/v1/orders?pageSize=201&pageNumber=-1');
  const standard = await listed('');

  expect(nothing).toEqual({ results: [], totalPages: 0, pageNumber: 0, totalResults: 0 });
  expect([status, body.errors]).toEqual([
    400,
    [
      { field: 'pageNumber', message: 'A primeira página é a 0' },
      { field: 'pageSize', message: 'Entre 1 e 200' },
    ],
  ]);
  expect(standard.results).toHaveLength(20);
});

async function listed(query: string): Promise<Page<Order>> {
  const { status, body } = await api.admin.get<Page<Order>>(`/api/v1/orders${query}`);
  expect(status).toBe(200);
  return body;
}

async function numbers(query: string): Promise<string[]> {
  return (await listed(query)).results.map(({ ecommerceId }) => ecommerceId);
}

let toSort: Promise<unknown> | undefined;

/** Three orders that each column puts in another order. */
function thoseToSort(): Promise<unknown> {
  toSort ??= (async () => {
    await api.consultant({ internalId: 'GA', email: 'z@exemplo.pt' });
    await api.consultant({ internalId: 'GB', email: 'a@exemplo.pt', createdAt: '2022-01-01', parentId: 'GA' });
    await api.consultant({ internalId: 'GAA', email: 'b@exemplo.pt', createdAt: '2022-01-01' });
    await api.order({
      ecommerceId: 'G-1',
      createdAt: '2023-02-01',
      paidAt: '2023-05-01',
      total: '300.00',
      couponCode: 'Ávila',
    });
    await api.order({ ecommerceId: 'G-2', createdAt: '2023-03-01', paidAt: '2023-04-01', total: '20.00', by: 'GB' });
    await api.order({ ecommerceId: 'G-3', createdAt: '2023-01-01', total: '3.00', couponCode: 'balão', by: 'GAA' });
  })();
  return toSort;
}
