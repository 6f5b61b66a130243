import { todayInLisbon } from '@rede/contract/days';
import { type NetworkQuery, dashboard, type Window, windowOf } from '@rede/contract/dashboard';
import type { QueryClient } from '@tanstack/react-query';
import { initialFilter, useRememberedFilter } from '../lib/remembered-filter.ts';
import { directQuery, overviewQuery, summaryQuery, totalQuery } from './calls.ts';
import { initialWindow } from './period.ts';

export type NetworkKind = 'direct' | 'total';

export const pageSize = 10;

export const networks = {
  direct: { title: 'Rede directa', page: directQuery, withUpline: false },
  total: { title: 'Rede total', page: totalQuery, withUpline: true },
};

/** The filter of one of the two networks, and the query behind its table in the page's window. */
export function useNetwork(kind: NetworkKind, window: Window) {
  const [filter, setFilter] = useRememberedFilter(dashboard.direct.query, filterOptions(kind));
  return { filter, setFilter, query: pageQuery(filter, window) };
}

/** Where the URL keeps the filter of one of the two networks. */
function filterOptions(kind: NetworkKind) {
  return {
    page: 'dashboard',
    prefix: kind,
    // Identity providers refuse to return to a URL with a `code` that is not their own.
    paramNames: { code: 'codigo' },
  };
}

/** Whether the table has days of its own, other than the page's. */
export function hasOwnDays({ startDate, endDate }: Partial<NetworkQuery>): boolean {
  return startDate !== undefined || endDate !== undefined;
}

/** How many filters are set; days of its own are one. */
export function activeFilters(applied: Partial<NetworkQuery>): number {
  const { name, code, parentId } = applied;
  return [name, code, parentId].filter((value) => value !== undefined).length + (hasOwnDays(applied) ? 1 : 0);
}

/** The days of a table: its own, else those of the page. */
export function windowOfTable(filter: Partial<NetworkQuery>, window: Window): Window {
  return hasOwnDays(filter) ? windowOf(filter, todayInLisbon()) : window;
}

function pageQuery(filter: NetworkQuery, window: Window): NetworkQuery & Window {
  return { ...filter, ...windowOfTable(filter, window), pageSize };
}

/** Fetches what the dashboard will show at this URL while the page still loads. */
export function prefetchDashboard(client: QueryClient): void {
  const window = initialWindow();
  const onOpening = (kind: NetworkKind) =>
    pageQuery(initialFilter(dashboard.direct.query, filterOptions(kind)), window);
  void client.prefetchQuery(summaryQuery);
  void client.prefetchQuery(directQuery(onOpening('direct')));
  void client.prefetchQuery(overviewQuery);
  void client.prefetchQuery(totalQuery(onOpening('total')));
}
