import type { Consultant, ConsultantsChangePreview } from '@rede/contract/consultants';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, expectSuccess, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterEach(async () => {
  const differences = await differencesIn(api);
  await sql`truncate orders, upline_periods, consultants cascade`.execute(api.database);
  if (differences.length > 0) throw new Error(`what is derived differs: ${JSON.stringify(differences)}`);
});
afterAll(() => api.stop());

const all = { internalId: 'K' };
const suspend = { does: 'status', status: 'SUSPENDED' };
const remove = { does: 'delete' };

test('a status is given to all that match; who has it already stays', async () => {
  await api.consultant({ internalId: 'K1' });
  await api.consultant({ internalId: 'K2', status: 'SUSPENDED' });
  await api.consultant({ internalId: 'K3', status: 'INACTIVE' });
  await api.consultant({ internalId: 'X4' });

  const before = await preview(all, suspend);
  const { status, body } = await change(all, suspend, 3);

  expect(before).toEqual({
    consultants: 3,
    changing: 2,
    skipped: [{ reason: 'Já tem este Status', consultants: 1 }],
  });
  expect([status, body]).toEqual([200, { changeId: expect.any(Number), changed: 2 }]);
  expect((await listed()).map(({ internalId, status, version }) => [internalId, status, version])).toEqual([
    ['K1', 'SUSPENDED', 2],
    ['K2', 'SUSPENDED', 1],
    ['K3', 'SUSPENDED', 2],
    ['X4', 'ACTIVE', 1],
  ]);
});

test('who has orders or is an upline is not deleted', async () => {
  await api.consultant({ internalId: 'K1' });
  await api.consultant({ internalId: 'K2', parentId: 'K1' });
  await api.consultant({ internalId: 'K3' });
  await api.order({ ecommerceId: 'K-1', by: 'K3' });
  await api.consultant({ internalId: 'K4' });

  const before = await preview(all, remove);
  const { body } = await change(all, remove, 4);

  expect(before).toEqual({
    consultants: 4,
    changing: 2,
    skipped: [
      { reason: 'Tem encomendas', consultants: 1 },
      { reason: 'É ou foi upline de alguém', consultants: 1 },
    ],
  });
  expect(body).toMatchObject({ changed: 2 });
  expect((await listed()).map(({ internalId }) => internalId)).toEqual(['K1', 'K3']);
});

test('where others match than were shown, it is told, and nobody changes', async () => {
  await api.consultant({ internalId: 'K1' });
  await api.consultant({ internalId: 'K2' });

  expect(await change(all, suspend, 1)).toMatchObject({
    status: 409,
    body: {
      code: 'stale',
      message: 'O filtro tinha 1 consultor e agora tem 2 consultores. Veja de novo o que muda antes de confirmar.',
    },
  });
  expect((await listed()).map(({ version }) => version)).toEqual([1, 1]);
});

test('a filter that matches nobody previews nobody, and there is nobody to change', async () => {
  expect(await preview(all, suspend)).toEqual({ consultants: 0, changing: 0, skipped: [] });
  expect(await change(all, suspend, 0)).toMatchObject({
    status: 400,
    body: { message: 'Não há consultores a alterar.' },
  });
});

test('chosen one by one, by their upline and by their status, the same are changed as are shown', async () => {
  const one = await api.consultant({ internalId: 'K1' });
  const two = await api.consultant({ internalId: 'K2', parentId: 'K1' });
  await api.consultant({ internalId: 'K3', parentId: 'K1', status: 'INACTIVE' });

  expect(await preview({ parentId: 'K1', status: 'ACTIVE' }, suspend)).toMatchObject({ consultants: 1, changing: 1 });
  expect(await preview({ ids: [one.id, two.id] }, suspend)).toMatchObject({ consultants: 2 });
  expect(await change({ parentId: 'K1', status: 'ACTIVE' }, suspend, 1)).toMatchObject({ body: { changed: 1 } });
  expect((await listed()).map(({ status }) => status)).toEqual(['ACTIVE', 'SUSPENDED', 'INACTIVE']);
});

test('deletions and orders that come at once leave no order without its consultant', async () => {
  const codes = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6'];
  for (const internalId of codes) await api.consultant({ internalId });

  const [removed, ...entered] = await Promise.all([
    change(all, remove, 6),
    ...codes.map((internalId) =>
      api.admin.post('/api/v1/orders', {
        ecommerceId: `N-${internalId}`,
        createdAt: '2026-06-01',
        total: '1.00',
        consultant: { internalId },
      }),
    ),
  ]);

  const kept = entered.filter(({ status }) => status === 201).length;
  expect(entered.map(({ status }) => status).filter((status) => status !== 201 && status !== 400)).toEqual([]);
  expect([200, 400]).toContain(removed.status);
  expect(await listed()).toHaveLength(kept);
});

test('of two deletions of the same consultants at once the second finds nobody', async () => {
  for (const internalId of ['K1', 'K2', 'K3']) await api.consultant({ internalId });

  const outcomes = await Promise.all([change(all, remove, 3), change(all, remove, 3)]);

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await listed()).toEqual([]);
});

test('more consultants than may be changed at once are refused', async () => {
  await sql`
    insert into consultants (name, email, tax_id, internal_id, created_at, status)
    select 'Consultor ' || number, number || '@exemplo.pt', 'T' || number, 'K' || number, '2026-01-01', 'ACTIVE'
    from generate_series(1, 10001) number
  `.execute(api.database);

  const { status, body } = await api.admin.post('/api/v1/consultants/change/preview', { filter: {}, change: suspend });

  expect([status, body.message.replaceAll('\u00a0', ' ')]).toEqual([
    400,
    'De uma vez alteram-se no máximo 10 000 consultores, e o filtro tem mais. Escolha um filtro mais estreito.',
  ]);
});

async function preview(filter: object, change: object): Promise<ConsultantsChangePreview> {
  return expectSuccess(
    await api.admin.post<ConsultantsChangePreview>('/api/v1/consultants/change/preview', { filter, change }),
  );
}

function change(filter: object, change: object, expected: number) {
  return api.admin.post<{ changeId: number; changed: number }>('/api/v1/consultants/change', {
    filter,
    change,
    expected,
  });
}

async function listed(): Promise<Consultant[]> {
  const address = '/api/v1/consultants?sort=internalId&pageSize=200';
  return expectSuccess(await api.admin.get<Page<Consultant>>(address)).results;
}
