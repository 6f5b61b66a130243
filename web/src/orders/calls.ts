import { consultants } from '@rede/contract/consultants';
import { type OrderBody, type OrderFilter, type OrderQuery, type OrderSelection, orders } from '@rede/contract/orders';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';

/** An id as a page's URL has it. */
type Id = number | string | undefined;

export function orderPage(query: OrderQuery) {
  return queryOptions({
    queryKey: ['orders', 'page', query],
    queryFn: ({ signal }) => expectData(call(orders.list, { query }, signal), 'Failed to fetch orders'),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** The sums of all orders that match a filter. Below the pages: what changes them changes these. */
export function orderSums(filter: Partial<OrderFilter>) {
  return queryOptions({
    queryKey: ['orders', 'page', 'sums', filter],
    queryFn: ({ signal }) => expectData(call(orders.totals, { query: filter }, signal), 'Failed to fetch orders'),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
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
  mutationFn: (query: OrderSelection) => download(orders.spreadsheet, { query }),
  meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
});

function invalidatePages(client: QueryClient) {
  return client.invalidateQueries({ queryKey: ['orders', 'page'] });
}
