import { type NetworkQuery, type NetworkSelection, network } from '@rede/contract/network';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';

const missing = 'Failed to fetch dashboard data';

export const summaryQuery = queryOptions({
  queryKey: ['network', 'summary'],
  queryFn: ({ signal }) => expectData(call(network.summary, {}, signal), missing),
  retry: false,
  staleTime: 30_000,
  gcTime: 60_000,
});

export function directQuery(query: NetworkQuery) {
  return queryOptions({
    queryKey: ['network', 'direct', query],
    queryFn: ({ signal }) => expectData(call(network.direct, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
    gcTime: 60_000,
    meta: { failure: () => 'Erro ao atualizar dados da rede direta. Tente novamente.' },
  });
}

export function totalQuery(query: NetworkQuery) {
  return queryOptions({
    queryKey: ['network', 'total', query],
    queryFn: ({ signal }) => expectData(call(network.total, { query }, signal), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5000,
    meta: { failure: () => 'Erro ao atualizar dados da rede total. Tente novamente.' },
  });
}

const exportFailure = { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' };

export const exportDirect = mutationOptions({
  mutationFn: (query: NetworkSelection) => download(network.directSpreadsheet, { query }),
  meta: exportFailure,
});

export const exportTotal = mutationOptions({
  mutationFn: (query: NetworkSelection) => download(network.totalSpreadsheet, { query }),
  meta: exportFailure,
});
