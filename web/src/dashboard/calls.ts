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
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';
import type { Figure } from './figure.tsx';

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
export function countedOrdersQuery(figure: Figure, query: CountedOrdersQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'orders', figure, query],
    queryFn: ({ signal }) => expectData(callOrders(figure, query, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5000,
  });
}

function callOrders(figure: Figure, query: CountedOrdersQuery, signal: AbortSignal) {
  if (figure.kind === 'own') return call(dashboard.ownOrders, { query }, signal);
  const endpoint = figure.kind === 'direct' ? dashboard.directOrders : dashboard.totalOrders;
  return call(endpoint, { params: { memberId: figure.memberId }, query }, signal);
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

/** How many branches one request fetches. */
const branchesAtOnce = 100;

/** The branches at the end of a path, one page after the other. */
export function branchesQuery(path: readonly number[], window: Window) {
  return infiniteQueryOptions({
    queryKey: ['dashboard', 'branches', path, window],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...window, path: path.join('.'), pageNumber: pageParam, pageSize: branchesAtOnce };
      return expectData(call(dashboard.branches, { query }, signal), missing);
    },
    initialPageParam: 0,
    getNextPageParam: ({ pageNumber, totalPages }) => (pageNumber + 1 < totalPages ? pageNumber + 1 : undefined),
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
