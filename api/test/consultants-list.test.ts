import type { Consultant } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('filters match anywhere without regard to case or accents, and take % and _ as they are', async () => {
  await api.consultant({ internalId: 'LST1', name: 'João Araújo', createdAt: '2025-03-01' });
  await api.consultant({
    internalId: 'LST2',
    name: 'Joana 100% Araujo',
    createdAt: '2025-04-01',
    status: 'SUSPENDED',
    parentId: 'LST1',
  });

  expect(await codes('?internalId=lst&name=JOAO')).toEqual(['LST1']);
  expect(await codes('?internalId=lst&name=araújo&sort=-createdAt')).toEqual(['LST2', 'LST1']);
  expect(await codes('?internalId=lst&name=100%25')).toEqual(['LST2']);
  expect(await codes('?internalId=lst&name=_')).toEqual([]);
  expect(await codes('?parentId=lst1')).toEqual(['LST2']);
  expect(await codes('?internalId=lst&status=SUSPENDED&dateStart=2025-04-01&dateEnd=2025-04-01')).toEqual(['LST2']);
});

test('a page past the end is empty and still says how many pages there are', async () => {
  const { body } = await api.admin.get('/api/v1/consultants?internalId=LST&pageSize=1&pageNumber=7');

  expect(body).toEqual({ results: [], totalPages: 2, pageNumber: 7, totalResults: 2 });
});

test.each([
  ['name', ['SRT2', 'SRT1', 'SRT3']],
  ['email', ['SRT3', 'SRT2', 'SRT1']],
  ['internalId', ['SRT1', 'SRT2', 'SRT3']],
  ['parentId', ['SRT1', 'SRT3', 'SRT2']],
  ['createdAt', ['SRT2', 'SRT3', 'SRT1']],
  ['status', ['SRT3', 'SRT1', 'SRT2']],
])('the list is sorted by %s both ways, who has no upline last', async (column, ascending) => {
  await thoseToSort();
  const withoutUpline = column === 'parentId' ? ['SRT2'] : [];
  const descending = [...ascending.filter((code) => !withoutUpline.includes(code)).toReversed(), ...withoutUpline];

  expect(await codes(`?internalId=SRT&sort=${column}`)).toEqual(ascending);
  expect(await codes(`?internalId=SRT&sort=-${column}`)).toEqual(descending);
});

test('each filter narrows the list', async () => {
  await thoseToSort();

  expect(await codes('?email=C@EXEMPLO')).toEqual(['SRT1']);
  expect(await codes('?internalId=SRT&status=INACTIVE')).toEqual(['SRT1']);
  expect(await codes('?internalId=SRT&dateStart=2023-02-01&sort=createdAt')).toEqual(['SRT3', 'SRT1']);
  expect(await codes('?internalId=SRT&dateEnd=2023-02-01&sort=createdAt')).toEqual(['SRT2', 'SRT3']);
  expect(await codes('?internalId=SRT&parentId=srt1')).toEqual(['SRT3']);
});

test('a filter that makes no sense is refused', async () => {
  const { status, body } = await api.admin.get(
    '/api/v1/consultants?status=activo&dateStart=2026-02-01&dateEnd=2026-01-31',
  );

  expect([status, body.errors]).toEqual([
    400,
    [
      { field: 'status', message: 'Status inválido' },
      { field: 'dateEnd', message: 'A data final não pode ser anterior à data inicial' },
    ],
  ]);
});

let toSort: Promise<unknown> | undefined;

/** Three consultants that each column puts in another order. */
function thoseToSort(): Promise<unknown> {
  toSort ??= (async () => {
    await api.consultant({
      internalId: 'SRT1',
      name: 'Bento',
      email: 'c@exemplo.pt',
      createdAt: '2023-03-01',
      status: 'INACTIVE',
    });
    await consultantWith(
      api,
      { internalId: 'SRT2', name: 'Ávila', email: 'b@exemplo.pt', createdAt: '2023-01-01', status: 'SUSPENDED' },
      [],
    );
    await api.consultant({
      internalId: 'SRT3',
      name: 'zeca',
      email: 'a@exemplo.pt',
      createdAt: '2023-02-01',
      parentId: 'SRT1',
    });
  })();
  return toSort;
}

async function codes(query: string): Promise<string[]> {
  const { body } = await api.admin.get<{ results: Consultant[] }>(`/api/v1/consultants${query}`);
  return body.results.map(({ internalId }) => internalId);
}
