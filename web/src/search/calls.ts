import { searching } from '@rede/contract/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, expectData, unknownError } from '../lib/call.ts';

/** What matches a text. An answer that nobody waits for any more is not waited for; the one before stays until the next is there. */
export function everythingMatching(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => expectData(call(searching.everything, { query: { text } }, signal), unknownError),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: 1,
  });
}
