import type { Consultant } from '@rede/contract/consultants';
import type { ImpactPreview, HistoryEntry } from '@rede/contract/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, consultantWith, historyOf, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' });
});
afterAll(() => api.stop());

test('a move from today takes the orders of today and later, its downline’s too, and nothing of before', async () => {
  await api.consultant({ internalId: 'A1' });
  await consultantWith(api, { internalId: 'A2' }, [['A1', '2026-01-01', null]]);
  await api.consultant({ internalId: 'A3', name: 'Nova' });
  const mover = await consultantWith(api, { internalId: 'A4' }, [['A2', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'A5' }, [['A4', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'A-1', by: 'A4', createdAt: '2026-06-14', total: '1.00' });
  await api.order({ ecommerceId: 'A-2', by: 'A4', createdAt: '2026-06-15', total: '20.00', totalPayment: '5.00' });
  await api.order({ ecommerceId: 'A-3', by: 'A5', createdAt: '2026-07-01', total: '300.50', paidAt: '2026-07-01' });

  const effect = await tryMove(mover, 'A3');

  expect(lines(effect)).toEqual([
    'leaves A2 total: 2, 320.50, 15.00',
    'leaves A2 direct: 1, 20.00, 15.00',
    'leaves A1 total: 2, 320.50, 15.00',
    'enters A3 total: 2, 320.50, 15.00',
    'enters A3 direct: 1, 20.00, 15.00',
  ]);
  expect(effect.networks[3]).toEqual({
    internalId: 'A3',
    name: 'Nova',
    network: 'total',
    change: 'enters',
    orders: 2,
    totalOrdersValue: '320.50',
    totalPendingValue: '15.00',
  });
});

test('who stays above by another way loses and gains nothing in its total network', async () => {
  await api.consultant({ internalId: 'B1' });
  await consultantWith(api, { internalId: 'B2' }, [['B1', '2026-01-01', null]]);
  const mover = await consultantWith(api, { internalId: 'B3' }, [['B2', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'B-1', by: 'B3', createdAt: '2026-06-20', total: '10.00' });

  const effect = await tryMove(mover, 'B1');

  expect(lines(effect)).toEqual([
    'leaves B2 total: 1, 10.00, 10.00',
    'leaves B2 direct: 1, 10.00, 10.00',
    'enters B1 direct: 1, 10.00, 10.00',
  ]);
});

test('a backdated correction moves the orders of the corrected days only', async () => {
  await api.consultant({ internalId: 'C1' });
  await api.consultant({ internalId: 'C2' });
  const consultant = await consultantWith(api, { internalId: 'C3' }, [
    ['C1', '2026-01-01', '2026-01-31'],
    ['C2', '2026-02-01', null],
  ]);
  const [january] = await historyOf(api, consultant);
  await api.order({ ecommerceId: 'C-1', by: 'C3', createdAt: '2026-01-15', total: '10.00' });
  await api.order({ ecommerceId: 'C-2', by: 'C3', createdAt: '2026-01-16', total: '20.00' });
  await api.order({ ecommerceId: 'C-3', by: 'C3', createdAt: '2026-02-01', total: '40.00' });

  const shortened = await tryCorrection(consultant, { ...january, endDate: '2026-01-15' });
  const underAnother = await tryCorrection(consultant, { ...january, parentId: 'C2' });

  expect(lines(shortened)).toEqual(['leaves C1 total: 1, 20.00, 20.00', 'leaves C1 direct: 1, 20.00, 20.00']);
  expect(lines(underAnother)).toEqual([
    'leaves C1 total: 2, 30.00, 30.00',
    'leaves C1 direct: 2, 30.00, 30.00',
    'enters C2 total: 2, 30.00, 30.00',
    'enters C2 direct: 2, 30.00, 30.00',
  ]);
});

test('orders may leave and enter the same network, on different days', async () => {
  await api.consultant({ internalId: 'D1' });
  const consultant = await consultantWith(api, { internalId: 'D2' }, [['D1', '2026-01-01', '2026-01-31']]);
  const [period] = await historyOf(api, consultant);
  await api.order({ ecommerceId: 'D-1', by: 'D2', createdAt: '2026-01-01', total: '10.00' });
  await api.order({ ecommerceId: 'D-2', by: 'D2', createdAt: '2026-01-20', total: '20.00' });
  await api.order({ ecommerceId: 'D-3', by: 'D2', createdAt: '2026-02-01', total: '40.00' });

  const effect = await tryCorrection(consultant, { ...period, startDate: '2026-01-10', endDate: '2026-02-10' });

  expect(lines(effect)).toEqual([
    'leaves D1 total: 1, 10.00, 10.00',
    'leaves D1 direct: 1, 10.00, 10.00',
    'enters D1 total: 1, 40.00, 40.00',
    'enters D1 direct: 1, 40.00, 40.00',
  ]);
});

test('a period that fills a gap brings the downline’s orders in with the own ones', async () => {
  await api.consultant({ internalId: 'E1' });
  const consultant = await consultantWith(api, { internalId: 'E2' }, [['E1', '2026-03-01', null]]);
  await consultantWith(api, { internalId: 'E3' }, [['E2', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'E-1', by: 'E2', createdAt: '2026-02-10', total: '10.00' });
  await api.order({ ecommerceId: 'E-2', by: 'E3', createdAt: '2026-02-11', total: '20.00' });
  await api.order({ ecommerceId: 'E-3', by: 'E3', createdAt: '2026-03-01', total: '40.00' });

  const effect = await tryPeriod(consultant, { parentId: 'E1', startDate: '2026-02-01', endDate: '2026-02-28' });

  expect(lines(effect)).toEqual(['enters E1 total: 2, 30.00, 30.00', 'enters E1 direct: 1, 10.00, 10.00']);
});

test('a period that is deleted takes its days out of the networks above', async () => {
  await api.consultant({ internalId: 'F1' });
  const consultant = await consultantWith(api, { internalId: 'F2' }, [
    ['F1', '2026-01-01', '2026-01-31'],
    ['F1', '2026-02-01', null],
  ]);
  const [january] = await historyOf(api, consultant);
  await api.order({ ecommerceId: 'F-1', by: 'F2', createdAt: '2026-01-31', total: '10.00' });
  await api.order({ ecommerceId: 'F-2', by: 'F2', createdAt: '2026-02-01', total: '20.00' });

  const path = `/api/v1/consultants/${consultant.id}/history/${january?.id}/preview`;
  const { status, body } = await api.admin.request<ImpactPreview>('DELETE', path);

  expect(status).toBe(200);
  expect(lines(body)).toEqual(['leaves F1 total: 1, 10.00, 10.00', 'leaves F1 direct: 1, 10.00, 10.00']);
});

test('own dates move the own orders and leave the downline’s where they are', async () => {
  await api.consultant({ internalId: 'G1' });
  await consultantWith(api, { internalId: 'G2' }, [['G1', '2026-01-01', null]]);
  const consultant = await consultantWith(api, { internalId: 'G3', endDate: '2026-03-31' }, [
    ['G2', '2026-01-01', null],
  ]);
  await consultantWith(api, { internalId: 'G4' }, [['G3', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'G-1', by: 'G3', createdAt: '2026-01-31', total: '10.00' });
  await api.order({ ecommerceId: 'G-2', by: 'G3', createdAt: '2026-04-01', total: '20.00' });
  await api.order({ ecommerceId: 'G-3', by: 'G4', createdAt: '2026-01-31', total: '40.00' });
  await api.order({ ecommerceId: 'G-4', by: 'G4', createdAt: '2026-04-01', total: '80.00' });

  const effect = await tryEdit(consultant, { startDate: '2026-02-01', endDate: null });

  expect(lines(effect)).toEqual([
    'leaves G2 total: 1, 10.00, 10.00',
    'leaves G2 direct: 1, 10.00, 10.00',
    'leaves G1 total: 1, 10.00, 10.00',
    'enters G2 total: 1, 20.00, 20.00',
    'enters G2 direct: 1, 20.00, 20.00',
    'enters G1 total: 1, 20.00, 20.00',
  ]);
});

test('orders outside a member’s own dates do not move, and moving away and ending on the same day count each order once', async () => {
  await api.consultant({ internalId: 'H1' });
  await api.consultant({ internalId: 'H2' });
  const consultant = await consultantWith(api, { internalId: 'H3' }, [['H1', '2026-01-01', null]]);
  await consultantWith(api, { internalId: 'H4', startDate: '2026-07-01' }, [['H3', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'H-1', by: 'H3', createdAt: '2026-06-20', total: '10.00' });
  await api.order({ ecommerceId: 'H-2', by: 'H3', createdAt: '2026-07-20', total: '20.00' });
  await api.order({ ecommerceId: 'H-3', by: 'H4', createdAt: '2026-06-30', total: '40.00' });
  await api.order({ ecommerceId: 'H-4', by: 'H4', createdAt: '2026-07-01', total: '80.00' });

  const effect = await tryEdit(consultant, { parentId: 'H2', endDate: '2026-06-30' });

  expect(lines(effect)).toEqual([
    'leaves H1 total: 3, 110.00, 110.00',
    'leaves H1 direct: 2, 30.00, 30.00',
    'enters H2 total: 2, 90.00, 90.00',
    'enters H2 direct: 1, 10.00, 10.00',
  ]);
});

test('the company has no network: leaving it moves orders in only, and going back under it out only', async () => {
  await api.consultant({ internalId: 'I1' });
  const top = await api.consultant({ internalId: 'I2' });
  const below = await consultantWith(api, { internalId: 'I3' }, [['I1', '2026-01-01', null]]);
  await api.order({ ecommerceId: 'I-1', by: 'I2', createdAt: '2026-06-20', total: '10.00' });
  await api.order({ ecommerceId: 'I-2', by: 'I3', createdAt: '2026-06-20', total: '20.00' });

  const entering = await tryMove(top, 'I1');
  const leaving = await tryMove(below, 'IK0');

  expect(lines(entering)).toEqual(['enters I1 total: 1, 10.00, 10.00', 'enters I1 direct: 1, 10.00, 10.00']);
  expect(lines(leaving)).toEqual(['leaves I1 total: 1, 20.00, 20.00', 'leaves I1 direct: 1, 20.00, 20.00']);
});

test('a change that leaves everybody where they stand moves nothing', async () => {
  await api.consultant({ internalId: 'J1' });
  const consultant = await consultantWith(api, { internalId: 'J2' }, [['J1', '2026-01-01', null]]);
  const [period] = await historyOf(api, consultant);
  await api.order({ ecommerceId: 'J-1', by: 'J2', createdAt: '2026-06-20', total: '10.00' });

  const effects = [
    await tryMove(consultant, 'j1'),
    await tryEdit(consultant, { name: 'Outro Nome', status: 'SUSPENDED', internalId: 'J2B', createdAt: '2020-01-01' }),
    await tryCorrection(consultant, period ?? {}),
    await tryCorrection(consultant, { ...period, startDate: '2025-01-01' }),
  ];

  expect(effects.map(lines)).toEqual([[], [], [], []]);
});

test('trying changes nothing: not a row, not a version', async () => {
  await api.consultant({ internalId: 'K1' });
  const consultant = await consultantWith(api, { internalId: 'K2' }, [['IK0', '2026-01-01', '2026-05-31']]);
  const periods = await historyOf(api, consultant);
  const history = `/api/v1/consultants/${consultant.id}/history`;

  const answered = [
    await api.admin.put(`/api/v1/consultants/${consultant.id}/preview`, { ...consultant, name: 'Eu', parentId: 'K1' }),
    await api.admin.post(`${history}/preview`, { parentId: 'K1', startDate: '2026-06-01' }),
    await api.admin.put(`${history}/${periods[0]?.id}/preview`, { ...periods[0], parentId: 'K1' }),
    await api.admin.request('DELETE', `${history}/${periods[0]?.id}/preview`),
  ];

  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await api.admin.get(`/api/v1/consultants/${consultant.id}`)).body).toEqual(consultant);
  expect(await historyOf(api, consultant)).toEqual(periods);
});

test('trying refuses what the call itself refuses, in the same words', async () => {
  const other = await api.consultant({ internalId: 'L1' });
  const consultant = await consultantWith(api, { internalId: 'L2' }, [
    ['IK0', '2026-01-01', '2026-01-31'],
    ['IK0', '2026-02-01', null],
  ]);
  await consultantWith(api, { internalId: 'L3' }, [['L2', '2026-01-01', null]]);
  const [first] = await historyOf(api, consultant);
  const own = `/api/v1/consultants/${consultant.id}`;
  const calls: [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['PUT', own, { ...consultant, parentId: 'NINGUEM' }],
    ['PUT', own, { ...consultant, parentId: 'L2' }],
    ['PUT', own, { ...consultant, parentId: 'L3' }],
    ['PUT', own, { ...consultant, internalId: 'L1', taxId: other.taxId }],
    ['PUT', own, { ...consultant, version: consultant.version + 1 }],
    ['PUT', own, { ...consultant, startDate: '2026-02-01', endDate: '2026-01-01' }],
    ['PUT', '/api/v1/consultants/999999', { ...consultant, version: null }],
    ['POST', `${own}/history`, { parentId: 'L1', startDate: '2026-01-31', endDate: '2026-02-01' }],
    ['POST', `${own}/history`, { parentId: 'NINGUEM', startDate: '2025-01-01', endDate: '2025-01-31' }],
    ['POST', '/api/v1/consultants/999999/history', { parentId: 'IK0', startDate: '2026-01-01' }],
    ['PUT', `${own}/history/${first?.id}`, { ...first, parentId: 'L3' }],
    ['PUT', `${own}/history/${first?.id}`, { ...first, endDate: '2026-02-10' }],
    ['PUT', `${own}/history/${first?.id}`, { ...first, version: 99 }],
    ['PUT', `/api/v1/consultants/${other.id}/history/${first?.id}`, { ...first }],
    ['DELETE', `${own}/history/999999`],
    ['DELETE', '/api/v1/consultants/999999/history/999999'],
  ];

  const answers = [];
  for (const [method, path, body] of calls) {
    const tried = await send(method, `${path}/preview`, body);
    const called = await send(method, path, body);
    answers.push({ tried: [tried.status, tried.body], called: [called.status, called.body] });
  }

  expect(answers.map(({ tried }) => tried)).toEqual(answers.map(({ called }) => called));
  expect(answers.map(({ called }) => called[0])).toEqual([
    400, 400, 409, 409, 409, 400, 404, 409, 400, 404, 409, 409, 409, 404, 404, 404,
  ]);
});

function send(method: string, path: string, body?: object) {
  return api.admin.request(
    method,
    path,
    body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
}

async function tryEdit(consultant: Consultant, changed: Partial<Consultant>): Promise<ImpactPreview> {
  const path = `/api/v1/consultants/${consultant.id}/preview`;
  return effectOf(await api.admin.put<ImpactPreview>(path, { ...consultant, ...changed }));
}

const tryMove = (consultant: Consultant, parentId: string) => tryEdit(consultant, { parentId });

async function tryPeriod({ id }: Consultant, period: object): Promise<ImpactPreview> {
  return effectOf(await api.admin.post<ImpactPreview>(`/api/v1/consultants/${id}/history/preview`, period));
}

async function tryCorrection({ id }: Consultant, period: Partial<HistoryEntry>): Promise<ImpactPreview> {
  const path = `/api/v1/consultants/${id}/history/${period.id}/preview`;
  return effectOf(await api.admin.put<ImpactPreview>(path, period));
}

function effectOf({ status, body }: { status: number; body: ImpactPreview }): ImpactPreview {
  expect([status, body]).toEqual([200, { networks: expect.any(Array) }]);
  return body;
}

/** An effect as lines that can be read. */
function lines({ networks }: ImpactPreview): string[] {
  return networks.map(
    ({ change, internalId, network, orders, totalOrdersValue, totalPendingValue }) =>
      `${change} ${internalId} ${network}: ${orders}, ${totalOrdersValue}, ${totalPendingValue}`,
  );
}
