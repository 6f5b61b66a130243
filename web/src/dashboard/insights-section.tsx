import type { Window } from '@rede/contract/dashboard';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import styles from './insights-section.module.css';

const Insights = lazy(() => import('./insights.tsx'));

interface InsightsSectionProps {
  window: Window;
  /** Somebody wants to go to a part of it. */
  awaited: boolean;
  onArrival: () => void;
}

/** What stands below the tables, loaded when the person scrolls near it or wants to go there. */
export function InsightsSection({ window, awaited, onArrival }: InsightsSectionProps) {
  const root = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const wanted = near || awaited;

  // Once it was wanted it stays.
  if (awaited && !near) setNear(true);

  useEffect(() => {
    if (!root.current || wanted) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(entry?.isIntersecting ?? false),
      // Load early, so that it is there on arrival.
      { rootMargin: '400px' },
    );
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [wanted]);

  return (
    <div ref={root} className={styles.root} tabIndex={-1}>
      {wanted && (
        <Suspense fallback={null}>
          <Insights window={window} />
          <Arrival onArrival={onArrival} />
        </Suspense>
      )}
    </div>
  );
}

/** Says when what it loads together with is there. */
function Arrival({ onArrival }: { onArrival: () => void }) {
  useEffect(onArrival, [onArrival]);
  return null;
}
