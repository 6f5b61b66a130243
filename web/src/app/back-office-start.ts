import { consultants } from '@rede/contract/consultants';
import { orders } from '@rede/contract/orders';
import type { QueryClient } from '@tanstack/react-query';
import { consultantPage } from '../consultants/calls.ts';
import { initialFilter } from '../lib/remembered-filter.ts';
import { filterOf, orderPage, orderSums } from '../orders/calls.ts';

export const loadBackOffice = () => import('./back-office.tsx');

/** Fetches a list's rows while its page still loads, and the page while the app does. */
export function fetchFirstPage(client: QueryClient): void {
  const { pathname } = location;
  if (pathname === '/dashboard') return;
  load(loadBackOffice());
  if (pathname === '/backoffice/users') {
    load(import('../consultants/consultants-page.tsx'));
    void client.prefetchQuery(consultantPage(initialFilter(consultants.list.query, { page: 'consultants' })));
  }
  if (pathname === '/backoffice/orders') {
    const filter = initialFilter(orders.list.query, { page: 'orders' });
    load(import('../orders/orders-page.tsx'));
    void client.prefetchQuery(orderPage(filter));
    void client.prefetchQuery(orderSums(filterOf(filter)));
  }
}

/** The router loads it again, and says so where that fails. */
function load(part: Promise<unknown>): void {
  part.catch(() => undefined);
}
