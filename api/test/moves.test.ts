import type { Consultant } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

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
