import {
  type ConsultantBody,
  type ConsultantChange,
  type ConsultantFilter,
  type ConsultantQuery,
  type ConsultantSelection,
  consultants,
} from '@rede/contract/consultants';
import type { Day } from '@rede/contract/days';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, expectData } from '../lib/call.ts';
import { download } from '../lib/download.ts';
import { doWork } from '../lib/work.ts';

/** An id as a page's URL has it. */
type Id = number | string | undefined;

export function consultantPage(query: ConsultantQuery) {
  return queryOptions({
    queryKey: ['consultants', 'page', query],
    queryFn: ({ signal }) =>
      expectData(call(consultants.list, { query: withoutDefaults(query) }, signal), 'Failed to fetch consultant data'),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** A filter alone, without what a list's query has besides. */
export function filterOf(query: ConsultantQuery): ConsultantFilter {
  const { sort: _, pageNumber: __, pageSize: ___, ...filter } = query;
  return filter;
}

/** A choice that is not made is left out. */
function withoutDefaults<Query extends ConsultantFilter>({ withoutUpline, ...query }: Query) {
  return { ...query, ...(withoutUpline && { withoutUpline }) };
}

/** One consultant, for a form: never refetched automatically, so that no field changes while somebody types. */
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

/** Who stands above a consultant on a day. Below its own key: a change of its history changes it. */
export function uplinesOn(id: number, day: Day) {
  return queryOptions({
    queryKey: ['consultants', 'one', String(id), 'uplines', day],
    queryFn: ({ signal }) =>
      expectData(
        call(consultants.uplines, { params: { id }, query: { day } }, signal),
        'Failed to fetch consultant data',
      ),
    placeholderData: keepPreviousData,
  });
}

/** Notes that an administrator looks at the dashboard as a consultant; asked each time that begins. */
export function beginView(id: Id) {
  return queryOptions({
    queryKey: ['consultants', 'view', String(id)],
    queryFn: async () => {
      if (!id) throw new Error('Consultant ID is required');
      await call(consultants.view, { params: { id } });
      return true;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Matches for a code or name in an upline field: consultants and the company. */
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
    return expectData(call(consultants.create, { body: wholeBody(body) }), 'Failed to create consultant');
  },
  onSuccess: (_created, _body, _result, { client }) => invalidatePages(client),
  meta: {
    success: 'Consultor criado com sucesso',
    failure: (message) => `Erro ao criar consultor: ${message}`,
  },
});

interface ConsultantUpdate {
  id: Id;
  body: ConsultantBody;
}

const notUpdated = (message: string) => `Erro ao atualizar consultor: ${message}`;

/** What a change would move. It fails like the change itself, so it uses the same message. */
export const previewConsultant = mutationOptions({
  mutationFn: (change: ConsultantUpdate) =>
    expectData(call(consultants.previewUpdate, updateOf(change)), 'Failed to fetch consultant data'),
  meta: { failure: notUpdated },
});

export const updateConsultant = mutationOptions({
  mutationFn: (change: ConsultantUpdate) => call(consultants.update, updateOf(change)),
  onSuccess: (_answer, { id }, _result, { client }) =>
    Promise.all([invalidatePages(client), invalidateConsultant(client, id)]),
  meta: { success: 'Consultor atualizado com sucesso', failure: notUpdated },
});

function updateOf({ id, body }: ConsultantUpdate) {
  if (!id) throw new Error('Consultant ID is required');
  if (!body) throw new Error('Consultant data is required for update');
  return { params: { id }, body: wholeBody(body) };
}

/** All fields of a consultant: the empty ones are null. */
function wholeBody(body: ConsultantBody) {
  return { id: null, startDate: null, endDate: null, ...body };
}

/** The dialog shows a refusal, so there is no failure toast. */
export const deleteConsultant = mutationOptions({
  mutationFn: (id: Id) => {
    if (!id) throw new Error('Consultant ID is required for deletion');
    return call(consultants.delete, { params: { id } });
  },
  // After a refusal too: somebody else may have deleted it.
  onSettled: (_answer, _error, _id, _result, { client }) => void invalidatePages(client),
  meta: {
    success: 'Consultor apagado com sucesso',
    deleted: (id) => ({ kind: 'consultant', id: id as number }),
  },
});

export const exportConsultants = mutationOptions({
  mutationFn: (query: ConsultantSelection) =>
    doWork(
      'A exportar consultores',
      () => download(consultants.spreadsheet, { query: withoutDefaults(query) }),
      () => ({ message: 'Exportação concluída: consultores.xlsx' }),
    ),
  meta: { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
});

/** What changing all consultants of a filter would do. */
export function consultantChangePreview(filter: ConsultantFilter, change: ConsultantChange) {
  return queryOptions({
    queryKey: ['consultants', 'change', filter, change],
    queryFn: ({ signal }) =>
      expectData(
        call(consultants.previewChange, { body: { filter: withoutDefaults(filter), change } }, signal),
        'Failed to fetch consultant data',
      ),
    retry: false,
    gcTime: 0,
  });
}

interface ChangeOfMany {
  filter: ConsultantFilter;
  change: ConsultantChange;
  /** How many matched when it was previewed. */
  expected: number;
  /** What is being done, and how it ended, in words. */
  title: string;
  outcome: (changed: number) => string;
}

/** The dialog shows a refusal, so there is no failure toast. */
export const changeConsultants = mutationOptions({
  mutationFn: ({ filter, change, expected, title, outcome }: ChangeOfMany) =>
    doWork(
      title,
      () =>
        expectData(
          call(consultants.change, { body: { filter: withoutDefaults(filter), change, expected } }),
          'Failed to update consultant data',
        ),
      ({ changed }) => ({ message: outcome(changed) }),
    ),
  // After a refusal too: others than those that were previewed match by now.
  onSettled: (_answer, _error, _change, _result, { client }) =>
    void client.invalidateQueries({ queryKey: ['consultants'] }),
});

function invalidatePages(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['consultants', 'suggestions'] });
  return client.invalidateQueries({ queryKey: ['consultants', 'page'] });
}

/** The consultant and its history: a new upline makes a period, and a period changes the upline. */
function invalidateConsultant(client: QueryClient, id: Id) {
  return client.invalidateQueries({ queryKey: ['consultants', 'one', String(id)] });
}
