import { Suspense, lazy } from 'react';
import { useWorks } from '../lib/work.ts';
import styles from './works.module.css';

const WorkTray = lazy(() => import('./work-tray.tsx'));

/** How long work goes, and nothing at all where there is none; says how it ends. */
export function Works() {
  const works = useWorks();
  const latest = works.findLast(({ state }) => state !== 'running');

  return (
    <>
      <output className={styles.spoken}>{latest && `${latest.title}: ${latest.message}`}</output>
      {works.length > 0 && (
        <Suspense fallback={null}>
          <WorkTray works={works} />
        </Suspense>
      )}
    </>
  );
}
