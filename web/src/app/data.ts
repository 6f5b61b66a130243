import type { QueryClient } from '@tanstack/react-query';
import { config } from 'zod/mini';
import { prefetchDashboard } from '../dashboard/network-query.ts';
import { currentUserQuery, settingsQuery } from '../identity/calls.ts';
import type { Session } from '../identity/session.ts';
import { takeAccessTokenFrom } from '../lib/call.ts';
import { reloadIfOutdated } from '../outdated.ts';
import { dropDraftsOfOthers, saveDrafts } from '../ui/drafts.ts';
import { toast } from '../ui/toasts.ts';
import { createQueryClient } from './query-client.ts';

// Compiled validators need eval, which the content security policy forbids.
config({ jitless: true });

/** Makes the cache of all calls, and fetches what the first page shows as soon as there is a token. */
export function startData(session: Session): QueryClient {
  const queryClient = createQueryClient();
  let subject = '';
  takeAccessTokenFrom(session.token);
  void queryClient.prefetchQuery(settingsQuery);
  session.listen({
    onSession(signedIn, isAdmin) {
      const isFirst = subject === '';
      subject = signedIn;
      dropDraftsOfOthers(subject);
      void queryClient.prefetchQuery({ ...currentUserQuery, staleTime: 0 });
      if (isFirst && !isAdmin && ['/', '/dashboard'].includes(location.pathname)) prefetchDashboard(queryClient);
      if (isFirst && isAdmin) void startBackOffice(queryClient);
    },
    onLeaveAtWork: () => saveDrafts(subject),
    onRefreshFailed: (message) => toast('error', message),
  });
  // A part of the app that cannot be loaded: its build may be gone since this page was opened.
  window.addEventListener('vite:preloadError', () => void reloadIfOutdated(() => saveDrafts(subject)));
  return queryClient;
}

/** Fetches the parts of the back office and what its first page shows, in the order in which they are there. */
async function startBackOffice(queryClient: QueryClient): Promise<void> {
  const start = await import('./back-office-start.ts').catch(() => undefined);
  start?.fetchFirstPage(queryClient);
}
