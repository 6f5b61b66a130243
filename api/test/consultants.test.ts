import type { Consultant } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

const ana = {
  name: 'Ana Gonçalves',
  email: 'ana@exemplo.pt',
  taxId: '501 964 843',
  internalId: 'IK100',
  parentId: 'ik0',
  createdAt: '2026-01-10',
  startDate: '2026-02-01',
  status: 'ACTIVE',
};

test('a new consultant stands under its upline from its first day on', async () => {
  const { status, body } = await api.admin.post<Consultant>('/api/v1/consultants', { id: null, ...ana, endDate: '' });

  expect(status).toBe(201);
  expect(body).toMatchObject({ ...ana, taxId: '501964843', parentId: 'IK0', endDate: null, version: 1 });
  expect(await historyOf(api, body)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-02-01', endDate: null, consultant: { id: body.id, internalId: 'IK100' } },
  ]);
});

test('everything that is wrong with a consultant is told at once', async () => {
  const { status, body } = await api.admin.post('/api/v1/consultants', {
    name: 'A',
    email: 'nada',
    taxId: '123456788',
    status: 'LOST',
    startDate: '2026-02-30',
    surprise: 1,
  });

  expect(status).toBe(400);
  expect(body).toEqual({
    message: 'Há campos por corrigir.',
    code: 'invalid',
    errors: [
      { field: 'name', message: 'Nome deve ter pelo menos 2 caracteres' },
      { field: 'email', message: 'Email inválido' },
      { field: 'taxId', message: 'NIF inválido' },
      { field: 'internalId', message: 'Código IK é obrigatório' },
      { field: 'parentId', message: 'Código Upline é obrigatório' },
      { field: 'createdAt', message: 'Data de Registo é obrigatória' },
      { field: 'startDate', message: 'Data inválida' },
      { field: 'status', message: 'Status inválido' },
      { field: 'surprise', message: 'Campo desconhecido' },
    ],
  });
});

test.each(['A', ' B ', '😀'])('the name %j is too short', async (name) => {
  const { status, body } = await api.admin.post('/api/v1/consultants', { ...ana, name });

  expect([status, body.errors]).toEqual([400, [{ field: 'name', message: 'Nome deve ter pelo menos 2 caracteres' }]]);
});

test('code, email and NIF are unique without regard to case, and all that are taken are named', async () => {
  await api.consultant({ internalId: 'IK200', email: 'rui@exemplo.pt', taxId: 'DE-77' });

  const { status, body } = await api.admin.post('/api/v1/consultants', {
    ...ana,
    internalId: ' ik200 ',
    email: 'RUI@exemplo.pt',
    taxId: 'de-77',
  });

  expect(status).toBe(409);
  expect(body.code).toBe('taken');
  expect(body.errors?.map(({ field }) => field)).toEqual(['internalId', 'email', 'taxId']);
});

test('nobody takes the company’s code, an unknown upline, or itself as upline', async () => {
  const company = await api.admin.post('/api/v1/consultants', {
    ...ana,
    internalId: 'IK0',
    parentId: 'IK200',
    email: 'x1@exemplo.pt',
    taxId: 'X1',
  });
  const unknown = await api.admin.post('/api/v1/consultants', {
    ...ana,
    internalId: 'IK301',
    email: 'x2@exemplo.pt',
    taxId: 'X2',
    parentId: 'IK9999',
  });
  const itself = await api.admin.post('/api/v1/consultants', {
    ...ana,
    internalId: 'IK302',
    email: 'x3@exemplo.pt',
    taxId: 'X3',
    parentId: 'ik302',
  });

  expect([company.status, company.body.errors]).toEqual([
    409,
    [{ field: 'internalId', message: 'Este código é o da empresa' }],
  ]);
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ field: 'parentId', message: 'O Código Upline IK9999 não existe' }],
  ]);
  expect([itself.status, itself.body.errors]).toEqual([
    400,
    [{ field: 'parentId', message: 'Um consultor não pode ser o seu próprio upline' }],
  ]);
});

test('a new Código Upline holds from today and leaves the days before as they were', async () => {
  const upline = await api.consultant({ internalId: 'IK400' });
  const consultant = await api.consultant({ internalId: 'IK401', createdAt: '2026-01-01' });

  const { status, body } = await api.admin.put<Consultant>(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    parentId: 'ik400',
  });

  expect(status).toBe(200);
  expect(body.parentId).toBe(upline.internalId);
  expect(await historyOf(api, consultant)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-01-01', endDate: '2026-06-14' },
    { parentId: 'IK400', startDate: '2026-06-15', endDate: null },
  ]);
});

test('a second move on the same day changes the period that began today', async () => {
  await api.consultant({ internalId: 'IK410' });
  await api.consultant({ internalId: 'IK411' });
  const consultant = await api.consultant({ internalId: 'IK412', createdAt: '2026-01-01' });
  const moved = await api.admin.put<Consultant>(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    parentId: 'IK410',
  });

  await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...moved.body, parentId: 'IK411' });

  expect(await historyOf(api, consultant)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-01-01', endDate: '2026-06-14' },
    { parentId: 'IK411', startDate: '2026-06-15', endDate: null },
  ]);
});

