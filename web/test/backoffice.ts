import type { Consultant } from '@rede/contract/consultants';
import type { HistoryEntry } from '@rede/contract/history';
import type { Login } from '@rede/contract/logins';
import type { Order } from '@rede/contract/orders';
import { administrator, settings } from './server.ts';

/** What pages of the back office ask for beside their own. */
export const backOffice = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': administrator,
  'GET /api/v1/activity': pageOf([]),
};

export function pageOf<Row>(results: Row[], others: { totalPages?: number; pageNumber?: number } = {}) {
  return { results, totalPages: 1, pageNumber: 0, totalResults: results.length, ...others };
}

export const ana: Consultant = {
  id: 7,
  name: 'Ana Sousa',
  email: 'ana@rede.example',
  taxId: '123456789',
  internalId: 'IK7',
  parentId: 'IK2',
  createdAt: '2024-01-15',
  startDate: null,
  endDate: null,
  status: 'ACTIVE',
  version: 3,
  upline: { id: 2, name: 'Joaquim Upline' },
};

export const period: HistoryEntry = {
  id: 41,
  parentId: 'IK2',
  startDate: '2024-01-15',
  endDate: null,
  consultant: { id: 7, internalId: 'IK7' },
  version: 1,
  upline: { id: 2, name: 'Joaquim Upline' },
};

export const invited: Login = {
  state: 'ready',
  exists: true,
  mailedAt: '2026-03-10T09:30:00.000Z',
  failure: null,
  nextAttemptAt: null,
  bindings: [],
};

export const sale: Order = {
  id: 90,
  ecommerceId: '#1001',
  couponCode: 'NATAL',
  createdAt: '2026-03-10',
  paidAt: null,
  total: '1234.50',
  totalPayment: null,
  pending: '1234.50',
  importId: null,
  consultant: {
    id: 7,
    name: 'Ana Sousa',
    email: 'ana@rede.example',
    internalId: 'IK7',
    parentId: 'IK2',
    upline: { id: 2, name: 'Joaquim Upline' },
  },
  version: 5,
};
