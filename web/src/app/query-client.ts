import { MutationCache, QueryCache, QueryClient, hashKey, notifyManager } from '@tanstack/react-query';
import type { DeletedRecord } from '../activity/calls.ts';
import { currentUserQuery, isAccessDenied } from '../identity/calls.ts';
import { RefreshError } from '../identity/session.ts';
import { CallError } from '../lib/call.ts';
import { toast } from '../ui/toasts.ts';

interface ToastMessages extends Record<string, unknown> {
  /** The toast after a success. */
  success?: string;
  /** The toast after a failure, made from the error's message. */
  failure?: (message: string) => string;
}

interface MutationMessages extends ToastMessages {
  /** The record that a success deleted, from what the mutation was given: its toast offers to bring it back. */
  deleted?: (given: unknown) => DeletedRecord;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ToastMessages;
    mutationMeta: MutationMessages;
  }
}

// Changes show before the browser's next event. By default they show a timer later: a second click that was queued would come first and send again.
notifyManager.setScheduler(queueMicrotask);

/** The cache of all calls, and the one place that shows their outcome as toasts. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        toastFailure(query.meta, error);
        if (query.queryHash !== hashKey(currentUserQuery.queryKey)) refetchDeniedUser(queryClient, error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, given, _context, { meta }) => {
        // Whatever was done is in the activity log.
        void queryClient.invalidateQueries({ queryKey: ['activity'] });
        if (meta?.success === undefined) return;
        if (meta.deleted) void toastDeletion(queryClient, meta.success, meta.deleted(given));
        else toast('success', meta.success);
      },
      onError: (error, _variables, _context, mutation) => {
        toastFailure(mutation.meta, error);
        refetchDeniedUser(queryClient, error);
      },
    }),
    defaultOptions: { queries: { retry: (failures, error) => failures < 3 && !isPermanent(error) } },
  });
  return queryClient;
}

// Loaded lazily: nobody deletes anything on a first page.
async function toastDeletion(queryClient: QueryClient, message: string, record: DeletedRecord): Promise<void> {
  const undo = await import('./undo-deletion.ts').catch(() => undefined);
  toast('success', message, undo?.undoOf(queryClient, record));
}

/** A call refused because access was withdrawn: fetches the user again, and the screen follows from that answer. */
function refetchDeniedUser(queryClient: QueryClient, error: Error): void {
  if (isAccessDenied(error)) void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** No toast where the failure shows elsewhere (token renewal, access denied) or is none (a cancelled call). */
function toastFailure(messages: ToastMessages | undefined, error: Error): void {
  const isShownElsewhere = error instanceof RefreshError || isAccessDenied(error) || error.name === 'AbortError';
  if (messages?.failure === undefined || isShownElsewhere) return;
  toast('error', messages.failure(summaryOf(error)));
}

/** A refusal that names fields is said at them, and above them; a toast says only that it is. */
function summaryOf(error: Error): string {
  return error instanceof CallError && error.errors.length > 0 ? 'Há campos por corrigir.' : error.message;
}

/** A retry would be refused again. */
function isPermanent(error: Error): boolean {
  return error instanceof RefreshError || (error instanceof CallError && error.status >= 400 && error.status < 500);
}
