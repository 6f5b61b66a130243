import { type StrayOrder, attention } from '@rede/contract/attention';
import { type Order, orders } from '@rede/contract/orders';
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData, unknownError } from '../lib/call.ts';
import { toast } from '../ui/toasts.ts';

/** One question, by its name in the contract. Each has an answer of its own, so that none waits for another. */
export function question<Name extends keyof typeof attention>(name: Name) {
  return queryOptions({
    queryKey: ['attention', name],
    queryFn: ({ signal }) =>
      expectData(call<(typeof attention)[Name]>(attention[name], {} as never, signal), unknownError),
  });
}

interface Assignment {
  order: Pick<StrayOrder, 'id' | 'ecommerceId' | 'version'>;
  /** Whose it will be; null for nobody's. */
  to: { internalId: string; name: string } | null;
}

/** Gives an order to somebody, unless it was changed since it was shown. The toast offers to take it back. */
export const assignOrder = mutationOptions({
  mutationFn: ({ order: { id, version }, to }: Assignment) => assign(id, version, to?.internalId),
  onSuccess: (changed, { order, to }, _result, { client }) => {
    refresh(client);
    if (to === null) return toast('success', `A encomenda ${order.ecommerceId} voltou a ficar sem consultor`);
    toast('success', `A encomenda ${order.ecommerceId} é agora de ${to.name}`, {
      label: 'Anular',
      onPress: () => takeBack(client, changed),
    });
  },
  // Somebody else may have changed it: what is shown is old.
  onError: (_error, _assignment, _result, { client }) => refresh(client),
  meta: { failure: (message) => `Erro ao atualizar a encomenda: ${message}` },
});

function takeBack(client: QueryClient, order: Order): Promise<void> {
  const mutation = client.getMutationCache().build(client, assignOrder);
  return mutation.execute({ order, to: null }).then(nothing, nothing);
}

/** The other fields stay: they are asked for, and the version holds both calls together. */
async function assign(id: number, version: number, internalId: string | undefined): Promise<Order> {
  const order = await expectData(call(orders.get, { params: { id } }), 'Failed to fetch order data');
  const consultant = internalId === undefined ? null : { internalId };
  const body = { ...order, consultant, version } as never;
  return expectData(call(orders.update, { params: { id }, body }), 'Failed to update order data');
}

function refresh(client: QueryClient): void {
  for (const part of ['attention', 'orders', 'dashboard']) void client.invalidateQueries({ queryKey: [part] });
}

/** The outcome is said by toasts. */
function nothing(): void {}
