import { todayInLisbon } from '@rede/contract/days';
import type { HistoryEntry } from '@rede/contract/history';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { Failure } from '../ui/failure.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { consultantHistory } from './calls.ts';
import styles from './past-uplines.module.css';
import { gapAfter, holdsOn } from './periods.ts';

interface PastUplinesProps {
  consultantId: number;
  actions: ReactNode;
  /** Says where a period comes from, as far as is known. */
  origin: ComponentType<{ consultantId: number; historyId: number }>;
}

/** Under whom a consultant stood on which days, by name, the latest first, with the days under nobody. */
export function PastUplines({ consultantId, actions, origin: Origin }: PastUplinesProps) {
  const { data, error, refetch } = useQuery(consultantHistory(consultantId));
  const today = todayInLisbon();
  const rows = data?.map((entry, index) => ({ entry, gap: gapAfter(entry, data[index + 1], today) })).toReversed();

  return (
    <PageSection id="historico" title="Histórico de Uplines" actions={actions}>
      <div className={styles.root}>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <Skeleton height={14} around={8} width="70%" />
            <Skeleton height={14} around={8} width="55%" />
          </>
        )}
        {rows?.length === 0 && <p className={styles.none}>Nunca esteve debaixo de ninguém.</p>}
        {rows && rows.length > 0 && (
          <ol className={styles.periods}>
            {rows.map(({ entry, gap }) => (
              <li key={entry.id}>
                {gap && <p className={styles.gap}>{gap}</p>}
                <p className={styles.upline}>
                  <Upline entry={entry} />
                  {holdsOn(today, entry) && <span className={styles.today}>Em vigor hoje</span>}
                </p>
                <p className={styles.days}>
                  {entry.startDate} {entry.endDate === null ? 'em diante' : `a ${entry.endDate}`}
                </p>
                <p className={styles.origin}>
                  <Origin consultantId={consultantId} historyId={entry.id} />
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </PageSection>
  );
}

/** The company, which is no consultant, has a code only. */
function Upline({ entry: { upline, parentId } }: { entry: HistoryEntry }) {
  if (upline === null) return <span>{parentId}</span>;
  return (
    <>
      <Link to={`/backoffice/users/${upline.id}`}>{upline.name}</Link> <span className={styles.code}>{parentId}</span>
    </>
  );
}
