import { Suspense, lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Starting } from '../ui/screens.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

// Loaded lazily: consultants, most of them on a phone, never need the back office, nor the list of its files.
const BackOffice = lazy(async () => (await import('./back-office-start.ts')).loadBackOffice());
const GuideLayout = lazy(() => import('./guide-layout.tsx'));
const NotFound = lazy(() => import('./not-found.tsx'));

/** All routes. Those of the back office exist for administrators only. */
export function Router() {
  const { user } = useIdentity();

  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={user.isAdmin ? <Starting /> : null}>
          <Routes>
            {!user.isAdmin && <Route path="/" element={<DashboardLayout />} />}
            {!user.isAdmin && <Route path="/ajuda" element={<GuideLayout />} />}
            <Route path="/dashboard" element={<DashboardLayout />} />
            <Route path="*" element={user.isAdmin ? <BackOffice /> : <NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  );
}
