import type { Consultant } from '@rede/contract/consultants';
import type { HistoryEntry } from '@rede/contract/history';
import type { Page } from '@rede/contract/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('a period is added, listed with the others oldest first, corrected and deleted', async () => {
  const upline = await api.consultant({ internalId: 'U1', name: 'Una' });
  const consultant = await consultantWith(api, { internalId: 'H1' }, [['IK0', '2026-03-01', null]]);
  const history = `/api/v1/consultants/${consultant.id}/history`;

  const added = await api.admin.post<HistoryEntry>(history, {
    parentId: 'U1',
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  });
  const listed = await historyOf(api, consultant);
  const corrected = await api.admin.put<HistoryEntry>(`${history}/${added.body.id}`, {
    ...added.body,
    endDate: '2026-02-28',
  });
  const deleted = await api.admin.delete(`${history}/${added.body.id}`);

  expect([added.status, corrected.status, deleted.status]).toEqual([201, 200, 204]);
  expect(listed.map(({ parentId, upline, startDate, endDate }) => [parentId, upline, startDate, endDate])).toEqual([
    ['U1', { id: upline.id, name: 'Una' }, '2026-01-01', '2026-01-31'],
    ['IK0', null, '2026-03-01', null],
  ]);
  expect(corrected.body).toEqual({
    id: added.body.id,
    parentId: 'U1',
    startDate: '2026-01-01',
    endDate: '2026-02-28',
    consultant: { id: consultant.id, internalId: 'H1' },
    version: 2,
    upline: { id: upline.id, name: 'Una' },
  });
  expect(await historyOf(api, consultant)).toHaveLength(1);
});

test('the body that the form sends is taken: an id of its own, the consultant, no end', async () => {
  const consultant = await consultantWith(api, { internalId: 'H2' }, []);

  const { status, body } = await api.admin.post<HistoryEntry>(`/api/v1/consultants/${consultant.id}/history`, {
    id: 17,
    parentId: ' ik0 ',
    startDate: '2026-01-01',
    endDate: '',
    consultant: { id: consultant.id, internalId: 'H2' },
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({ parentId: 'IK0', startDate: '2026-01-01', endDate: null });
});

test('everything that is wrong with a period is told at once', async () => {
  const consultant = await api.consultant({ internalId: 'H3' });

  const { status, body } = await api.admin.post(`/api/v1/consultants/${consultant.id}/history`, {
    parentId: ' ',
    endDate: '2026-02-30',
    version: 'um',
    surprise: true,
  });

  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { field: 'parentId', message: 'Código Upline é obrigatório' },
    { field: 'startDate', message: 'Data de Início é obrigatória' },
    { field: 'endDate', message: 'Data inválida' },
    { field: 'version', message: 'Versão inválida' },
    { field: 'surprise', message: 'Campo desconhecido' },
  ]);
});

test('a period does not end before it begins; one day is a period', async () => {
  const consultant = await consultantWith(api, { internalId: 'H4' }, []);
  const add = (startDate: string, endDate: string) =>
    api.admin.post(`/api/v1/consultants/${consultant.id}/history`, { parentId: 'IK0', startDate, endDate });

  const reversed = await add('2026-02-02', '2026-02-01');
  const oneDay = await add('2026-02-01', '2026-02-01');

  expect([reversed.status, reversed.body.errors]).toEqual([
    400,
    [{ field: 'endDate', message: 'A Data Fim não pode ser anterior à Data Início' }],
  ]);
  expect(oneDay.status).toBe(201);
});

test('a stale correction is refused, one without a version goes through', async () => {
  const consultant = await consultantWith(api, { internalId: 'H7' }, [['IK0', '2026-01-01', null]]);
  const [period] = await historyOf(api, consultant);
  const path = `/api/v1/consultants/${consultant.id}/history/${period?.id}`;
  await api.admin.put(path, { ...period, endDate: '2026-03-31' });

  const stale = await api.admin.put(path, { ...period, endDate: '2026-04-30' });
  const unversioned = await api.admin.put<HistoryEntry>(path, { ...period, version: null, endDate: '2026-05-31' });

  expect(stale.status).toBe(409);
  expect(stale.body).toEqual({
    code: 'stale',
    message: 'Este registo foi alterado por outra pessoa. Recarregue a página.',
  });
  expect(unversioned.body).toMatchObject({ endDate: '2026-05-31', version: 3 });
});

