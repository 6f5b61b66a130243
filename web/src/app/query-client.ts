import { MutationCache, QueryCache, QueryClient, hashKey } from '@tanstack/react-query';
import { currentUserQuery, isTurnedAway } from '../identity/calls.ts';
import { RefreshError } from '../identity/session.ts';
import { CallError } from '../lib/call.ts';
import { toast } from '../ui/toasts.ts';

interface Sayings extends Record<string, unknown> {
  /** The toast after a success. */
  success?: string;
  /** The toast after a failure, made from the error's message. */
  failure?: (message: string) => string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Sayings;
    mutationMeta: Sayings;
  }
}

/** The cache of all calls, and the one place that shows their outcome as toasts. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        sayFailure(query.meta, error);
        if (query.queryHash !== hashKey(currentUserQuery.queryKey)) followRefusal(queryClient, error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success !== undefined) toast('success', mutation.meta.success);
      },
      onError: (error, _variables, _context, mutation) => {
        sayFailure(mutation.meta, error);
        followRefusal(queryClient, error);
      },
    }),
    defaultOptions: { queries: { retry: (failures, error) => failures < 3 && !isFinal(error) } },
  });
  return queryClient;
}

/** A call refused because access was withdrawn: fetches the user again, and the screen follows from that answer. */
function followRefusal(queryClient: QueryClient, error: Error): void {
  if (isTurnedAway(error)) void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** No toast where the failure shows elsewhere (token renewal, access denied) or is none (a cancelled call). */
function sayFailure(sayings: Sayings | undefined, error: Error): void {
  const isTold = error instanceof RefreshError || isTurnedAway(error) || error.name === 'AbortError';
  if (sayings?.failure === undefined || isTold) return;
  toast('error', sayings.failure(error.message));
}

/** A retry would be refused again. */
function isFinal(error: Error): boolean {
  return error instanceof RefreshError || (error instanceof CallError && error.status >= 400 && error.status < 500);
}
