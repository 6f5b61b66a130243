import { Suspense, lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from '../ui/frame.tsx';
import { Opening } from '../ui/opening.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

// Loaded lazily: consultants, most of them on a phone, never need the back office.
const BackOffice = lazy(() => import('./back-office.tsx'));
const GuideLayout = lazy(() => import('./guide-layout.tsx'));
const NotFound = lazy(() => import('./not-found.tsx'));

/** All routes. Those of the back office exist for administrators only. */
export function Router() {
  const { user, settings } = useIdentity();

  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={user.isAdmin ? <BackOfficeOpening logo={settings.logo} /> : null}>
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

/** The back office while its code still loads. */
function BackOfficeOpening({ logo }: { logo: string }) {
  return (
    <Frame logo={logo} title={<p>Backoffice</p>} side={<span />}>
      <Opening />
    </Frame>
  );
}
