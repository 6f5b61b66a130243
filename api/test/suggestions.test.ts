import type { Suggestion } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ settings: { ROOT_UPLINE_CODE: 'EMP' } });
  await api.consultant({ internalId: 'AN1', name: 'João Araújo', parentId: 'EMP' });
  await api.consultant({ internalId: 'AN10', name: 'Rita Bastos', parentId: 'EMP', status: 'SUSPENDED' });
  await api.consultant({ internalId: 'X7', name: 'Ana Lopes', parentId: 'EMP' });
  await api.consultant({ internalId: 'X8', name: 'Maria João Ánjos', parentId: 'EMP' });
  await api.consultant({ internalId: 'X9', name: 'Zé Fontana', parentId: 'EMP' });
});
afterAll(() => api.stop());

test('people are found by code and by name, without regard to case or accents', async () => {
  expect(await suggested('?text=x7')).toEqual([{ id: 3, internalId: 'X7', name: 'Ana Lopes', status: 'ACTIVE' }]);
  expect(await suggested('?text=ARAUJO')).toEqual([
    { id: 1, internalId: 'AN1', name: 'João Araújo', status: 'ACTIVE' },
  ]);
  expect(await suggested('?text=bástos')).toEqual([
    { id: 2, internalId: 'AN10', name: 'Rita Bastos', status: 'SUSPENDED' },
  ]);
});

test('the code itself comes first, then codes, names and words that begin with the text, then where it is within', async () => {
  expect(await codes('?text=an')).toEqual(['AN1', 'AN10', 'X7', 'X8', 'X9']);
  expect(await codes('?text=an1')).toEqual(['AN1', 'AN10']);
  expect(await codes('?text=jo')).toEqual(['AN1', 'X8']);
  expect(await codes('?text=tan')).toEqual(['X9']);
});

test('every word must be found, in the code or in the name, in any order', async () => {
  expect(await codes('?text=anjos%20%20maria')).toEqual(['X8']);
  expect(await codes('?text=x8%20joao')).toEqual(['X8']);
  expect(await codes('?text=maria%20bastos')).toEqual([]);
});

test('% and _ are plain characters', async () => {
  expect(await codes('?text=%25')).toEqual([]);
  expect(await codes('?text=_')).toEqual([]);
});

test('the company is among them where it is asked for, without an id or a status', async () => {
  const company = { id: null, internalId: 'EMP', name: 'Empresa', status: null };

  expect(await suggested('?text=emp')).toEqual([]);
  expect(await suggested('?text=emp&withCompany=true')).toEqual([company]);
  expect(await suggested('?text=Empresa&withCompany=true')).toEqual([company]);
  expect(await suggested('?text=ana&withCompany=true')).not.toContainEqual(company);
});

test('before anything is typed, the company and the first by name are suggested', async () => {
  expect(await codes('')).toEqual(['X7', 'AN1', 'X8', 'AN10', 'X9']);
  expect(await codes('?withCompany=true')).toEqual(['EMP', 'X7', 'AN1', 'X8', 'AN10', 'X9']);
});

test('there are ten at most', async () => {
  for (let number = 10; number < 22; number += 1) {
    await api.consultant({ internalId: `T${number}`, name: `Muitos ${number}`, parentId: 'EMP' });
  }

  expect(await codes('?text=muitos')).toEqual(['T10', 'T11', 'T12', 'T13', 'T14', 'T15', 'T16', 'T17', 'T18', 'T19']);
});

async function suggested(query: string): Promise<Suggestion[]> {
  const { body } = await api.admin.get<{ results: Suggestion[] }>(`/api/v1/consultants/suggestions${query}`);
  return body.results;
}

async function codes(query: string): Promise<string[]> {
  return (await suggested(query)).map(({ internalId }) => internalId);
}
