import {
  type NetworkQuery,
  type NetworkSelection,
  type DebtorsQuery,
  type NewMembersQuery,
  type QuietQuery,
  dashboard,
} from '@rede/contract/dashboard';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { viewedBy } from '../lib/viewed-consultant.ts';

/** The failure of an answer without content. */
export const missing = 'Failed to fetch dashboard data';

export const summaryQuery = queryOptions({
  queryKey: ['dashboard', 'summary'],
  queryFn: ({ signal, client }) => expectData(call(dashboard.summary, {}, signal, viewedBy(client)), missing),
  retry: false,
  retryOnMount: false,
  staleTime: 30_000,
  gcTime: 60_000,
});

/** What changed: the cards beside the window before, this month beside the last. */
export const overviewQuery = queryOptions({
  queryKey: ['dashboard', 'overview'],
  queryFn: ({ signal, client }) => expectData(call(dashboard.overview, {}, signal, viewedBy(client)), missing),
  retry: false,
  retryOnMount: false,
  staleTime: 30_000,
});

export function directQuery(query: NetworkQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'direct', query],
    queryFn: ({ signal, client }) => expectData(call(dashboard.direct, { query }, signal, viewedBy(client)), missing),
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
    queryFn: ({ signal, client }) => expectData(call(dashboard.total, { query }, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    retryOnMount: false,
    staleTime: 5000,
    meta: { failure: () => 'Erro ao atualizar dados da rede total. Tente novamente.' },
  });
}

export function debtorsQuery(query: DebtorsQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'debtors', query],
    queryFn: ({ signal, client }) => expectData(call(dashboard.debtors, { query }, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function newMembersQuery(query: NewMembersQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'new-members', query],
    queryFn: ({ signal, client }) =>
      expectData(call(dashboard.newMembers, { query }, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function quietMembersQuery(query: QuietQuery) {
  return queryOptions({
    queryKey: ['dashboard', 'quiet-members', query],
    queryFn: ({ signal, client }) =>
      expectData(call(dashboard.quietMembers, { query }, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export const exportDirect = exporting(dashboard.directSpreadsheet);
export const exportTotal = exporting(dashboard.totalSpreadsheet);

function exporting(endpoint: typeof dashboard.directSpreadsheet | typeof dashboard.totalSpreadsheet) {
  return mutationOptions({
    mutationFn: async (query: NetworkSelection, { client }) => {
      // Loaded lazily, like all that a first page does not need.
      const { download } = await import('../lib/download.ts');
      await download(endpoint, { query }, viewedBy(client));
    },
    meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
  });
}
