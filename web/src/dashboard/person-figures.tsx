import type { Headcount } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Failure } from '../ui/failure.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { overviewQuery, summaryQuery } from './calls.ts';
import styles from './person-figures.module.css';

/** The figures of somebody else's dashboard, as an administrator reads them: stands where calls are made as that consultant. */
export function PersonFigures() {
  const { data, error, refetch } = useQuery(summaryQuery);
  const { data: overview, error: overviewError } = useQuery(overviewQuery);
  const pending = overviewError === null;

  return (
    <PageSection id="valores" title="Valores">
      {error && !data ? (
        <div className={styles.failure}>
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <dl className={styles.root} aria-busy={data === undefined}>
          <Figure
            name="Rede directa"
            unit="Colaboradores"
            value={data && formatNumber(data.totalDirectConsultants)}
            note={overview && movesOf(overview.direct)}
            pending={pending}
          />
          <Figure
            name="Rede total"
            unit="Colaboradores"
            value={data && formatNumber(data.totalTreeConsultants)}
            note={overview && movesOf(overview.total)}
            pending={pending}
          />
          <Figure
            name="Encomendas próprias"
            unit="Últimos 3 meses"
            value={data && formatMoney(data.totalOrders)}
            note={overview && `antes ${formatMoney(overview.ownOrders.valueBefore)}`}
            pending={pending}
          />
          <Figure
            name="Rede total, este mês"
            unit="até hoje"
            value={overview && formatMoney(overview.month.totalOrdersValue)}
            note={overview && `mês passado ${formatMoney(overview.month.valueBefore)}`}
            pending={pending}
          />
        </dl>
      )}
    </PageSection>
  );
}

function movesOf({ joined, left, before }: Headcount): string {
  if (joined === 0 && left === 0) return `as mesmas pessoas de antes (${formatNumber(before)})`;
  return `${formatNumber(joined)} ${joined === 1 ? 'entrou' : 'entraram'}, ${formatNumber(left)} ${left === 1 ? 'saiu' : 'saíram'}`;
}

interface FigureProps {
  name: string;
  unit: string;
  value: string | undefined;
  note: string | undefined;
  /** Whether the value or the note may still come. */
  pending: boolean;
}

function Figure({ name, unit, value, note, pending }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>
        {name} <span>{unit}</span>
      </dt>
      <dd className={styles.value}>{value ?? (pending ? <Skeleton height={22} around={4} width="5rem" /> : '–')}</dd>
      <dd className={styles.note}>{note ?? (pending ? <Skeleton height={10} around={4} width="60%" /> : '\u00a0')}</dd>
    </div>
  );
}