test('a period is found under its own consultant only', async () => {
  const owner = await api.consultant({ internalId: 'H8' });
  const other = await api.consultant({ internalId: 'H9' });
  const [period] = await historyOf(api, owner);
  const path = `/api/v1/consultants/${other.id}/history/${period?.id}`;

  const corrected = await api.admin.put(path, { ...period });
  const deleted = await api.admin.delete(path);
  const listed = await api.admin.get('/api/v1/consultants/999999/history');
  const added = await api.admin.post('/api/v1/consultants/999999/history', {
    parentId: 'IK0',
    startDate: '2026-01-01',
  });

  expect([corrected.status, corrected.body.message]).toEqual([404, 'Este período não existe.']);
  expect([deleted.status, deleted.body.message]).toEqual([404, 'Este período não existe.']);
  expect([listed.status, listed.body.message]).toEqual([404, 'Este consultor não existe.']);
  expect([added.status, added.body.message]).toEqual([404, 'Este consultor não existe.']);
  expect(await historyOf(api, owner)).toHaveLength(1);
});

test('history comes in pages too, and whole for the largest page size', async () => {
  const consultant = await consultantWith(api, { internalId: 'H10' }, [
    ['IK0', '2026-01-01', '2026-01-31'],
    ['IK0', '2026-02-01', '2026-02-28'],
    ['IK0', '2026-03-01', null],
  ]);
  const pageOf = async (query: string) =>
    (await api.admin.get<Page<HistoryEntry>>(`/api/v1/consultants/${consultant.id}/history${query}`)).body;

  const second = await pageOf('?pageSize=2&pageNumber=1');
  const whole = await pageOf('?pageSize=2147483647');
  const pastTheEnd = await pageOf('?pageSize=2147483647&pageNumber=2147483647');

  expect(second).toMatchObject({ totalPages: 2, pageNumber: 1, totalResults: 3 });
  expect(second.results.map(({ startDate }) => startDate)).toEqual(['2026-03-01']);
  expect(whole).toMatchObject({ totalPages: 1, pageNumber: 0, totalResults: 3 });
  expect(whole.results).toHaveLength(3);
  expect(pastTheEnd).toEqual({ results: [], totalPages: 1, pageNumber: 2147483647, totalResults: 3 });
});

test('the upline shown is that of the period in force, else of the last over, else of the first to come, else none', async () => {
  await api.consultant({ internalId: 'U11' });
  await api.consultant({ internalId: 'U12' });

  const shown = await Promise.all([
    consultantWith(api, { internalId: 'S1' }, [
      ['U11', '2026-01-01', '2026-06-14'],
      ['U12', '2026-06-15', '2026-06-15'],
      ['U11', '2026-06-16', null],
    ]),
    consultantWith(api, { internalId: 'S2' }, [
      ['U12', '2026-01-01', '2026-01-31'],
      ['U11', '2026-02-01', '2026-02-28'],
      ['U12', '2026-06-16', null],
    ]),
    consultantWith(api, { internalId: 'S3' }, [
      ['U11', '2026-07-01', '2026-07-31'],
      ['U12', '2026-08-01', null],
    ]),
    consultantWith(api, { internalId: 'S4' }, []),
  ]);

  expect(shown.map(({ parentId }) => parentId)).toEqual(['U12', 'U11', 'U11', null]);
});

test('a change of the history makes a new version of the consultant where it changes the upline shown, and only there', async () => {
  await api.consultant({ internalId: 'U13' });
  const before = await consultantWith(api, { internalId: 'V1' }, [['IK0', '2026-01-01', '2026-03-31']]);
  const history = `/api/v1/consultants/${before.id}/history`;

  await api.admin.post(history, { parentId: 'U13', startDate: '2025-01-01', endDate: '2025-12-31' });
  const unshown = await find('V1');
  await api.admin.post(history, { parentId: 'U13', startDate: '2026-04-01' });
  const shown = await find('V1');
  const stale = await api.admin.put(`/api/v1/consultants/${before.id}`, { ...before, name: 'Por Cima' });

  expect(unshown.version).toBe(before.version);
  expect([shown.parentId, shown.version]).toEqual(['U13', before.version + 1]);
  expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
});

test('the last period left may be deleted too; the consultant then stands under nobody until a new upline is chosen', async () => {
  const consultant = await consultantWith(api, { internalId: 'V2' }, []);

  const edited = await api.admin.put<Consultant>(`/api/v1/consultants/${consultant.id}`, {
    ...consultant,
    parentId: 'IK0',
  });
  const withoutUpline = await api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, version: null });

  expect(consultant.parentId).toBe(null);
  expect([edited.status, edited.body.parentId]).toEqual([200, 'IK0']);
  expect(await historyOf(api, consultant)).toMatchObject([{ startDate: '2026-06-15', endDate: null }]);
  expect([withoutUpline.status, withoutUpline.body.errors]).toEqual([
    400,
    [{ field: 'parentId', message: 'Código Upline é obrigatório' }],
  ]);
});

async function find(internalId: string): Promise<Consultant> {
  const { body } = await api.admin.get<Page<Consultant>>(`/api/v1/consultants?internalId=${internalId}`);
  const [found] = body.results;
  if (!found) throw new Error(`no consultant ${internalId}`);
  return found;
}
