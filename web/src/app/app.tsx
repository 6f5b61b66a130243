import type { ReactElement } from 'react';
import { currentUserQuery, settingsQuery } from '../identity/calls.ts';
import { SignedIn } from '../identity/identity.tsx';
import { createSession } from '../identity/session.ts';
import { takeAccessTokenFrom } from '../lib/call.ts';
import { prefetchDashboard } from '../dashboard/network-query.ts';
import { toast } from '../ui/toasts.ts';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { Router } from './router.tsx';

/** Starts signing in, once, before anything renders. Returns what to render. */
export function startApp(): ReactElement {
  const queryClient = createQueryClient();
  let isFirst = true;
  const session = createSession(async () => (await queryClient.ensureQueryData(settingsQuery)).login, {
    onSession(isAdmin) {
      void queryClient.prefetchQuery({ ...currentUserQuery, staleTime: 0 });
      if (isFirst && !isAdmin && ['/', '/dashboard'].includes(location.pathname)) prefetchDashboard(queryClient);
      isFirst = false;
    },
    onRefreshFailed: (message) => toast('error', message),
  });
  takeAccessTokenFrom(session.token);
  void session.start();

  return (
    <Providers queryClient={queryClient}>
      <SignedIn session={session}>
        <Router />
      </SignedIn>
    </Providers>
  );
}
