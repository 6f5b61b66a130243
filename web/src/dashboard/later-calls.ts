import { type CountedOrdersQuery, type Window, dashboard } from '@rede/contract/dashboard';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { missing } from './calls.ts';
import type { Counted } from './extract.ts';

// The calls of what loads after the first tables.

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
