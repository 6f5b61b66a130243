import { consultants } from '@rede/contract/consultants';
import {
  type Order,
  type OrderBody,
  type OrderChange,
  type OrderFilter,
  type OrderQuery,
  type OrderSelection,
  orders,
} from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';
import { doWork } from '../lib/work.ts';

/** An id as a page's URL has it. */
type Id = number | string | undefined;

export function orderPage(query: OrderQuery) {
  return queryOptions({
    queryKey: ['orders', 'page', query],
    queryFn: ({ signal }) =>
      expectData(call(orders.list, { query: withoutDefaults(query) }, signal), 'Failed to fetch orders'),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** The sums of all orders that match a filter. Below the pages: what changes them changes these. */
export function orderSums(filter: Partial<OrderFilter>) {
  return queryOptions({
    queryKey: ['orders', 'page', 'sums', filter],
    queryFn: ({ signal }) =>
      expectData(call(orders.totals, { query: withoutDefaults(filter) }, signal), 'Failed to fetch orders'),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** A filter alone, without what a list's query has besides. */
export function filterOf(query: OrderQuery): OrderFilter {
  const { sort: _, pageNumber: __, pageSize: ___, ...filter } = query;
  return filter;
}

/** A choice that is not made is left out. */
function withoutDefaults<Query extends Partial<OrderFilter>>({ withoutConsultant, ...query }: Query) {
  return { ...query, ...(withoutConsultant && { withoutConsultant }) };
}

/** One order, for a form: never refetched automatically, so that no field changes while somebody types. */
export function order(id: Id) {
  return queryOptions({
    queryKey: ['orders', 'one', String(id)],
    queryFn: ({ signal }) => {
      if (!id) throw new Error('Order ID is required');
      return expectData(call(orders.get, { params: { id } }, signal), 'Failed to fetch order data');
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Matches for an order's consultant: without the company, which orders nothing. */
export function consultantSuggestions(text: string) {
  return queryOptions({
    queryKey: ['consultants', 'suggestions', 'without company', text],
    queryFn: async ({ signal }) => {
      const found = await expectData(
        call(consultants.suggestions, { query: { text } }, signal),
        'Failed to fetch consultant data',
      );
      return found.results;
    },
  });
}

export const createOrder = mutationOptions({
  mutationFn: (body: OrderBody) => expectData(call(orders.create, { body: wholeBody(body) }), 'Failed to create order'),
  onSuccess: (_created, _body, _result, { client }) => invalidatePages(client),
  meta: {
    success: 'Encomenda criada com sucesso!',
    failure: (message) => `Erro ao criar a encomenda: ${message}`,
  },
});

export const updateOrder = mutationOptions({
  mutationFn: ({ id, body }: { id: Id; body: OrderBody }) => {
    if (!id) throw new Error('Order ID is required');
    if (!body) throw new Error('Order data is required for update');
    return expectData(call(orders.update, { params: { id }, body: wholeBody(body) }), 'Failed to update order data');
  },
  onSuccess: (_updated, _change, _result, { client }) => invalidatePages(client),
  meta: {
    success: 'Encomenda atualizada com sucesso!',
    failure: (message) => `Erro ao atualizar a encomenda: ${message}`,
  },
});

/** One field of an order, changed in the list; the cell says what was refused. The pages at hand have the answer at once. */
export const updateInPlace = mutationOptions({
  mutationFn: ({ id, body }: { id: number; body: OrderBody }) =>
    expectData(call(orders.update, { params: { id }, body: wholeBody(body) }), 'Failed to update order data'),
  onSuccess: (updated, _change, _result, { client }) => {
    replaceInPages(client, updated);
    void invalidatePages(client);
  },
});

/** An order as it is now, in the place of one that somebody else has changed. */
export async function refetchOrder(client: QueryClient, id: number): Promise<Order> {
  const latest = await expectData(call(orders.get, { params: { id } }), 'Failed to fetch order data');
  replaceInPages(client, latest);
  return latest;
}

/** Sums are below the pages too, and have no rows. */
function replaceInPages(client: QueryClient, order: Order): void {
  client.setQueriesData<Partial<Page<Order>>>({ queryKey: ['orders', 'page'] }, (page) => {
    if (page?.results === undefined) return page;
    return { ...page, results: page.results.map((row) => (row.id === order.id ? order : row)) };
  });
}

/** All fields of an order: the empty ones are null. */
function wholeBody({ consultant, ...body }: OrderBody) {
  return {
    id: null,
    couponCode: null,
    paidAt: null,
    totalPayment: null,
    ...body,
    consultant: { internalId: consultant?.internalId ?? null },
  };
}

/** The dialog shows a refusal, so there is no failure toast. */
export const deleteOrder = mutationOptions({
  mutationFn: (id: Id) => {
    if (!id) throw new Error('Order ID is required for deletion');
    return call(orders.delete, { params: { id } });
  },
  // After a refusal too: somebody else may have deleted it.
  onSettled: (_answer, _error, _id, _result, { client }) => void invalidatePages(client),
  meta: {
    success: 'Encomenda apagada com sucesso',
    deleted: (id) => ({ kind: 'order', id: id as number }),
  },
});

export const exportOrders = mutationOptions({
  mutationFn: (query: OrderSelection) =>
    doWork(
      'A exportar encomendas',
      () => download(orders.spreadsheet, { query: withoutDefaults(query) }),
      () => ({ message: 'Exportação concluída: encomendas.xlsx' }),
    ),
  meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
});

/** What changing all orders of a filter would do. */
export function orderChangePreview(filter: OrderFilter, change: OrderChange | undefined) {
  return queryOptions({
    queryKey: ['orders', 'change', filter, change],
    queryFn: ({ signal }) => {
      if (!change) throw new Error('Order data is required for update');
      return expectData(
        call(orders.previewChange, { body: { filter: withoutDefaults(filter), change } }, signal),
        'Failed to fetch orders',
      );
    },
    enabled: change !== undefined,
    retry: false,
    gcTime: 0,
  });
}

interface ChangeOfMany {
  filter: OrderFilter;
  change: OrderChange;
  /** How many matched when it was previewed. */
  expected: number;
  /** What is being done, and how it ended, in words. */
  title: string;
  outcome: (changed: number) => string;
}

/** How often the progress of a change of many is asked for, in milliseconds. */
const pollInterval = 700;

/** The dialog shows a refusal, so there is no failure toast. */
export const changeOrders = mutationOptions({
  mutationFn: ({ filter, change, expected, title, outcome }: ChangeOfMany) =>
    doWork(
      title,
      async (report) => {
        const progressKey = crypto.randomUUID();
        const poll = setInterval(() => {
          call(orders.changeProgress, { params: { progressKey } }).then(
            (progress) => progress && report({ done: progress.changed, of: progress.of }),
            () => undefined,
          );
        }, pollInterval);
        try {
          const body = { filter: withoutDefaults(filter), change, expected, progressKey };
          return await expectData(call(orders.change, { body }), 'Failed to update order data');
        } finally {
          clearInterval(poll);
        }
      },
      ({ changed }) => ({ message: outcome(changed) }),
    ),
  // After a refusal too: others than those that were previewed match by now.
  onSettled: (_answer, _error, _change, _result, { client }) => void client.invalidateQueries({ queryKey: ['orders'] }),
});

function invalidatePages(client: QueryClient) {
  return client.invalidateQueries({ queryKey: ['orders', 'page'] });
}
