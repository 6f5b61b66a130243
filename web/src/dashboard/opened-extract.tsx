import { Suspense, lazy, useEffect } from 'react';
import { useLocation } from 'react-router';
import { extractAt } from './extract.ts';

/** Milliseconds until the dialog loads though nobody opened a figure yet: what the page itself needs comes first. */
const preloadDelay = 2500;

const OpenedOrders = lazy(() => import('./opened-orders.tsx'));

/** Loads the dialog for a figure that may be opened next. */
export function loadOpenedOrders(): void {
  import('./opened-orders.tsx').catch(ignore);
}

/** Opening it tries again, and says what failed. */
function ignore(): void {}

/** The extract that the address names, over the page. */
export function OpenedExtract() {
  const { search } = useLocation();
  const extract = extractAt(search);

  useEffect(() => {
    const timer = setTimeout(loadOpenedOrders, preloadDelay);
    return () => clearTimeout(timer);
  }, []);

  if (!extract) return null;
  return (
    <Suspense fallback={null}>
      <OpenedOrders key={JSON.stringify(extract)} extract={extract} />
    </Suspense>
  );
}
