import { type SavedView, type SavedViewBody, savedViews } from '@rede/contract/saved-views';
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';

/** The caller's views and the shared ones, of all lists. */
export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: async ({ signal }) => {
    const { results } = await expectData(call(savedViews.list, {}, signal), 'Failed to fetch saved views');
    return results;
  },
  staleTime: 60_000,
});

/** The dialogs show a refusal, so there are no failure toasts. */
export const createView = mutationOptions({
  mutationFn: (body: SavedViewBody) => expectData(call(savedViews.create, { body }), 'Failed to save view'),
  onSuccess: (_view, _body, _result, { client }) => invalidateViews(client),
  meta: { success: 'Vista guardada' },
});

export const updateView = mutationOptions({
  mutationFn: ({ id, ...view }: SavedView) => {
    const { list, name, query, shared } = view;
    return expectData(
      call(savedViews.update, { params: { id }, body: { list, name, query, shared } }),
      'Failed to save view',
    );
  },
  onSuccess: (_view, _body, _result, { client }) => invalidateViews(client),
  meta: { success: 'Vista guardada' },
});

export const deleteView = mutationOptions({
  mutationFn: (id: number) => call(savedViews.delete, { params: { id } }),
  // After a refusal too: it may be gone.
  onSettled: (_answer, _error, _id, _result, { client }) => void invalidateViews(client),
  meta: { success: 'Vista apagada' },
});

function invalidateViews(client: QueryClient) {
  return client.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
}
