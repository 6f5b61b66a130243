import { type ComponentType, Suspense, lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';
import { NotFound } from './not-found.tsx';

// Loaded lazily: consultants, most of them on a phone, never need the back office.
const BackOfficeLayout = lazy(() => import('./back-office-layout.tsx'));
const HomePage = lazy(() => import('./home-page.tsx'));
const ConsultantsPage = lazy(() => import('../consultants/consultants-page.tsx'));
const ConsultantCreatePage = lazy(() => import('../consultants/consultant-create-page.tsx'));
const ConsultantPage = lazy(() => import('./consultant-page.tsx'));
const OrdersPage = lazy(() => import('../orders/orders-page.tsx'));
const OrderCreatePage = lazy(() => import('../orders/order-create-page.tsx'));
const OrderEditPage = lazy(() => import('../orders/order-edit-page.tsx'));
const UploadPage = lazy(() => import('../orders-import/upload-page.tsx'));

const backOffice: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/', HomePage],
  ['/backoffice/users', ConsultantsPage],
  ['/backoffice/users/create', ConsultantCreatePage],
  ['/backoffice/users/edit/:userId', ConsultantPage],
  ['/backoffice/orders', OrdersPage],
  ['/backoffice/add-orders', OrderCreatePage],
  ['/backoffice/edit-orders/:orderId', OrderEditPage],
  ['/backoffice/upload-csv', UploadPage],
];

/** All routes. Those of the back office exist for administrators only. */
export function Router() {
  const { user } = useIdentity();

  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Routes>
            {user.isAdmin ? (
              <Route element={<BackOfficeLayout />}>
                {backOffice.map(([path, Page]) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
              </Route>
            ) : (
              <Route path="/" element={<DashboardLayout />} />
            )}
            <Route path="/dashboard" element={<DashboardLayout />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  );
}
