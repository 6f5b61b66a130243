import { MutationCache, QueryCache, QueryClient, hashKey, notifyManager } from '@tanstack/react-query';
import { currentUserQuery, isTurnedAway } from '../identity/calls.ts';
import { RefreshError } from '../identity/session.ts';
import { CallError } from '../lib/call.ts';
import { toast } from '../ui/toasts.ts';

interface Sayings extends Record<string, unknown> {
  /** Said when it worked. */
  success?: string;
  /** What to say when it failed, of the reason. */
  failure?: (message: string) => string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Sayings;
    mutationMeta: Sayings;
  }
}

// What changes is shown before the browser's next event. By default it is shown a timer later: a second click that was queued would come first and send again.
notifyManager.setScheduler(queueMicrotask);

/** What is read and written, and the one place where it is told in toasts what came of it. */
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

/** Whoever is no longer let in meets it at some call: who it is is asked again, and the screen goes by that answer. */
function followRefusal(queryClient: QueryClient, error: Error): void {
  if (isTurnedAway(error)) void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** That no token could be had has been told already, being turned away has a screen, and what somebody gave up is no failure. */
function sayFailure(sayings: Sayings | undefined, error: Error): void {
  const isTold = error instanceof RefreshError || isTurnedAway(error) || error.name === 'AbortError';
  if (sayings?.failure === undefined || isTold) return;
  toast('error', sayings.failure(error.message));
}

/** What the server refused it will refuse again. */
function isFinal(error: Error): boolean {
  return error instanceof RefreshError || (error instanceof CallError && error.status >= 400 && error.status < 500);
}
