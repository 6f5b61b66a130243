import type { HistoryEntry } from '@rede/contract/history';
import type { ProblemBody } from '@rede/contract/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('periods of one consultant do not overlap, and the message names the other one and the first day they share', async () => {
  await api.consultant({ internalId: 'U5' });
  const consultant = await consultantWith(api, { internalId: 'H5' }, [
    ['U5', '2026-01-01', '2026-01-31'],
    ['IK0', '2026-03-01', null],
  ]);
  const history = `/api/v1/consultants/${consultant.id}/history`;
  const [first] = await historyOf(api, consultant);

  const added = await api.admin.post(history, { parentId: 'IK0', startDate: '2026-01-31', endDate: '2026-02-10' });
  const open = await api.admin.post(history, { parentId: 'U5', startDate: '2026-02-01' });
  const corrected = await api.admin.put(`${history}/${first?.id}`, {
    parentId: 'U5',
    startDate: '2026-01-01',
    endDate: '2026-03-01',
  });
  const between = await api.admin.post(history, { parentId: 'IK0', startDate: '2026-02-01', endDate: '2026-02-28' });

  const withTheOpenOne =
    'O período sobrepõe-se ao de 2026-03-01 em diante, sob IK0; o primeiro dia em comum é 2026-03-01';
  expect([added, open, corrected].map(problem)).toEqual([
    [
      409,
      'overlap',
      'startDate',
      'O período sobrepõe-se ao de 2026-01-01 a 2026-01-31, sob U5; o primeiro dia em comum é 2026-01-31',
    ],
    [409, 'overlap', 'startDate', withTheOpenOne],
    [409, 'overlap', 'startDate', withTheOpenOne],
  ]);
  expect(between.status).toBe(201);
});

test('an upline is the company or an existing consultant, whatever the case, and nobody is their own', async () => {
  const upline = await api.consultant({ internalId: 'Uç6', email: 'u6@exemplo.pt' });
  const consultant = await consultantWith(api, { internalId: 'H6' }, []);
  const add = (parentId: string, startDate: string) =>
    api.admin.post<HistoryEntry & ProblemBody>(`/api/v1/consultants/${consultant.id}/history`, {
      parentId,
      startDate,
      endDate: startDate,
    });

  const known = await add(' uÇ6 ', '2026-01-01');
  const unknown = await add('NINGUEM', '2026-01-02');
  const itself = await add('h6', '2026-01-03');

  expect(known.body.parentId).toBe(upline.internalId);
  expect(problem(unknown)).toEqual([400, 'invalid', 'parentId', 'O Código Upline NINGUEM não existe']);
  expect(problem(itself)).toEqual([400, 'invalid', 'parentId', 'Um consultor não pode ser o seu próprio upline']);
});

test('a cycle is refused where all of a chain’s days meet, and the first such day is named with the way back', async () => {
  const c1 = await consultantWith(api, { internalId: 'C1' }, []);
  await consultantWith(api, { internalId: 'C2' }, [['C1', '2026-01-10', '2026-01-31']]);
  const c3 = await consultantWith(api, { internalId: 'C3' }, [['C2', '2026-01-20', null]]);
  const under = (startDate: string, endDate: string | null) =>
    api.admin.post(`/api/v1/consultants/${c1.id}/history`, { parentId: 'c3', startDate, endDate });

  const meeting = await under('2026-01-01', null);
  const before = await under('2026-01-01', '2026-01-19');
  const after = await under('2026-02-01', null);

  expect(problem(meeting)).toEqual([
    409,
    'cycle',
    'parentId',
    'Este upline faria um ciclo na rede: a 2026-01-20, C3 está sob C2, que está sob este consultor (período de 2026-01-10 a 2026-01-31)',
  ]);
  expect([before.status, after.status]).toEqual([201, 201]);
  expect(await historyOf(api, c3)).toHaveLength(1);
});

test('the way back of a cycle is told by its ends, however long it is, and in the consultant form too', async () => {
  const top = await api.consultant({ internalId: 'W1', createdAt: '2026-01-01' });
  await consultantWith(api, { internalId: 'W2' }, [['W1', '2026-06-20', null]]);
  await consultantWith(api, { internalId: 'W3' }, [['W2', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'W4' }, [['W3', '2026-06-25', '2026-06-30']]);
  const moveUnder = async (parentId: string) =>
    problem(await api.admin.put(`/api/v1/consultants/${top.id}`, { ...top, parentId }));

  const refusals = [await moveUnder('W2'), await moveUnder('W3'), await moveUnder('W4')];

  const cycle = (way: string) => [409, 'cycle', 'parentId', `Este upline faria um ciclo na rede: ${way}`];
  expect(refusals).toEqual([
    cycle('a 2026-06-20, W2 está sob este consultor (período de 2026-06-20 em diante)'),
    cycle('a 2026-06-20, W3 está sob W2, que está sob este consultor (período de 2026-06-20 em diante)'),
    cycle('a 2026-06-25, W4 está sob … sob W2, que está sob este consultor (período de 2026-06-20 em diante)'),
  ]);
  expect((await api.admin.get(`/api/v1/consultants/${top.id}`)).body).toEqual(top);
});

test('a correction or a move that would make a cycle is refused and leaves everything as it was', async () => {
  const top = await consultantWith(api, { internalId: 'C4' }, [['IK0', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'C5' }, [['C4', '2026-06-01', null]]);
  const [period] = await historyOf(api, top);

  const moved = await api.admin.put(`/api/v1/consultants/${top.id}`, { ...top, name: 'Outro', parentId: 'C5' });
  const corrected = await api.admin.put(`/api/v1/consultants/${top.id}/history/${period?.id}`, {
    ...period,
    parentId: 'C5',
  });

  expect([moved.status, moved.body.code]).toEqual([409, 'cycle']);
  expect([corrected.status, corrected.body.code]).toEqual([409, 'cycle']);
  expect((await api.admin.get(`/api/v1/consultants/${top.id}`)).body).toEqual(top);
  expect(await historyOf(api, top)).toEqual([period]);
});

/** What was refused; a message about a field stands at the field as well. */
function problem({ status, body }: Answered<unknown>) {
  const { code, message, errors } = body as ProblemBody;
  expect(errors?.map((error) => error.message)).toEqual([message]);
  return [status, code, errors?.[0]?.field, message];
}
