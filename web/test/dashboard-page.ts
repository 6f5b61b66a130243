import type { NetworkData, Overview } from '@rede/contract/dashboard';
import { screen } from '@testing-library/react';
import { type Call, consultant, settings } from './server.ts';

export const direct: NetworkData = {
  members: {
    results: [
      {
        id: 11,
        name: 'Ana Sousa',
        internalId: 'IK11',
        parentId: 'IK7',
        totalOrdersValue: '1234.50',
        totalPendingValue: '0.00',
      },
      {
        id: 12,
        name: 'Rui Matos',
        internalId: 'IK12',
        parentId: 'IK7',
        totalOrdersValue: '65.50',
        totalPendingValue: '65.50',
      },
    ],
    totalPages: 3,
    pageNumber: 0,
    totalResults: 22,
  },
  totals: { totalOrdersValue: '98765.40', totalPendingValue: '1065.50' },
};

export const nobody: NetworkData = {
  members: { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 },
  totals: { totalOrdersValue: '0.00', totalPendingValue: '0.00' },
};

export const overview: Overview = {
  window: { startDate: '2026-03-01', endDate: '2026-06-01' },
  before: { startDate: '2025-11-28', endDate: '2026-02-28' },
  direct: { members: 22, before: 20, joined: 3, left: 1 },
  total: { members: 1286, before: 1290, joined: 0, left: 4 },
  ownOrders: { totalOrdersValue: '1500.00', valueBefore: '1564.10' },
  month: {
    window: { startDate: '2026-06-01', endDate: '2026-06-01' },
    before: { startDate: '2026-05-01', endDate: '2026-05-01' },
    totalOrdersValue: '300.00',
    valueBefore: '200.00',
    changes: [
      { id: 11, internalId: 'IK11', name: 'Ana Sousa', totalOrdersValue: '150.00', valueBefore: '20.00' },
      { id: 12, internalId: 'IK12', name: 'Rui Matos', totalOrdersValue: '0.00', valueBefore: '30.00' },
    ],
  },
};

export const noOne = { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 };
export const debtors = {
  members: { ...noOne, totalPages: 41, totalResults: 41 },
  totals: { totalPendingValue: '16141.97' },
};
export const quietNamed = (...names: string[]) => names.map((name, id) => ({ id, name, internalId: `IK${id}` }));

export const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 22, totalTreeConsultants: 1286, totalOrders: '1500.00' },
  'GET /api/v1/dashboard/overview': overview,
  'GET /api/v1/dashboard/debtors': debtors,
  'GET /api/v1/dashboard/new-members': { ...noOne, totalPages: 6, totalResults: 6 },
  'GET /api/v1/dashboard/quiet-members': {
    ...noOne,
    results: quietNamed('Rita Peixoto', 'Eva Lima', 'Ivo Reis'),
    totalPages: 3,
    totalResults: 9,
  },
  'GET /api/v1/dashboard/direct': direct,
  'GET /api/v1/dashboard/total': nobody,
};

export const callsTo = (calls: Call[], path: string) =>
  calls.filter(({ call }) => call === `GET /api/v1/dashboard/${path}`);
/** The calls for what is shown, without those that fetch the next page ahead. */
export function shown(calls: Call[], path: string): Call[] {
  let last: number | undefined;
  return callsTo(calls, path).filter(({ query }) => {
    const isAhead = last !== undefined && Number(query.pageNumber) === last + 1;
    if (!isAhead) last = Number(query.pageNumber);
    return !isAhead;
  });
}
export const directTable = () => screen.findByRole('table', { name: 'Rede directa' });
export const directFilter = () => screen.findByRole('form', { name: 'Filtros: Rede directa' });
