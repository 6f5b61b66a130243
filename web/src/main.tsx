import { takeAccessTokenFrom } from './lib/call.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { Router } from './app/router.tsx';
import { currentUserQuery, settingsQuery } from './identity/calls.ts';
import { SignedIn } from './identity/identity.tsx';
import { createSession } from './identity/session.ts';
import { toast } from './ui/toasts.tsx';

// Compiled validators need eval, which the content security policy forbids.
config({ jitless: true });

const queryClient = createQueryClient();

const session = createSession(async () => (await queryClient.ensureQueryData(settingsQuery)).login, {
  onSession: () => void queryClient.prefetchQuery({ ...currentUserQuery, staleTime: 0 }),
  onRefreshFailed: (message) => void toast('error', message),
});
takeAccessTokenFrom(session.token);
void session.start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <SignedIn session={session}>
        <Router />
      </SignedIn>
    </Providers>
  </StrictMode>,
);
