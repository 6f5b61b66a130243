import { type ActivityQuery, type ActivitySelection, type RecordKind, activity } from '@rede/contract/activity';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';

const missing = 'Failed to fetch activity';

/** A page of what was done. What others do shows the next time somebody looks. */
export function activityPage(query: Partial<ActivityQuery>) {
  return queryOptions({
    queryKey: ['activity', 'page', query],
    queryFn: ({ signal }) => expectData(call(activity.list, { query }, signal), missing),
    placeholderData: keepPreviousData,
  });
}

/** A page of the records that a change touched. */
export function changedRecords(id: number, pageNumber: number, pageSize: number) {
  return queryOptions({
    queryKey: ['activity', 'records', id, pageNumber, pageSize],
    queryFn: ({ signal }) =>
      expectData(call(activity.records, { params: { id }, query: { pageNumber, pageSize } }, signal), missing),
    placeholderData: keepPreviousData,
  });
}

/** The dialog shows a refusal, so there is no failure toast. */
export const undoChange = mutationOptions({
  mutationFn: (id: number) => expectData(call(activity.undo, { params: { id } }), 'Failed to undo'),
  // After a refusal too: somebody else may have undone it.
  onSettled: (_answer, _error, _id, _result, { client }) => refetchRecords(client),
  meta: { success: 'Acção anulada' },
});

/** A record that was deleted. */
export interface DeletedRecord {
  kind: RecordKind;
  id: number | string;
}

export const restoreRecord = mutationOptions({
  mutationFn: ({ kind, id }: DeletedRecord) =>
    expectData(call(activity.restore, { params: { kind, recordId: id } }), 'Failed to restore'),
  onSettled: (_answer, _error, _record, _result, { client }) => refetchRecords(client),
  meta: { success: 'Foi reposto tal como estava', failure: (message) => `Não foi possível anular: ${message}` },
});

/** What was undone may show anywhere; who signed in, and with what settings, it does not change. */
function refetchRecords(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey: [area] }) => area !== 'whoami' && area !== 'settings' });
}

export const exportActivity = mutationOptions({
  mutationFn: (query: ActivitySelection) => download(activity.spreadsheet, { query }),
  meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
});
