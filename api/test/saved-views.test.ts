import type { SavedView } from '@rede/contract/saved-views';
import { afterEach, afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type Api, type Client, expectSuccess, startApi } from './start-api.ts';

let api: Api;
let ana: Client;
let rui: Client;

beforeAll(async () => {
  api = await startApi();
  ana = await administrator('ana', 'Ana Silva');
  rui = await administrator('rui', 'Rui Costa');
});
afterEach(async () => {
  await sql`truncate saved_views`.execute(api.database);
});
afterAll(() => api.stop());

const unpaid = { list: 'orders', name: 'Por pagar', query: 'payment=pending&sort=-total', shared: false };

test('a view is kept, and its maker sees it again', async () => {
  const { status, body } = await ana.post<SavedView>('/api/v1/views', unpaid);

  expect(status).toBe(201);
  expect(body).toEqual({ id: body.id, ...unpaid, own: true, madeBy: 'Ana Silva' });
  expect(await views(ana)).toEqual([body]);
});

test('others see a view once it is shared, as somebody else’s, and all are listed by name', async () => {
  await saved(ana, { ...unpaid, name: 'Zona norte', shared: true });
  await saved(ana, { ...unpaid, name: 'Só minha' });
  await saved(rui, { ...unpaid, name: 'águas' });

  expect((await views(rui)).map(({ name, own, madeBy }) => [name, own, madeBy])).toEqual([
    ['águas', true, 'Rui Costa'],
    ['Zona norte', false, 'Ana Silva'],
  ]);
  expect((await views(ana)).map(({ name }) => name)).toEqual(['Só minha', 'Zona norte']);
});

test('a name is taken once in a list, for its maker, without regard to case', async () => {
  await saved(ana, unpaid);
  const again = await ana.post('/api/v1/views', { ...unpaid, name: 'POR PAGAR' });

  expect([again.status, again.body.errors]).toEqual([
    409,
    [{ field: 'name', message: 'Já tem uma vista desta lista com o nome POR PAGAR' }],
  ]);
  expect((await ana.post('/api/v1/views', { ...unpaid, list: 'consultants' })).status).toBe(201);
  expect((await rui.post('/api/v1/views', unpaid)).status).toBe(201);
});

test('its maker changes a view, but not to a name that is taken', async () => {
  const { id } = await saved(ana, unpaid);
  await saved(ana, { ...unpaid, name: 'Outra' });
  const renamed = { ...unpaid, name: 'Em dívida', query: 'payment=part', shared: true };

  const { status, body } = await ana.put<SavedView>(`/api/v1/views/${id}`, renamed);

  expect([status, body]).toEqual([200, { id, ...renamed, own: true, madeBy: 'Ana Silva' }]);
  expect((await ana.put(`/api/v1/views/${id}`, { ...unpaid, name: 'outra' })).status).toBe(409);
  expect((await views(ana)).map(({ name }) => name)).toEqual(['Em dívida', 'Outra']);
});

test('nobody else changes or deletes a view: of a shared one they are told so, of another one nothing', async () => {
  const shared = await saved(ana, { ...unpaid, shared: true });
  const hidden = await saved(ana, { ...unpaid, name: 'Só minha' });

  const outcomes = [
    await rui.put(`/api/v1/views/${shared.id}`, unpaid),
    await rui.delete(`/api/v1/views/${shared.id}`),
    await rui.put(`/api/v1/views/${hidden.id}`, unpaid),
    await rui.delete(`/api/v1/views/${hidden.id}`),
    await rui.delete('/api/v1/views/999999'),
  ].map(({ status, body }) => [status, body.message]);

  const notYours = [403, 'Só quem fez esta vista a pode alterar ou apagar.'];
  const notThere = [404, 'Esta vista não existe.'];
  expect(outcomes).toEqual([notYours, notYours, notThere, notThere, notThere]);
  expect(await views(ana)).toEqual([shared, hidden]);
});

test('its maker deletes a view', async () => {
  const { id } = await saved(ana, unpaid);

  expect((await ana.delete(`/api/v1/views/${id}`)).status).toBe(204);
  expect(await views(ana)).toEqual([]);
  expect((await ana.delete(`/api/v1/views/${id}`)).status).toBe(404);
});

test('a view without a filter is one, too; a list that is none is refused', async () => {
  expect((await saved(ana, { ...unpaid, query: '' })).query).toBe('');
  expect((await ana.post('/api/v1/views', { ...unpaid, list: 'outra' })).body.errors).toEqual([
    { field: 'list', message: 'Lista inválida' },
  ]);
});

async function administrator(sub: string, name: string): Promise<Client> {
  return api.withToken(await api.issuer.token({ sub, name, realm_access: { roles: ['admin'] } }));
}

async function saved(client: Client, body: object): Promise<SavedView> {
  return expectSuccess(await client.post<SavedView>('/api/v1/views', body));
}

async function views(client: Client): Promise<SavedView[]> {
  return expectSuccess(await client.get<{ results: SavedView[] }>('/api/v1/views')).results;
}
