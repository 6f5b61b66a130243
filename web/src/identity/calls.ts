import { identity } from '@rede/contract/identity';
import { queryOptions } from '@tanstack/react-query';
import { CallError, call, expectData } from '../lib/call.ts';
import { viewedBy } from '../lib/viewed-consultant.ts';
import { loadSettings } from './settings.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: loadSettings,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The signed-in user. Fetched again with every new token, so it needs no other expiry. */
export const currentUserQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: async ({ signal, client }) => {
    const user = await expectData(
      call(identity.whoami, {}, signal, viewedBy(client)),
      'No data returned from whoAmI endpoint',
    );
    return { ...user, isAdmin: user.roles.includes('admin') };
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The server denies this person access; the error's message says why. */
export function isAccessDenied(error: Error | null): error is CallError {
  return error instanceof CallError && (error.code === 'no_consultant' || error.code === 'not_active');
}
