import { todayInLisbon } from '@rede/contract/days';
import { type NetworkQuery, dashboard, type Window, windowOf } from '@rede/contract/dashboard';
import type { QueryClient } from '@tanstack/react-query';
import { filterOnOpening } from '../lib/remembered-filter.ts';
import { directQuery, summaryQuery, totalQuery } from './calls.ts';

export type NetworkKind = 'direct' | 'total';

export const pageSize = 10;

/** Where the dashboard keeps the filter of one of its networks. */
export function filterOf(kind: NetworkKind) {
  return {
    page: 'dashboard',
    prefix: kind,
    // An identity provider refuses to come back to an address with a `code` that is not its own.
    inAddress: { code: 'codigo' },
  };
}

/** What is asked for where this is the filter. */
export function shownPage(filter: NetworkQuery): NetworkQuery & Window {
  return { ...filter, ...windowOf(filter, todayInLisbon()), pageSize };
}

/** Asks for what the dashboard will show at the browser's address, before there is anything to show it in. */
export function fetchAhead(client: QueryClient): void {
  const onOpening = (kind: NetworkKind) => shownPage(filterOnOpening(dashboard.direct.query, filterOf(kind)));
  void client.prefetchQuery(summaryQuery);
  void client.prefetchQuery(directQuery(onOpening('direct')));
  void client.prefetchQuery(totalQuery(onOpening('total')));
}
