import type { NetworkData } from '@rede/contract/dashboard';
import type { Order, OrderTotals } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { networkOrdersOf } from './network-figures.ts';
import type { Look, Viewer } from './network-looks.ts';
import type { Glance } from './network-steps.ts';
import { expectSuccess } from './start-api.ts';

/** The orders that the administrator sees as a network's, with their sums: these are also the footer of that network's own table. */
export async function lookAtNetworkOrders({ client, admin, model, key }: Viewer, { window }: Glance): Promise<Look> {
  const { startDate, endDate } = window;
  const filter = { networkOf: model.codeOf(key), createdAtStart: startDate, createdAtEnd: endDate };
  const [list, totals, table] = await Promise.all([
    admin.get<Page<Order>>(`/api/v1/orders?${new URLSearchParams({ ...filter, pageSize: '200' })}`),
    admin.get<OrderTotals>(`/api/v1/orders/totals?${new URLSearchParams(filter)}`),
    client.get<NetworkData>(`/api/v1/dashboard/total?${new URLSearchParams({ ...window })}`),
  ]);
  const expected = networkOrdersOf(model, key, window);
  const { totalOrdersValue, totalPendingValue } = expected.totals;
  return {
    answered: {
      numbers: expectSuccess(list)
        .results.map(({ ecommerceId }) => ecommerceId)
        .toSorted(),
      totals: expectSuccess(totals),
      footer: expectSuccess(table).totals,
    },
    expected: { ...expected, footer: { totalOrdersValue, totalPendingValue } },
  };
}
