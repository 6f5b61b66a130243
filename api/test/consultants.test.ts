import type { Consultant } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, historyOf, startApi } from './start-api.ts';

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
  expect(body).toMatchObject({ ...ana, taxId: '501964843', parentId: 'IK0', endDate: null, version: 1, upline: null });
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

test('what is not there is not found, changed or deleted', async () => {
  const path = '/api/v1/consultants/999999';

  const answered = await Promise.all([api.admin.get(path), api.admin.put(path, ana), api.admin.delete(path)]);

  const notFound = { code: 'not_found', message: 'Este consultor não existe.' };
  expect(answered.map(({ status, body }) => [status, body])).toEqual(answered.map(() => [404, notFound]));
});

test('the company’s code is configured, and shown as it is written there', async () => {
  const own = await startApi({ settings: { ROOT_UPLINE_CODE: 'Empresa' } });

  const consultant = await own.consultant({ internalId: 'IK0', parentId: 'EMPRESA' });
  const other = await own.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, internalId: 'empresa' });
  await own.stop();

  expect(consultant.parentId).toBe('Empresa');
  expect([other.status, other.body.message]).toEqual([409, 'Este código é o da empresa']);
});
