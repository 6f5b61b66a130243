import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router';
import { BackOfficeLayout } from './back-office-layout.tsx';
import NotFound from './not-found.tsx';

const pages: readonly (readonly [path: string, page: ComponentType])[] = [
  ['/', lazy(() => import('./home-page.tsx'))],
  ['/backoffice/users', lazy(() => import('../consultants/consultants-page.tsx'))],
  ['/backoffice/users/:userId', lazy(() => import('./person-page.tsx'))],
  ['/backoffice/users/create', lazy(() => import('../consultants/consultant-create-page.tsx'))],
  ['/backoffice/users/edit/:userId', lazy(() => import('./consultant-page.tsx'))],
  ['/backoffice/orders', lazy(() => import('../orders/orders-page.tsx'))],
  ['/backoffice/add-orders', lazy(() => import('../orders/order-create-page.tsx'))],
  ['/backoffice/edit-orders/:orderId', lazy(() => import('../orders/order-edit-page.tsx'))],
  ['/ajuda', lazy(() => import('./guide-page.tsx'))],
  ['/backoffice/upload-csv', lazy(() => import('../orders-import/upload-page.tsx'))],
  ['/backoffice/activity', lazy(() => import('../activity/activity-page.tsx'))],
];

// What a consultant sees has the consultant's own frame.
const ViewedDashboard = lazy(() => import('./viewed-dashboard.tsx'));

/** The pages of the back office. A default export, for `lazy`: only administrators load it. */
export default function BackOffice() {
  return (
    <Routes>
      <Route element={<BackOfficeLayout />}>
        {pages.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route path="/backoffice/users/:userId/dashboard" element={<ViewedDashboard />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
