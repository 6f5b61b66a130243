import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import styles from './insights-section.module.css';

const Insights = lazy(() => import('./insights.tsx'));

/** The insights below the tables, loaded when the person scrolls near them. */
export function InsightsSection() {
  const section = useRef<HTMLElement>(null);
  const [reached, setReached] = useState(false);

  useEffect(() => {
    if (!section.current || reached) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setReached(entry?.isIntersecting ?? false),
      // Load a little early, so that they are there on arrival.
      { rootMargin: '200px' },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [reached]);

  return (
    <section ref={section} className={styles.root} tabIndex={-1} aria-labelledby="insights-title">
      <h2 id="insights-title" className={styles.title}>
        Mais sobre a minha rede
      </h2>
      {reached && (
        <Suspense fallback={null}>
          <Insights />
        </Suspense>
      )}
    </section>
  );
}
