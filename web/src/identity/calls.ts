import { identity } from '@rede/contract/identity';
import { queryOptions } from '@tanstack/react-query';
import { CallError, call, expectData } from '../lib/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => expectData(call(identity.settings, {}, signal), 'No settings returned from the server'),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Whoever is signed in; asked again with every new token, so it never goes stale by itself. */
export const currentUserQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => expectData(call(identity.whoami, {}, signal), 'No data returned from whoAmI endpoint'),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The server lets this person in no longer, or never did; the error says why in words to show. */
export function isTurnedAway(error: Error | null): error is CallError {
  return error instanceof CallError && (error.code === 'no_consultant' || error.code === 'not_active');
}
