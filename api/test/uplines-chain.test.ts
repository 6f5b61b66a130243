import type { ChainLink, Consultant } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, expectSuccess, startApi } from './start-api.ts';

let api: Api;
let bottom: Consultant;
let top: Consultant;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15', settings: { ROOT_UPLINE_CODE: 'EMP' } });
  top = await consultantWith(api, { internalId: 'C1', name: 'Topo', parentId: 'EMP' }, [['EMP', '2025-01-01', null]]);
  await consultantWith(api, { internalId: 'C2', name: 'Meio', parentId: 'EMP', status: 'SUSPENDED' }, [
    ['C1', '2026-01-01', '2026-03-31'],
    ['EMP', '2026-04-01', '2026-06-30'],
  ]);
  bottom = await consultantWith(api, { internalId: 'C3', name: 'Fundo', parentId: 'EMP' }, [
    ['C1', '2025-06-01', '2025-12-31'],
    ['C2', '2026-01-01', null],
  ]);
});
afterAll(() => api.stop());

test('the chain of a day goes from the own upline to the company', async () => {
  const { day, chain } = await chainOf(bottom, '?day=2026-03-31');

  expect(day).toBe('2026-03-31');
  expect(chain).toEqual([
    { id: expect.any(Number), internalId: 'C2', name: 'Meio', status: 'SUSPENDED' },
    { id: top.id, internalId: 'C1', name: 'Topo', status: 'ACTIVE' },
    { id: null, internalId: 'EMP', name: 'Empresa', status: null },
  ]);
});

test('without a day it is today’s', async () => {
  expect(await codes(bottom, '')).toEqual(['C2', 'EMP']);
  expect((await chainOf(bottom, '')).day).toBe('2026-06-15');
});

test('each day has its own chain; where nobody is above it ends without the company', async () => {
  expect(await codes(bottom, '?day=2025-12-31')).toEqual(['C1', 'EMP']);
  expect(await codes(bottom, '?day=2026-06-30')).toEqual(['C2', 'EMP']);
  expect(await codes(bottom, '?day=2026-07-01')).toEqual(['C2']);
  expect(await codes(bottom, '?day=2025-05-31')).toEqual([]);
  expect(await codes(top, '')).toEqual(['EMP']);
  expect(await codes(top, '?day=2024-12-31')).toEqual([]);
});

test('of nobody there is no chain, and on no day', async () => {
  expect((await api.admin.get('/api/v1/consultants/999999/uplines')).status).toBe(404);
  expect((await api.admin.get(`/api/v1/consultants/${top.id}/uplines?day=2026-02-30`)).status).toBe(400);
});

async function chainOf({ id }: Consultant, query: string): Promise<{ day: string; chain: ChainLink[] }> {
  return expectSuccess(await api.admin.get(`/api/v1/consultants/${id}/uplines${query}`));
}

async function codes(consultant: Consultant, query: string): Promise<string[]> {
  return (await chainOf(consultant, query)).chain.map(({ internalId }) => internalId);
}
