import { todayInLisbon } from '@rede/contract/days';
import { type NetworkQuery, dashboard, type Window, windowOf } from '@rede/contract/dashboard';
import type { QueryClient } from '@tanstack/react-query';
import { initialFilter } from '../lib/remembered-filter.ts';
import { directQuery, summaryQuery, totalQuery } from './calls.ts';

export type NetworkKind = 'direct' | 'total';

export const pageSize = 10;

/** Where the URL keeps the filter of one of the two networks. */
export function filterOptions(kind: NetworkKind) {
  return {
    page: 'dashboard',
    prefix: kind,
    // Identity providers refuse to return to a URL with a `code` that is not their own.
    paramNames: { code: 'codigo' },
  };
}

/** The query behind a table with this filter. */
export function pageQuery(filter: NetworkQuery): NetworkQuery & Window {
  return { ...filter, ...windowOf(filter, todayInLisbon()), pageSize };
}

/** Fetches what the dashboard will show at this URL while the page still loads. */
export function prefetchDashboard(client: QueryClient): void {
  const onOpening = (kind: NetworkKind) => pageQuery(initialFilter(dashboard.direct.query, filterOptions(kind)));
  void client.prefetchQuery(summaryQuery);
  void client.prefetchQuery(directQuery(onOpening('direct')));
  void client.prefetchQuery(totalQuery(onOpening('total')));
}
