import type { Consultant } from '@rede/contract/consultants';
import { sql } from 'kysely';
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

test('a text is found word by word, in any order, in each column; a short word narrows a longer one', async () => {
  await api.consultant({ internalId: 'WRD 1', name: 'Maria Anjos Sequeira', email: 'anjos.maria@exemplo.pt' });
  await api.consultant({ internalId: 'WRD 2', name: 'Maria João Sequeira', email: 'w@exemplo.pt', parentId: 'WRD 1' });

  expect(await codes('?name=sequ%20MARIA&sort=internalId')).toEqual(['WRD 1', 'WRD 2']);
  expect(await codes('?name=maria%20sequ%20ão')).toEqual(['WRD 2']);
  expect(await codes('?name=j%20s%20%20mar')).toEqual(['WRD 1', 'WRD 2']);
  expect(await codes('?name=maria%20pinto')).toEqual([]);
  expect(await codes('?email=exemplo%20anjos')).toEqual(['WRD 1']);
  expect(await codes('?internalId=2%20wrd')).toEqual(['WRD 2']);
  expect(await codes('?parentId=1%20wrd')).toEqual(['WRD 2']);
});

test('consultants are listed by their ids, and those who stand under nobody today, with any other filter', async () => {
  const first = await consultantWith(api, { internalId: 'NOB1' }, []);
  const second = await consultantWith(api, { internalId: 'NOB2', status: 'INACTIVE' }, [
    ['IK0', '2025-01-01', '2026-06-14'],
  ]);
  const third = await consultantWith(api, { internalId: 'NOB3' }, [['IK0', '2026-06-16', null]]);
  const under = await consultantWith(api, { internalId: 'NOB4' }, [['IK0', '2026-06-15', '2026-06-15']]);
  const ids = (among: Consultant[]) => among.map(({ id }) => id).join(',');

  expect(await codes(`?ids=${ids([under, first])}&sort=internalId`)).toEqual(['NOB1', 'NOB4']);
  expect(await codes('?withoutUpline=true&internalId=NOB&sort=internalId')).toEqual(['NOB1', 'NOB2', 'NOB3']);
  expect(await codes('?withoutUpline=true&internalId=NOB&sort=-parentId')).toEqual(['NOB3', 'NOB2', 'NOB1']);
  expect(await codes(`?withoutUpline=true&status=ACTIVE&ids=${ids([second, third, under])}`)).toEqual(['NOB3']);
  expect(await codes(`?withoutUpline=true&parentId=ik0&ids=${ids([first, second, third])}&sort=name`)).toEqual([
    'NOB2',
    'NOB3',
  ]);
  expect(await codes('?withoutUpline=false&internalId=NOB4')).toEqual(['NOB4']);
});

test('whoever has an upline is listed with its id and name, and so is who is asked for by id', async () => {
  const upline = await api.consultant({ internalId: 'UPL1', name: 'Úrsula' });
  const { id } = await api.consultant({ internalId: 'UPL2', parentId: 'UPL1' });

  const { body: list } = await api.admin.get<{ results: Consultant[] }>(
    '/api/v1/consultants?internalId=UPL&sort=internalId',
  );
  const { body: below } = await api.admin.get<Consultant>(`/api/v1/consultants/${id}`);

  expect(list.results.map((consultant) => consultant.upline)).toEqual([null, { id: upline.id, name: 'Úrsula' }]);
  expect(below.upline).toEqual({ id: upline.id, name: 'Úrsula' });
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

test.each(['name', '-createdAt', 'parentId', '-parentId', 'status', '-email'])(
  'the pages of a list sorted by %s are the whole list, none twice and none left out, also those read from its end',
  async (sort) => {
    await thoseToSort();
    const whole = await codes(`?pageSize=200&sort=${sort}`);

    const pages: string[][] = [];
    for (let page = 0; page * 2 < whole.length; page += 1) {
      pages.push(await codes(`?pageSize=2&pageNumber=${page}&sort=${sort}`));
    }

    expect(pages.flat()).toEqual(whole);
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
  },
);

test('a list too long to be sorted at once has the same pages, from its beginning and from its end', async () => {
  await sql`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Muitos ' || number % 100, number || '@muitos.pt', 'M' || number, 'MANY' || number, '2022-01-01', 'ACTIVE'
    from generate_series(10001, 30000) number
  `.execute(api.database);
  const pageOf = async (query: string) => (await codes(`?name=muitos&pageSize=3${query}`)).map((code) => code.slice(4));

  expect(await pageOf('&sort=internalId')).toEqual(['10001', '10002', '10003']);
  expect(await pageOf('&sort=internalId&pageNumber=6666')).toEqual(['29999', '30000']);
  expect(await pageOf('&sort=internalId&pageNumber=6665')).toEqual(['29996', '29997', '29998']);
  expect(await pageOf('&sort=-internalId&pageNumber=6666')).toEqual(['10002', '10001']);
  expect(await pageOf('&sort=name&pageNumber=1')).toEqual(['10400', '10500', '10600']);
  expect(await pageOf('&sort=-name&pageNumber=6666')).toEqual(['10200', '10100']);
  expect(await pageOf('&sort=parentId&pageNumber=6666&internalId=MANY')).toEqual(['29999', '30000']);
  expect(await pageOf('&sort=-parentId')).toEqual(['30000', '29999', '29998']);
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
