import type { Consultant } from '@rede/contract/consultants';
import type { ProblemBody } from '@rede/contract/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

const stale = 'Este registo foi alterado por outra pessoa. Recarregue a página.';
const ana = { name: 'Ana', parentId: 'IK0', createdAt: '2026-01-10', status: 'ACTIVE' };

test('of two moves that would make a cycle together, exactly one is made, however they come', async () => {
  const pairs = await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7', '8'].map((number) =>
      Promise.all([api.consultant({ internalId: `P${number}` }), api.consultant({ internalId: `Q${number}` })]),
    ),
  );

  const outcomes = await Promise.all(
    pairs.map(([p, q]) =>
      Promise.all([
        api.admin.put(`/api/v1/consultants/${p.id}`, { ...p, parentId: q.internalId }),
        api.admin.put(`/api/v1/consultants/${q.id}`, { ...q, parentId: p.internalId }),
      ]),
    ),
  );

  expect(outcomes.map((pair) => pair.map(({ status }) => status).toSorted())).toEqual(pairs.map(() => [200, 409]));
  expect(outcomes.map(refusals)).toEqual(
    pairs.map(() => [
      expect.stringMatching(/^Este upline faria um ciclo na rede: a 2026-06-15, [PQ]\d está sob este consultor/),
    ]),
  );
});

test('of three backdated moves that would make a cycle together, exactly two are made', async () => {
  const three = await Promise.all(['X', 'Y', 'Z'].map((name) => consultantWith(api, { internalId: `R${name}` }, [])));

  const outcomes = await Promise.all(
    three.map(({ id }, index) =>
      api.admin.post(`/api/v1/consultants/${id}/history`, {
        parentId: three[(index + 1) % 3]?.internalId,
        startDate: `2026-01-0${index + 1}`,
      }),
    ),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
});

test('of overlapping periods added at once, exactly one is there afterwards', async () => {
  const consultant = await consultantWith(api, { internalId: 'W1' }, []);
  const add = (day: number) =>
    api.admin.post(`/api/v1/consultants/${consultant.id}/history`, { parentId: 'IK0', startDate: `2026-01-0${day}` });

  const outcomes = await Promise.all([1, 2, 3, 4].map((day) => add(day)));

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(refusals(outcomes)).toEqual(
    [1, 2, 3].map(() =>
      expect.stringMatching(/^O período sobrepõe-se ao de 2026-01-0\d em diante, sob IK0; o primeiro dia/),
    ),
  );
  expect(await historyOf(api, consultant)).toHaveLength(1);
});

test('an upline that is deleted while somebody is put under it either goes or is used, never half of each', async () => {
  const uplines = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((n) => api.consultant({ internalId: `DU${n}` })),
  );

  const outcomes = await Promise.all(
    uplines.map(({ id, internalId }, index) =>
      Promise.all([
        api.admin.delete(`/api/v1/consultants/${id}`),
        api.admin.post('/api/v1/consultants', {
          name: 'Novo',
          email: `novo${index}@exemplo.pt`,
          taxId: `NOVO-${index}`,
          internalId: `DN${index}`,
          parentId: internalId,
          createdAt: '2026-01-01',
          status: 'ACTIVE',
        }),
      ]),
    ),
  );

  const statuses = new Set(outcomes.map((pair) => pair.map(({ status }) => status).join(' ')));
  expect(['204 400', '409 201']).toEqual(expect.arrayContaining([...statuses]));
});

test('of consultants with the same code, email or NIF that are created at once, exactly one is there', async () => {
  const create = (given: object) =>
    api.admin.post('/api/v1/consultants', {
      ...ana,
      taxId: 'N1',
      internalId: 'ONCE',
      email: 'once@exemplo.pt',
      ...given,
    });

  const sameCode = await Promise.all(
    ['1', '2', '3'].map((n) => create({ email: `once${n}@exemplo.pt`, taxId: `ONCE-${n}` })),
  );
  const sameEmail = await Promise.all(
    ['1', '2', '3'].map((n) => create({ internalId: `ONCE${n}`, taxId: `EMAIL-${n}` })),
  );
  const sameNif = await Promise.all(
    ['4', '5', '6'].map((n) => create({ internalId: `ONCE${n}`, email: `nif${n}@exemplo.pt` })),
  );

  expect([sameCode, sameEmail, sameNif].map((three) => three.map(({ status }) => status).toSorted())).toEqual([
    [201, 409, 409],
    [201, 409, 409],
    [201, 409, 409],
  ]);
  expect([sameCode, sameEmail, sameNif].map(refusals)).toEqual([
    ['Já existe um consultor com este Código IK', 'Já existe um consultor com este Código IK'],
    ['Já existe um consultor com este email', 'Já existe um consultor com este email'],
    ['Já existe um consultor com este NIF', 'Já existe um consultor com este NIF'],
  ]);
});

