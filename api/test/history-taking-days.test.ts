import type { Consultant } from '@rede/contract/consultants';
import type { ImpactPreview, HistoryEntry } from '@rede/contract/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import { type Api, consultantWith, dashboardOf, expectSuccess, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
  for (const internalId of ['OLD', 'NEW']) await api.consultant({ internalId });
});
afterAll(() => api.stop());

const pathOf = ({ id }: Consultant) => `/api/v1/consultants/${id}/history`;

/** The history in short: under whom, from when, until when, and how often it was changed. */
async function shortHistoryOf(consultant: Consultant) {
  const entries = await historyOf(api, consultant);
  return entries.map(({ parentId, startDate, endDate, version }) => [parentId, startDate, endDate, version]);
}

test('a move backdated by a year is one call, and every figure is right after it', async () => {
  const moved = await consultantWith(api, { internalId: 'M1' }, [['OLD', '2024-01-01', null]]);
  await api.order({ ecommerceId: 'before', by: 'M1', createdAt: '2025-06-14', total: '30.00' });
  await api.order({ ecommerceId: 'after', by: 'M1', createdAt: '2025-06-15', total: '50.00' });
  const body = { parentId: 'NEW', startDate: '2025-06-15' };

  const refused = await api.admin.post(pathOf(moved), body);
  const tried = await api.admin.post<ImpactPreview>(`${pathOf(moved)}/preview?takeDays=true`, body);
  const untouched = await shortHistoryOf(moved);
  const made = await api.admin.post<HistoryEntry>(`${pathOf(moved)}?takeDays=true`, body);

  expect([refused.status, refused.body.code]).toEqual([409, 'overlap']);
  expect(untouched).toEqual([['OLD', '2024-01-01', null, 1]]);
  const { networks } = expectSuccess(tried);
  expect(networks.map((one) => [one.internalId, one.network, one.change, one.totalOrdersValue])).toEqual([
    ['OLD', 'total', 'leaves', '50.00'],
    ['OLD', 'direct', 'leaves', '50.00'],
    ['NEW', 'total', 'enters', '50.00'],
    ['NEW', 'direct', 'enters', '50.00'],
  ]);
  expect([made.status, made.body]).toMatchObject([201, { parentId: 'NEW', startDate: '2025-06-15', endDate: null }]);
  expect(await shortHistoryOf(moved)).toEqual([
    ['OLD', '2024-01-01', '2025-06-14', 2],
    ['NEW', '2025-06-15', null, 1],
  ]);
  const values = await Promise.all(
    ['old', 'new'].map(async (name) => {
      const seen = await api.as({ email: `${name}@exemplo.pt` });
      const { total } = await dashboardOf(seen, '?startDate=2025-06-01&endDate=2025-06-30');
      return total.totals.totalOrdersValue;
    }),
  );
  expect(values).toEqual(['30.00', '50.00']);
  expect(await differencesIn(api)).toEqual([]);
});

test('one that lies within another leaves what is before and what is after; those it covers are gone', async () => {
  const within = await consultantWith(api, { internalId: 'M2' }, [['OLD', '2025-01-01', '2025-12-31']]);
  const over = await consultantWith(api, { internalId: 'M3' }, [
    ['OLD', '2025-01-01', '2025-01-31'],
    ['IK0', '2025-02-01', '2025-02-28'],
    ['NEW', '2025-03-01', null],
  ]);

  await api.admin.post(`${pathOf(within)}?takeDays=true`, {
    parentId: 'NEW',
    startDate: '2025-03-01',
    endDate: '2025-03-31',
  });
  await api.admin.post(`${pathOf(over)}?takeDays=true`, {
    parentId: 'OLD',
    startDate: '2025-01-31',
    endDate: '2025-03-01',
  });

  expect(await shortHistoryOf(within)).toEqual([
    ['OLD', '2025-01-01', '2025-02-28', 2],
    ['NEW', '2025-03-01', '2025-03-31', 1],
    ['OLD', '2025-04-01', '2025-12-31', 1],
  ]);
  expect(await shortHistoryOf(over)).toEqual([
    ['OLD', '2025-01-01', '2025-01-30', 2],
    ['OLD', '2025-01-31', '2025-03-01', 1],
    ['NEW', '2025-03-02', null, 2],
  ]);
});

test('a period that is corrected takes days too, and leaves those it held on before', async () => {
  const corrected = await consultantWith(api, { internalId: 'M4' }, [
    ['OLD', '2025-01-01', '2025-06-30'],
    ['NEW', '2025-07-01', null],
  ]);
  const [, second] = await historyOf(api, corrected);
  const body = { parentId: 'IK0', startDate: '2025-02-01', endDate: '2025-03-31', version: second?.version };

  const answered = await api.admin.put<HistoryEntry>(`${pathOf(corrected)}/${second?.id}?takeDays=true`, body);

  expect(expectSuccess(answered)).toMatchObject({ id: second?.id, parentId: 'IK0', version: 2 });
  expect(await shortHistoryOf(corrected)).toEqual([
    ['OLD', '2025-01-01', '2025-01-31', 2],
    ['IK0', '2025-02-01', '2025-03-31', 2],
    ['OLD', '2025-04-01', '2025-06-30', 1],
  ]);
});

test('where it would make a cycle nothing is taken', async () => {
  const top = await consultantWith(api, { internalId: 'M5' }, [['IK0', '2025-01-01', null]]);
  await consultantWith(api, { internalId: 'M6' }, [['M5', '2025-01-01', null]]);

  const { status, body } = await api.admin.post(`${pathOf(top)}?takeDays=true`, {
    parentId: 'M6',
    startDate: '2025-05-01',
  });

  expect([status, body.code]).toEqual([409, 'cycle']);
  expect(await shortHistoryOf(top)).toEqual([['IK0', '2025-01-01', null, 1]]);
});

test('of many that want the same days at once each gets them whole or not at all', async () => {
  const wanted = await consultantWith(api, { internalId: 'M7' }, [['OLD', '2025-01-01', null]]);
  const uplines = ['OLD', 'NEW', 'IK0', 'NEW', 'OLD', 'IK0'];

  const answers = await Promise.all(
    uplines.map((parentId, index) =>
      api.admin.post(`${pathOf(wanted)}?takeDays=true`, {
        parentId,
        startDate: `2025-02-0${1 + index}`,
        endDate: `2025-03-0${1 + index}`,
      }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(uplines.map(() => 201));
  const entries = await historyOf(api, wanted);
  expect([entries[0]?.startDate, entries.at(-1)?.endDate]).toEqual(['2025-01-01', null]);
  expect(await differencesIn(api)).toEqual([]);
});
