import { type HistoryBody, type HistoryEntry, history } from '@rede/contract/history';
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';

/** A page size that holds the whole history. */
const allEntries = 2147483647;

/** An id as a page's URL has it. */
type Id = number | string | undefined;

/** The cache key of a consultant. Its history is below it: a new upline makes a period, and a period changes the upline. */
const consultantKey = (id: Id) => ['consultants', 'one', String(id)];

export function consultantHistory(id: Id) {
  return queryOptions({
    queryKey: [...consultantKey(id), 'history'],
    queryFn: async ({ signal }) => {
      if (!id) throw new Error('Consultant ID is required');
      const page = await expectData(
        call(history.list, { params: { id }, query: { pageSize: allEntries } }, signal),
        'Failed to fetch consultant history',
      );
      return page.results;
    },
  });
}

interface OldEntry {
  consultantId: Id;
  historyId: Id;
}

interface NewEntry {
  consultantId: Id;
  body: HistoryBody;
  /** Whether other periods give up the days in common. */
  takeDays: boolean;
}

type HistoryChange = OldEntry & NewEntry;

const entryNotCreated = (message: string) => `Erro ao criar histórico do consultor: ${message}`;
const entryNotUpdated = (message: string) => `Erro ao atualizar histórico do consultor: ${message}`;
const entryNotDeleted = (message: string) => `Erro ao excluir histórico do consultor: ${message}`;

/** What a change would move. It fails like the change itself, so it uses the same message. */
export const previewNewHistory = mutationOptions({
  mutationFn: (entry: NewEntry) =>
    expectData(call(history.previewCreate, createRequest(entry)), 'Failed to update consultant history'),
  meta: { failure: entryNotCreated },
});

export const createHistory = mutationOptions({
  mutationFn: (entry: NewEntry) =>
    expectData(call(history.create, createRequest(entry)), 'Failed to update consultant history'),
  onSuccess: (entry, change, _result, { client }) => cacheEntry(client, change, entry),
  meta: { success: 'Histórico do consultor criado com sucesso', failure: entryNotCreated },
});

/** What putting the consultant under another upline from a day on would move: the other periods give up their days. */
export function previewMove(consultantId: number, body: HistoryBody | undefined) {
  return queryOptions({
    queryKey: [...consultantKey(consultantId), 'move', body],
    queryFn: ({ signal }) => {
      if (!body) throw new Error('History data is required for history creation');
      const request = createRequest({ consultantId, body, takeDays: true });
      return expectData(call(history.previewCreate, request, signal), 'Failed to update consultant history');
    },
    enabled: body !== undefined,
    retry: false,
    gcTime: 0,
  });
}

/** The dialog shows a refusal, so there is no failure toast. */
export const moveUpline = mutationOptions({
  mutationFn: (entry: NewEntry) =>
    expectData(call(history.create, createRequest(entry)), 'Failed to update consultant history'),
  onSuccess: (_entry, { consultantId }, _result, { client }) => void invalidateConsultant(client, consultantId),
  meta: { success: 'Histórico do consultor criado com sucesso' },
});

function createRequest({ consultantId, body, takeDays }: NewEntry) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!body) throw new Error('History data is required for history creation');
  return { params: { id: consultantId }, query: queryOf(takeDays), body: wholeBody(body) };
}

export const previewHistory = mutationOptions({
  mutationFn: (change: HistoryChange) =>
    expectData(call(history.previewUpdate, updateRequest(change)), 'Failed to update consultant history'),
  meta: { failure: entryNotUpdated },
});

export const updateHistory = mutationOptions({
  mutationFn: (change: HistoryChange) =>
    expectData(call(history.update, updateRequest(change)), 'Failed to update consultant history'),
  onSuccess: (entry, change, _result, { client }) => cacheEntry(client, change, entry),
  meta: { success: 'Histórico do consultor atualizado com sucesso', failure: entryNotUpdated },
});

function updateRequest({ consultantId, historyId, body, takeDays }: HistoryChange) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!historyId) throw new Error('History ID is required for history update');
  if (!body) throw new Error('History data is required for history update');
  return { params: { id: consultantId, historyId }, query: queryOf(takeDays), body: wholeBody(body) };
}

/** All fields of a period: an open end is null. */
const wholeBody = (body: HistoryBody) => ({ endDate: null, ...body });

const queryOf = (takeDays: boolean) => (takeDays ? { takeDays: 'true' as const } : {});

export const previewHistoryDeletion = mutationOptions({
  mutationFn: (entry: OldEntry) =>
    expectData(call(history.previewDelete, deleteRequest(entry)), 'Failed to delete consultant history'),
  meta: { failure: entryNotDeleted },
});

export const deleteHistory = mutationOptions({
  mutationFn: (entry: OldEntry) => call(history.delete, deleteRequest(entry)),
  onSuccess: (_answer, { consultantId }, _result, { client }) => invalidateConsultant(client, consultantId),
  meta: {
    success: 'Histórico do consultor excluído com sucesso',
    failure: entryNotDeleted,
    deleted: (entry) => ({ kind: 'period', id: Number((entry as OldEntry).historyId) }),
  },
});

function deleteRequest({ consultantId, historyId }: OldEntry) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!historyId) throw new Error('History ID is required for history deletion');
  return { params: { id: consultantId, historyId } };
}

/**
 * Puts the saved entry into the cache, so that the row does not show its old values until the refetch. When other periods gave up days,
 * waits for the refetch instead.
 */
function cacheEntry(client: QueryClient, { consultantId: id, takeDays }: NewEntry, entry: HistoryEntry) {
  const fetched = invalidateConsultant(client, id);
  if (takeDays) return fetched;
  client.setQueryData(consultantHistory(id).queryKey, (entries) => [
    ...(entries ?? []).filter((other) => other.id !== entry.id && other.startDate <= entry.startDate),
    entry,
    ...(entries ?? []).filter((other) => other.id !== entry.id && other.startDate > entry.startDate),
  ]);
  return undefined;
}

function invalidateConsultant(client: QueryClient, id: Id) {
  return client.invalidateQueries({ queryKey: consultantKey(id) });
}
