import { useQuery } from '@tanstack/react-query';
import type { Window } from '@rede/contract/dashboard';
import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { summaryQuery } from './calls.ts';
import styles from './dashboard-page.module.css';
import { InsightsSection } from './insights-section.tsx';
import { MonthBand } from './month-band.tsx';
import { activeFilters, networks, useNetwork } from './network-query.ts';
import { NetworkSection } from './network-section.tsx';
import { OpenedExtract } from './opened-extract.tsx';
import { usePeriod } from './period.ts';
import { PeriodBar } from './period-bar.tsx';
import { useSections } from './sections.ts';
import { SummaryCards } from './summary-cards.tsx';

const FirstSteps = lazy(() => import('./first-steps.tsx'));
const PrintSheet = lazy(() => import('./print-sheet.tsx'));

export function DashboardPage() {
  const { user } = useIdentity();

  if (user.internalId === null) {
    return (
      <div className={styles.none}>
        <h2>Não há rede para mostrar</h2>
        <p>A sua conta de administrador não está associada a um consultor.</p>
      </div>
    );
  }

  return (
    <>
      <Dashboard />
      <OpenedExtract />
    </>
  );
}

function Dashboard() {
  const { user } = useIdentity();
  const { period, window } = usePeriod();
  const { current, goTo, awaited, onArrival } = useSections();
  const { printing, print, onPrinted } = usePrinting();
  const isAlone = useIsAlone(window);

  return (
    <div className={styles.page}>
      <p className={styles.paperHead}>
        <strong>{[user.name, user.internalId].filter(Boolean).join(' · ')}</strong>
        <span>
          De {window.startDate} a {window.endDate}
        </span>
      </p>
      <PeriodBar
        period={period}
        window={window}
        {...(!isAlone && { sections: { current, onGo: goTo }, printing, onPrint: print })}
      />
      <div id="resumo" className={styles.summary} tabIndex={-1}>
        <SummaryCards />
        {!isAlone && <MonthBand onGo={goTo} />}
      </div>
      {isAlone ? (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      ) : (
        <>
          {printing && (
            <Suspense fallback={null}>
              <PrintSheet window={window} onPrinted={onPrinted} />
            </Suspense>
          )}
          <NetworkSection id="rede-directa" kind="direct" window={window} />
          <NetworkSection id="rede-total" kind="total" window={window} />
          <InsightsSection window={window} awaited={awaited} onArrival={onArrival} />
        </>
      )}
    </div>
  );
}

/** Whether there is nobody to show: not in the default window, not in this one, and no filter hides anybody. */
function useIsAlone(window: Window): boolean {
  const direct = useNetwork('direct', window);
  const total = useNetwork('total', window);
  const { data: summary } = useQuery(summaryQuery);
  const { data } = useQuery(networks.total.page(total.query));
  const isFiltered = activeFilters(direct.filter) + activeFilters(total.filter) > 0;
  return !isFiltered && summary?.totalTreeConsultants === 0 && data?.members.totalResults === 0;
}

/** Printing by the page's button and by the keyboard: only so can all rows be fetched first. */
function usePrinting() {
  const [printing, setPrinting] = useState(false);
  const print = useCallback(() => setPrinting(true), []);
  const onPrinted = useCallback(() => setPrinting(false), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      print();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [print]);

  return { printing, print, onPrinted };
}