test('a move takes over the last day of the period in force, fills a gap up to the next one, or changes what is still to come', async () => {
  await api.consultant({ internalId: 'IK420' });
  const inForce = await consultantWith(api, { internalId: 'IK421' }, [['IK0', '2026-01-01', '2026-12-31']]);
  const inGap = await consultantWith(api, { internalId: 'IK422' }, [
    ['IK0', '2026-01-01', '2026-03-31'],
    ['IK0', '2026-09-01', null],
  ]);
  const toCome = await consultantWith(api, { internalId: 'IK423' }, [['IK0', '2026-09-01', null]]);

  for (const consultant of [inForce, inGap, toCome]) {
    await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, parentId: 'IK420' });
  }

  expect(await historyOf(api, inForce)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-01-01', endDate: '2026-06-14' },
    { parentId: 'IK420', startDate: '2026-06-15', endDate: '2026-12-31' },
  ]);
  expect(await historyOf(api, inGap)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-01-01', endDate: '2026-03-31' },
    { parentId: 'IK420', startDate: '2026-06-15', endDate: '2026-08-31' },
    { parentId: 'IK0', startDate: '2026-09-01', endDate: null },
  ]);
  expect(await historyOf(api, toCome)).toMatchObject([{ parentId: 'IK420', startDate: '2026-09-01', endDate: null }]);
});

test('an edit that leaves the upline shown alone leaves the history alone', async () => {
  const consultant = await consultantWith(api, { internalId: 'IK430' }, [['IK0', '2026-01-01', '2026-03-31']]);

  const { status } = await api.admin.put(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    name: 'Outro Nome',
  });

  expect(status).toBe(200);
  expect(await historyOf(api, consultant)).toMatchObject([
    { parentId: 'IK0', startDate: '2026-01-01', endDate: '2026-03-31' },
  ]);
});

test('a stale edit is refused, one without a version goes through', async () => {
  const consultant = await api.consultant({ internalId: 'IK440' });
  await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name: 'Primeira Mudança' });

  const stale = await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name: 'Segunda Mudança' });
  const unversioned = await api.admin.put(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    version: undefined,
  });

  expect([stale.status, stale.body]).toEqual([
    409,
    { code: 'stale', message: 'Este registo foi alterado por outra pessoa. Recarregue a página.' },
  ]);
  expect(unversioned.status).toBe(200);
});

test('a consultant with orders or a network is not deleted, and the answer says what stands in the way', async () => {
  const consultant = await api.consultant({ internalId: 'IK500' });
  await api.consultant({ internalId: 'IK501', parentId: 'IK500' });
  await api.order({ ecommerceId: 'D-1', by: 'IK500' });
  await api.order({ ecommerceId: 'D-2', by: 'IK500' });

  const { status, body } = await api.admin.delete(`/api/v1/consultants/${consultant.id}`);

  expect(status).toBe(409);
  expect(body).toEqual({
    code: 'in_use',
    message:
      'Este consultor não pode ser apagado: tem 2 encomendas e é ou foi upline de 1 colaborador. Em vez disso, altere o Status para Inactivo.',
  });
});

test('a consultant with nothing to lose is deleted with its own periods', async () => {
  const consultant = await api.consultant({ internalId: 'IK510' });

  const deleted = await api.admin.delete(`/api/v1/consultants/${consultant.id}`);
  const again = await api.admin.delete(`/api/v1/consultants/${consultant.id}`);

  expect(deleted.status).toBe(204);
  expect(again.status).toBe(404);
});

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

test('what is not there is not found, changed or deleted', async () => {
  const path = '/api/v1/consultants/999999';

  const answered = await Promise.all([api.admin.get(path), api.admin.put(path, ana), api.admin.delete(path)]);

  const notFound = { code: 'not_found', message: 'Este consultor não existe.' };
  expect(answered.map(({ status, body }) => [status, body])).toEqual(answered.map(() => [404, notFound]));
});

test('of consultants with the same code, email or NIF that are created at once, exactly one is there', async () => {
  const create = (given: object) =>
    api.admin.post('/api/v1/consultants', {
      ...ana,
      taxId: 'N1',
      internalId: 'ONCE',
      email: 'once@exemplo.pt',
      ...given,
    });

  const sameCode = await Promise.all(
    ['1', '2', '3'].map((n) => create({ email: `once${n}@exemplo.pt`, taxId: `ONCE-${n}` })),
  );
  const sameEmail = await Promise.all(
    ['1', '2', '3'].map((n) => create({ internalId: `ONCE${n}`, taxId: `EMAIL-${n}` })),
  );
  const sameNif = await Promise.all(
    ['4', '5', '6'].map((n) => create({ internalId: `ONCE${n}`, email: `nif${n}@exemplo.pt` })),
  );

  expect([sameCode, sameEmail, sameNif].map((three) => three.map(({ status }) => status).toSorted())).toEqual([
    [201, 409, 409],
    [201, 409, 409],
    [201, 409, 409],
  ]);
});

test('of changes of the same version that come at once, exactly one is made', async () => {
  const consultant = await api.consultant({ internalId: 'VERSION' });

  const outcomes = await Promise.all(
    ['Um', 'Dois', 'Três'].map((name) =>
      api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name }),
    ),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('editing a consultant’s dates never touches its periods', async () => {
  const consultant = await api.consultant({ internalId: 'DATES', createdAt: '2026-01-01' });

  const { status } = await api.admin.put(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    createdAt: '2025-01-01',
    startDate: '2026-03-01',
    endDate: '2026-04-01',
  });

  expect(status).toBe(200);
  expect(await historyOf(api, consultant)).toMatchObject([{ parentId: 'IK0', startDate: '2026-01-01', endDate: null }]);
});

test('the company’s code is configured, and shown as it is written there', async () => {
  const own = await startApi({ settings: { ROOT_UPLINE_CODE: 'Empresa' } });

  const consultant = await own.consultant({ internalId: 'IK0', parentId: 'EMPRESA' });
  const other = await own.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, internalId: 'empresa' });
  await own.stop();

  expect(consultant.parentId).toBe('Empresa');
  expect([other.status, other.body.message]).toEqual([409, 'Este código é o da empresa']);
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
