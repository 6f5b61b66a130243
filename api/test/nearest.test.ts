import type { Suggestion } from '@rede/contract/consultants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await api.consultant({ internalId: 'IK10234', name: 'Maria Anjos Sequeira' });
  await api.consultant({ internalId: 'IK10243', name: 'Rui Nabais', status: 'SUSPENDED' });
  await api.consultant({ internalId: 'IK999', name: 'Inês Conceição' });
  await api.consultant({ internalId: 'IK00555', name: 'Óscar Pinto' });
});
afterAll(() => api.stop());

test.each([
  ['as it is, whatever its case', 'ik10234', 'IK10234'],
  ['with a wrong character', 'IK1O234', 'IK10234'],
  ['with a missing character', 'IK1234', 'IK10234'],
  ['with a character too many', 'IK102344', 'IK10234'],
  ['with its last character missing', 'IK1023', 'IK10234'],
  ['with two characters swapped', 'IK01243', 'IK10243'],
  ['without the zeros before its number', 'IK555', 'IK00555'],
  ['with zeros before its number', 'IK000999', 'IK999'],
])('a code is found %s', async (_, typed, code) => {
  expect((await nearest(typed))[0]?.internalId).toBe(code);
});

test('of several codes that a text may mean the most alike is first', async () => {
  expect((await codes('IK10233')).slice(0, 2)).toEqual(['IK10234', 'IK10243']);
});

test('a letter that looks like the digit comes before any other digit', async () => {
  for (const code of ['P110', 'P120', 'P100']) await api.consultant({ internalId: code, name: `De ${code}` });

  expect((await codes('P1O0'))[0]).toBe('P100');
});

test('a name is found by a part of it that is mistyped, without regard to case or accents', async () => {
  expect(await nearest('SEQUERA')).toEqual([
    { id: 1, internalId: 'IK10234', name: 'Maria Anjos Sequeira', status: 'ACTIVE' },
  ]);
  expect(await codes('maria sequeyra')).toEqual(['IK10234']);
  expect(await codes('Ines Conceicão')).toEqual(['IK999']);
  expect(await codes('xyzzy')).toEqual([]);
});

test('there are ten at most, and a text is needed', async () => {
  for (let number = 10; number < 25; number += 1) {
    await api.consultant({ internalId: `Z${number}`, name: `Muitos ${number}` });
  }

  expect(await codes('muitas')).toHaveLength(10);
  expect((await api.admin.get('/api/v1/consultants/nearest')).body.errors).toEqual([
    { field: 'text', message: 'Texto obrigatório' },
  ]);
});

async function nearest(text: string): Promise<Suggestion[]> {
  const query = new URLSearchParams({ text });
  const { body } = await api.admin.get<{ results: Suggestion[] }>(`/api/v1/consultants/nearest?${query}`);
  return body.results;
}

async function codes(text: string): Promise<string[]> {
  return (await nearest(text)).map(({ internalId }) => internalId);
}
