import {
  type CountedOrdersQuery,
  type NetworkQuery,
  type NetworkSelection,
  type DebtorsQuery,
  type NewMembersQuery,
  type QuietQuery,
  type Window,
  dashboard,
} from '@rede/contract/dashboard';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';
import type { Counted } from './extract.ts';

const missing = 'Failed to fetch dashboard data';

export const summaryQuery = queryOptions({
  queryKey: ['dashboard', 'summary'],
  queryFn: ({ signal }) => expectData(call(dashboard.summary, {}, signal), missing),
  retry: false,
  retryOnMount: false,
  staleTime: 30_000,
  gcTime: 60_000,
});

/** What changed: the cards beside the window before, this month beside the last. */
export const overviewQuery = queryOptions({
  queryKey: ['dashboard', 'overview'],
  queryFn: ({ signal }) => expectData(call(dashboard.overview, {}, signal), missing),
  retry: false,
  retryOnMount: false,
  staleTime: 30_000,
});

export function directQuery(query: NetworkQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'direct', query],
    queryFn: ({ signal }) => expectData(call(dashboard.direct, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    retryOnMount: false,
    staleTime: 30_000,
    gcTime: 60_000,
    meta: { failure: () => 'Erro ao atualizar dados da rede direta. Tente novamente.' },
  });
}

export function totalQuery(query: NetworkQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'total', query],
    queryFn: ({ signal }) => expectData(call(dashboard.total, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    retryOnMount: false,
    staleTime: 5000,
    meta: { failure: () => 'Erro ao atualizar dados da rede total. Tente novamente.' },
  });
}

/** The orders behind a figure, with the same freshness as the figures. */
export function countedOrdersQuery(counted: Counted, query: CountedOrdersQuery) {
  const { kind, memberId } = { memberId: undefined, ...counted };
  return queryOptions({
    queryKey: ['dashboard', 'orders', kind, memberId, query],
    queryFn: ({ signal }) => expectData(callOrders(counted, query, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5000,
  });
}

function callOrders(counted: Counted, query: CountedOrdersQuery, signal: AbortSignal) {
  if (counted.kind === 'own') return call(dashboard.ownOrders, { query }, signal);
  const endpoint = counted.kind === 'direct' ? dashboard.directOrders : dashboard.totalOrders;
  return call(endpoint, { params: { memberId: counted.memberId }, query }, signal);
}

export function monthsQuery(window: Window) {
  return queryOptions({
    queryKey: ['dashboard', 'months', window],
    queryFn: ({ signal }) => expectData(call(dashboard.months, { query: window }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function movementsQuery(window: Window) {
  return queryOptions({
    queryKey: ['dashboard', 'movements', window],
    queryFn: ({ signal }) => expectData(call(dashboard.movements, { query: window }, signal), missing),
    retry: false,
    staleTime: 30_000,
  });
}

/** How many branches one request fetches. */
export const branchesAtOnce = 100;

/** A page of the branches at the end of a path of ids, `12.45`; '' is oneself. */
export function branchesQuery(path: string, pageNumber: number, window: Window) {
  return queryOptions({
    queryKey: ['dashboard', 'branches', window, path, pageNumber],
    queryFn: ({ signal }) => {
      const query = { ...window, path, pageNumber, pageSize: branchesAtOnce };
      return expectData(call(dashboard.branches, { query }, signal), missing);
    },
    retry: false,
    staleTime: 30_000,
  });
}

export function debtorsQuery(query: DebtorsQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'debtors', query],
    queryFn: ({ signal }) => expectData(call(dashboard.debtors, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function newMembersQuery(query: NewMembersQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'new-members', query],
    queryFn: ({ signal }) => expectData(call(dashboard.newMembers, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function quietMembersQuery(query: QuietQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'quiet-members', query],
    queryFn: ({ signal }) => expectData(call(dashboard.quietMembers, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

const exportFailure = { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' };

export const exportDirect = mutationOptions({
  mutationFn: (query: NetworkSelection) => download(dashboard.directSpreadsheet, { query }),
  meta: exportFailure,
});

export const exportTotal = mutationOptions({
  mutationFn: (query: NetworkSelection) => download(dashboard.totalSpreadsheet, { query }),
  meta: exportFailure,
});