test('of consultants that are given the same code at once, exactly one gets it', async () => {
  const consultants = await Promise.all(['1', '2', '3'].map((n) => api.consultant({ internalId: `RECODED${n}` })));

  const outcomes = await Promise.all(
    consultants.map((one) => api.admin.put(`/api/v1/consultants/${one.id}`, { ...one, internalId: 'RECODED' })),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(refusals(outcomes)).toEqual([
    'Já existe um consultor com este Código IK',
    'Já existe um consultor com este Código IK',
  ]);
});

test('of changes of the same version of a consultant that come at once, exactly one is made', async () => {
  const consultant = await api.consultant({ internalId: 'VERSION' });

  const outcomes = await Promise.all(
    ['Um', 'Dois', 'Três'].map((name) =>
      api.admin.put(`/api/v1/consultants/${consultant.id}`, { ...consultant, name }),
    ),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(refusals(outcomes)).toEqual([stale, stale]);
});

test('of corrections of the same version of a period that come at once, exactly one is made', async () => {
  const consultant = await consultantWith(api, { internalId: 'CORRECTED' }, [['IK0', '2026-01-01', null]]);
  const [period] = await historyOf(api, consultant);

  const outcomes = await Promise.all(
    ['2026-01-31', '2026-02-28', '2026-03-31'].map((endDate) =>
      api.admin.put(`/api/v1/consultants/${consultant.id}/history/${period?.id}`, { ...period, endDate }),
    ),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(refusals(outcomes)).toEqual([stale, stale]);
  expect(await historyOf(api, consultant)).toMatchObject([{ id: period?.id, version: 2 }]);
});

test('a consultant form and a change of the history behind it are made one after the other, or the form is refused', async () => {
  await api.consultant({ internalId: 'BEHIND' });
  const consultants = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((n) =>
      consultantWith(api, { internalId: `FORM${n}` }, [['IK0', '2026-01-01', '2026-05-31']]),
    ),
  );

  const outcomes = await Promise.all(
    consultants.map((one) =>
      Promise.all([
        api.admin.put(`/api/v1/consultants/${one.id}`, { ...one, name: 'Outro Nome' }),
        api.admin.post(`/api/v1/consultants/${one.id}/history`, { parentId: 'BEHIND', startDate: '2026-06-01' }),
      ]),
    ),
  );
  const shown = await Promise.all(
    consultants.map(async ({ id }) => (await api.admin.get<Consultant>(`/api/v1/consultants/${id}`)).body.parentId),
  );

  const statuses = new Set(outcomes.map((pair) => pair.map(({ status }) => status).join(' ')));
  expect(['200 201', '409 201']).toEqual(expect.arrayContaining([...statuses]));
  expect(outcomes.flatMap(refusals).filter((message) => message !== stale)).toEqual([]);
  expect(shown).toEqual(consultants.map(() => 'BEHIND'));
});

test('a period that is corrected while it is deleted is gone in the end, and whoever came late is told', async () => {
  const consultants = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((n) =>
      consultantWith(api, { internalId: `GONE${n}` }, [['IK0', '2026-01-01', null]]),
    ),
  );

  const outcomes = await Promise.all(
    consultants.map(async (one) => {
      const [period] = await historyOf(api, one);
      const path = `/api/v1/consultants/${one.id}/history/${period?.id}`;
      return Promise.all([api.admin.put(path, { ...period, endDate: '2026-05-31' }), api.admin.delete(path)]);
    }),
  );

  const statuses = new Set(outcomes.map((pair) => pair.map(({ status }) => status).join(' ')));
  expect(['200 204', '404 204']).toEqual(expect.arrayContaining([...statuses]));
  expect(outcomes.flatMap(refusals).filter((message) => message !== 'Este período não existe.')).toEqual([]);
  expect(await Promise.all(consultants.map((one) => historyOf(api, one)))).toEqual(consultants.map(() => []));
});

test('of changes of the same version of an order that come at once, exactly one is made', async () => {
  const order = await api.order({ ecommerceId: 'E-2' });

  const outcomes = await Promise.all(
    ['1.00', '2.00', '3.00', '4.00'].map((total) => api.admin.put(`/api/v1/orders/${order.id}`, { ...order, total })),
  );

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test('an order and a consultant that is deleted meanwhile never miss each other', async () => {
  const consultants = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((number) => api.consultant({ internalId: `DC${number}` })),
  );

  const outcomes = await Promise.all(
    consultants.map(({ id, internalId }) =>
      Promise.all([
        api.admin.delete(`/api/v1/consultants/${id}`),
        api.admin.post('/api/v1/orders', {
          createdAt: '2026-05-01',
          total: '10.00',
          ecommerceId: `DO ${internalId}`,
          consultant: { internalId },
        }),
      ]),
    ),
  );

  const statuses = new Set(outcomes.map((pair) => pair.map(({ status }) => status).join(' ')));
  expect(['204 400', '409 201']).toEqual(expect.arrayContaining([...statuses]));
});

/** What those were told who were refused. */
function refusals(answers: Answered<ProblemBody>[]): string[] {
  return answers.filter(({ status }) => status >= 400).map(({ body }) => body.message);
}
