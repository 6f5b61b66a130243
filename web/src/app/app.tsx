import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignedIn } from '../identity/identity.tsx';
import type { Session } from '../identity/session.ts';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';

interface AppProps {
  session: Session;
  queryClient: QueryClient;
}

export function App({ session, queryClient }: AppProps) {
  return (
    <Providers queryClient={queryClient}>
      <SignedIn session={session}>
        <Router />
      </SignedIn>
    </Providers>
  );
}

export function drawApp(session: Session, queryClient: QueryClient): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App session={session} queryClient={queryClient} />
    </StrictMode>,
  );
}
