import type {
  Branch,
  CountedOrder,
  CountedOrders,
  Debtor,
  Month,
  Months,
  Movements,
  NetworkData,
  NewMember,
  Overview,
  QuietMember,
} from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { consultant, settings } from './server.ts';

export function pageOf<Row>(results: Row[], totalResults = results.length, pageNumber = 0): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / Math.max(1, results.length)), pageNumber, totalResults };
}

export const network: NetworkData = {
  members: pageOf([
    {
      id: 11,
      name: 'Ana Sousa',
      internalId: 'IK11',
      parentId: 'IK7',
      totalOrdersValue: '30.00',
      totalPendingValue: '6.00',
    },
    {
      id: 12,
      name: 'Rui Matos',
      internalId: 'IK12',
      parentId: 'IK7',
      totalOrdersValue: '0.00',
      totalPendingValue: '0.00',
    },
  ]),
  totals: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
};

const headcount = { members: 2, before: 2, joined: 0, left: 0 };

const overview: Overview = {
  window: { startDate: '2026-03-01', endDate: '2026-06-01' },
  before: { startDate: '2025-11-28', endDate: '2026-02-28' },
  direct: headcount,
  total: headcount,
  ownOrders: { totalOrdersValue: '1500.00', valueBefore: '0.00' },
  month: {
    window: { startDate: '2026-06-01', endDate: '2026-06-01' },
    before: { startDate: '2026-05-01', endDate: '2026-05-01' },
    totalOrdersValue: '0.00',
    valueBefore: '0.00',
    changes: [],
  },
};

export function order(given: Partial<CountedOrder>): CountedOrder {
  return {
    ecommerceId: '1001',
    createdAt: '2026-05-30',
    total: '30.00',
    paid: '24.00',
    pending: '6.00',
    uplines: [
      { internalId: 'IK9', name: 'Eva Lima' },
      { internalId: 'IK7', name: 'Maria Antunes' },
    ],
    ...given,
  };
}

export const anasOrders: CountedOrders = {
  member: { internalId: 'IK11', name: 'Ana Sousa' },
  head: { internalId: 'IK7', name: 'Maria Antunes' },
  orders: pageOf([order({})]),
  totals: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
};

const ownOrders: CountedOrders = {
  ...anasOrders,
  member: anasOrders.head,
  orders: pageOf([order({ uplines: [] })]),
};

function month(given: Partial<Month>): Month {
  return {
    month: '2026-05',
    startDate: '2026-05-01',
    endDate: '2026-05-31',
    orders: 3,
    totalOrdersValue: '300.00',
    totalPendingValue: '0.00',
    monthBefore: { startDate: '2026-04-01', endDate: '2026-04-30', totalOrdersValue: '240.00' },
    yearBefore: { startDate: '2025-05-01', endDate: '2025-05-31', totalOrdersValue: '0.00' },
    ...given,
  };
}

export const months: Months = {
  startDate: '2026-05-01',
  endDate: '2026-06-01',
  months: [
    month({}),
    month({
      month: '2026-06',
      startDate: '2026-06-01',
      endDate: '2026-06-01',
      orders: 1,
      totalOrdersValue: '50.00',
      monthBefore: { startDate: '2026-05-01', endDate: '2026-05-01', totalOrdersValue: '80.00' },
    }),
  ],
  totals: { totalOrdersValue: '350.00', totalPendingValue: '0.00' },
};

export const debtor: Debtor = {
  id: 11,
  internalId: 'IK11',
  name: 'Ana Sousa',
  parentId: 'IK7',
  totalPendingValue: '18.50',
  orders: 2,
  oldestAt: '2026-04-19',
};

export const newcomer: NewMember = {
  id: 21,
  internalId: 'IK21',
  name: 'Nuno Faria',
  parentId: 'IK11',
  since: '2026-05-02',
  totalOrdersValue: '120.00',
};

export const quiet: QuietMember = {
  id: 31,
  internalId: 'IK31',
  name: 'Sara Pinto',
  parentId: 'IK7',
  lastOrderAt: '2026-04-06',
  rhythm: 35,
  silence: 56,
  totalOrdersValue: '840.20',
};

export function branch(given: Partial<Branch>): Branch {
  return {
    id: 11,
    internalId: 'IK11',
    name: 'Ana Sousa',
    isMember: true,
    membersBelow: 1,
    hasBranches: true,
    days: [{ startDate: '2026-03-01', endDate: '2026-06-01' }],
    own: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
    branch: { totalOrdersValue: '75.00', totalPendingValue: '6.00' },
    ...given,
  };
}

export const leaf = branch({
  id: 13,
  internalId: 'IK13',
  name: 'Zita Reis',
  membersBelow: 0,
  hasBranches: false,
  branch: { totalOrdersValue: '45.00', totalPendingValue: '0.00' },
});

const movements: Movements = {
  before: 1,
  days: [
    { day: '2026-04-10', joined: 2, left: 0 },
    { day: '2026-05-20', joined: 0, left: 1 },
  ],
};

/** What a consultant's page asks for. */
export const dashboardAnswers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 2, totalTreeConsultants: 2, totalOrders: '1500.00' },
  'GET /api/v1/dashboard/overview': overview,
  'GET /api/v1/dashboard/direct': network,
  'GET /api/v1/dashboard/total': network,
  'GET /api/v1/dashboard/orders': ownOrders,
  'GET /api/v1/dashboard/total/11/orders': anasOrders,
  'GET /api/v1/dashboard/months': months,
  'GET /api/v1/dashboard/movements': movements,
  'GET /api/v1/dashboard/branches': pageOf([branch({})]),
  'GET /api/v1/dashboard/debtors': { members: pageOf([debtor]), totals: { totalPendingValue: '18.50' } },
  'GET /api/v1/dashboard/new-members': pageOf([newcomer]),
  'GET /api/v1/dashboard/quiet-members': pageOf([quiet]),
};
