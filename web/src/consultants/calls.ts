import {
  type ConsultantBody,
  type ConsultantQuery,
  type ConsultantSelection,
  type HistoryBody,
  type HistoryEntry,
  consultants,
  history,
} from '@rede/contract/consultants';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';

/** The history's page that holds all of it. */
const allEntries = 2147483647;

/** As it stands in the address of a page. */
type Id = number | string | undefined;

export function consultantPage(query: ConsultantQuery) {
  return queryOptions({
    queryKey: ['consultants', 'page', query],
    queryFn: ({ signal }) => expectData(call(consultants.list, { query }, signal), 'Failed to fetch consultant data'),
    placeholderData: keepPreviousData,
  });
}

/** One consultant, for editing: fetched again only when asked to, so that nothing changes under the hands of who types. */
export function consultant(id: Id) {
  return queryOptions({
    queryKey: ['consultants', 'one', String(id)],
    queryFn: ({ signal }) => {
      if (!id) throw new Error('Consultant ID is required');
      return expectData(call(consultants.get, { params: { id } }, signal), 'Failed to fetch consultant data');
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Whom a code or a name may mean where an upline is asked for: the company too. */
export function uplineSuggestions(text: string) {
  return queryOptions({
    queryKey: ['consultants', 'suggestions', text],
    queryFn: async ({ signal }) => {
      const query = { text, withCompany: 'true' } as const;
      const found = await expectData(
        call(consultants.suggestions, { query }, signal),
        'Failed to fetch consultant data',
      );
      return found.results;
    },
  });
}

export const createConsultant = mutationOptions({
  mutationFn: (body: ConsultantBody) => {
    if (!body) throw new Error('Consultant data is required for creation');
    return expectData(call(consultants.create, { body }), 'Failed to create consultant');
  },
  onSuccess: (_created, _body, _result, { client }) => outdatePages(client),
  meta: {
    success: 'Consultor criado com sucesso',
    failure: (message) => `Erro ao criar consultor: ${message}`,
  },
});

interface ConsultantChange {
  id: Id;
  body: ConsultantBody;
}

const notUpdated = (message: string) => `Erro ao atualizar consultor: ${message}`;

/** What a change would move. It is refused like the change itself, hence in the same words; so are those of the history. */
export const tryConsultant = mutationOptions({
  mutationFn: (change: ConsultantChange) =>
    expectData(call(consultants.previewUpdate, updateOf(change)), 'Failed to fetch consultant data'),
  meta: { failure: notUpdated },
});

export const updateConsultant = mutationOptions({
  mutationFn: (change: ConsultantChange) => call(consultants.update, updateOf(change)),
  onSuccess: (_answer, { id }, _result, { client }) =>
    Promise.all([outdatePages(client), outdateConsultant(client, id)]),
  meta: { success: 'Consultor atualizado com sucesso', failure: notUpdated },
});

function updateOf({ id, body }: ConsultantChange) {
  if (!id) throw new Error('Consultant ID is required');
  if (!body) throw new Error('Consultant data is required for update');
  return { params: { id }, body };
}

/** What it is refused with is told by the dialog that asked. */
export const deleteConsultant = mutationOptions({
  mutationFn: (id: Id) => {
    if (!id) throw new Error('Consultant ID is required for deletion');
    return call(consultants.delete, { params: { id } });
  },
  onSuccess: (_answer, _id, _result, { client }) => void outdatePages(client),
  meta: { success: 'Consultor apagado com sucesso' },
});

export const exportConsultants = mutationOptions({
  mutationFn: (query: ConsultantSelection) => download(consultants.spreadsheet, { query }),
  meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
});

export function consultantHistory(id: Id) {
  return queryOptions({
    queryKey: ['consultants', 'one', String(id), 'history'],
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
  /** Whether other periods leave it the days that they have in common. */
  takeDays: boolean;
}

type HistoryChange = OldEntry & NewEntry;

const entryNotCreated = (message: string) => `Erro ao criar histórico do consultor: ${message}`;
const entryNotUpdated = (message: string) => `Erro ao atualizar histórico do consultor: ${message}`;
const entryNotDeleted = (message: string) => `Erro ao excluir histórico do consultor: ${message}`;

export const tryNewHistory = mutationOptions({
  mutationFn: (entry: NewEntry) =>
    expectData(call(history.previewCreate, creationOf(entry)), 'Failed to update consultant history'),
  meta: { failure: entryNotCreated },
});

export const createHistory = mutationOptions({
  mutationFn: (entry: NewEntry) =>
    expectData(call(history.create, creationOf(entry)), 'Failed to update consultant history'),
  onSuccess: (entry, change, _result, { client }) => keepEntry(client, change, entry),
  meta: { success: 'Histórico do consultor criado com sucesso', failure: entryNotCreated },
});

function creationOf({ consultantId, body, takeDays }: NewEntry) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!body) throw new Error('History data is required for history creation');
  return { params: { id: consultantId }, query: queryOf(takeDays), body };
}

export const tryHistory = mutationOptions({
  mutationFn: (change: HistoryChange) =>
    expectData(call(history.previewUpdate, correctionOf(change)), 'Failed to update consultant history'),
  meta: { failure: entryNotUpdated },
});

export const updateHistory = mutationOptions({
  mutationFn: (change: HistoryChange) =>
    expectData(call(history.update, correctionOf(change)), 'Failed to update consultant history'),
  onSuccess: (entry, change, _result, { client }) => keepEntry(client, change, entry),
  meta: { success: 'Histórico do consultor atualizado com sucesso', failure: entryNotUpdated },
});

function correctionOf({ consultantId, historyId, body, takeDays }: HistoryChange) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!historyId) throw new Error('History ID is required for history update');
  if (!body) throw new Error('History data is required for history update');
  return { params: { id: consultantId, historyId }, query: queryOf(takeDays), body };
}

const queryOf = (takeDays: boolean) => (takeDays ? { takeDays: 'true' as const } : {});

export const tryHistoryDeletion = mutationOptions({
  mutationFn: (entry: OldEntry) =>
    expectData(call(history.previewDelete, deletionOf(entry)), 'Failed to delete consultant history'),
  meta: { failure: entryNotDeleted },
});

export const deleteHistory = mutationOptions({
  mutationFn: (entry: OldEntry) => call(history.delete, deletionOf(entry)),
  onSuccess: (_answer, { consultantId }, _result, { client }) => outdateConsultant(client, consultantId),
  meta: { success: 'Histórico do consultor excluído com sucesso', failure: entryNotDeleted },
});

function deletionOf({ consultantId, historyId }: OldEntry) {
  if (!consultantId) throw new Error('Consultant ID is required');
  if (!historyId) throw new Error('History ID is required for history deletion');
  return { params: { id: consultantId, historyId } };
}

function outdatePages(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['consultants', 'suggestions'] });
  return client.invalidateQueries({ queryKey: ['consultants', 'page'] });
}

/**
 * In its place at once, so that the row that was edited does not go back to what it was until the history is fetched. Where it took days of others,
 * the history is waited for.
 */
function keepEntry(client: QueryClient, { consultantId: id, takeDays }: NewEntry, entry: HistoryEntry) {
  const fetched = outdateConsultant(client, id);
  if (takeDays) return fetched;
  client.setQueryData(consultantHistory(id).queryKey, (entries) => [
    ...(entries ?? []).filter((other) => other.id !== entry.id && other.startDate <= entry.startDate),
    entry,
    ...(entries ?? []).filter((other) => other.id !== entry.id && other.startDate > entry.startDate),
  ]);
  return undefined;
}

/** The consultant and its history: a new upline makes a period, and a period changes the upline. */
function outdateConsultant(client: QueryClient, id: Id) {
  return client.invalidateQueries({ queryKey: ['consultants', 'one', String(id)] });
}
