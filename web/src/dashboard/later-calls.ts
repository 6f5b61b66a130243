import { type CountedOrdersQuery, type Window, dashboard } from '@rede/contract/dashboard';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { viewedBy } from '../lib/viewed-consultant.ts';
import { missing } from './calls.ts';
import type { Counted } from './extract.ts';

// The calls of what loads after the first tables.

/** The orders behind a figure, with the same freshness as the figures. */
export function countedOrdersQuery(counted: Counted, query: CountedOrdersQuery) {
  const { kind, memberId } = { memberId: undefined, ...counted };
  return queryOptions({
    queryKey: ['dashboard', 'orders', kind, memberId, query],
    queryFn: ({ signal, client }) => expectData(callOrders(counted, query, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 5000,
  });
}

function callOrders(counted: Counted, query: CountedOrdersQuery, signal: AbortSignal, viewed: number | undefined) {
  if (counted.kind === 'own') return call(dashboard.ownOrders, { query }, signal, viewed);
  const endpoint = counted.kind === 'direct' ? dashboard.directOrders : dashboard.totalOrders;
  return call(endpoint, { params: { memberId: counted.memberId }, query }, signal, viewed);
}

export function monthsQuery(window: Window) {
  return queryOptions({
    queryKey: ['dashboard', 'months', window],
    queryFn: ({ signal, client }) =>
      expectData(call(dashboard.months, { query: window }, signal, viewedBy(client)), missing),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
}

export function movementsQuery(window: Window) {
  return queryOptions({
    queryKey: ['dashboard', 'movements', window],
    queryFn: ({ signal, client }) =>
      expectData(call(dashboard.movements, { query: window }, signal, viewedBy(client)), missing),
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
    queryFn: ({ signal, client }) => {
      const query = { ...window, path, pageNumber, pageSize: branchesAtOnce };
      return expectData(call(dashboard.branches, { query }, signal, viewedBy(client)), missing);
    },
    retry: false,
    staleTime: 30_000,
  });
}
