import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('the list shows and filters the upline of the order’s own day', async () => {
  const first = await api.consultant({ internalId: 'UP1', name: 'Uma' });
  const second = await api.consultant({ internalId: 'UP2', name: 'Duas' });
  await consultantWith(api, { internalId: 'UC' }, [
    ['UP1', '2026-01-01', '2026-01-31'],
    ['UP2', '2026-03-01', null],
  ]);
  await api.order({ ecommerceId: 'UO-1', createdAt: '2026-01-31', by: 'UC' });
  await api.order({ ecommerceId: 'UO-2', createdAt: '2026-02-01', by: 'UC' });
  await api.order({ ecommerceId: 'UO-3', createdAt: '2026-03-01', by: 'UC' });

  const { results } = await listed('?ecommerceId=UO-&sort=ecommerceId');

  expect(results.map(({ consultant }) => consultant?.parentId)).toEqual(['UP1', null, 'UP2']);
  expect(results.map(({ consultant }) => consultant?.upline)).toEqual([
    { id: first.id, name: 'Uma' },
    null,
    { id: second.id, name: 'Duas' },
  ]);
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
  await Promise.all(Array.from({ length: 21 }, (_, index) => api.order({ ecommerceId: `VINTE-${index}` })));

  const nothing = await listed('?ecommerceId=nenhuma');
  const { status, body } = await api.admin.get('/api/v1/orders?pageSize=201&pageNumber=-1');
  const standard = await listed('?ecommerceId=vinte');

  expect(nothing).toEqual({ results: [], totalPages: 0, pageNumber: 0, totalResults: 0 });
  expect([status, body.errors]).toEqual([
    400,
    [
      { field: 'pageNumber', message: 'A primeira página é a 0' },
      { field: 'pageSize', message: 'Entre 1 e 200' },
    ],
  ]);
  expect(standard).toMatchObject({ totalPages: 2, totalResults: 21 });
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
