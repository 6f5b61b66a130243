import { toCents } from '@rede/contract/money';
import type { Month, Months, Window } from '@rede/contract/dashboard';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { formatMoney } from '../lib/money.ts';
import { Failure } from '../ui/failure.tsx';
import { monthsQuery } from './calls.ts';
import styles from './months-chart.module.css';

const names = new Intl.DateTimeFormat('pt-PT', { month: 'short', timeZone: 'UTC' });

/** Sales by month, beside those of as many days before: a table with a bar for each value. */
export function MonthsChart({ window }: { window: Window }) {
  const { data, error, isFetching, refetch } = useQuery(monthsQuery(window));

  if (error && !data) {
    return (
      <div className={styles.root}>
        <Failure error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <>
        <output>A carregar dados...</output>
        <Skeleton height={280} />
      </>
    );
  }

  const highest = Math.max(1, ...[...data.window.months, ...data.before.months].map(centsOf));
  const rows = rowsOf(data);

  return (
    <div className={styles.root} aria-busy={isFetching}>
      <dl className={styles.legend}>
        <Total title="Neste período" series={data.window} />
        <Total title="No período anterior" series={data.before} before />
      </dl>
      <div className={styles.scroll}>
        <table className={styles.chart} aria-label="Vendas mês a mês">
          <thead>
            <tr>
              <th scope="col">Mês</th>
              <th scope="col">Neste período</th>
              <th scope="col">No período anterior</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, month, before }) => (
              <tr key={key}>
                <th scope="row">{month ? nameOf(month) : '—'}</th>
                <Bar month={month} highest={highest} />
                <Bar month={before} highest={highest} before />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface TotalProps {
  title: string;
  series: Months['window'];
  before?: boolean;
}

function Total({ title, series, before = false }: TotalProps) {
  return (
    <div data-before={before || undefined}>
      <dt>
        {title}
        <span className={styles.days}>
          {series.startDate} a {series.endDate}
        </span>
      </dt>
      <dd>{formatMoney(series.totals.totalOrdersValue)}</dd>
    </div>
  );
}

interface BarProps {
  month: Month | undefined;
  /** The largest value of any bar, in cents. */
  highest: number;
  before?: boolean;
}

function Bar({ month, highest, before = false }: BarProps) {
  if (!month) return <td>—</td>;
  return (
    <td data-before={before || undefined}>
      <span className={styles.bar} style={{ '--share': centsOf(month) / highest } as CSSProperties} aria-hidden />
      <span className={styles.value}>
        {before && <span className={styles.month}>{nameOf(month)}</span>}
        {formatMoney(month.totalOrdersValue)}
        <span className={styles.orders}>
          {month.orders} {month.orders === 1 ? 'encomenda' : 'encomendas'}
        </span>
      </span>
    </td>
  );
}

/** The months of both windows in pairs, aligned at the last ones. */
function rowsOf({ window, before }: Months): { key: string; month: Month | undefined; before: Month | undefined }[] {
  const length = Math.max(window.months.length, before.months.length);
  return Array.from({ length }, (_, place) => {
    const month = window.months.at(place - length);
    const earlier = before.months.at(place - length);
    return { key: `${month?.month} ${earlier?.month}`, month, before: earlier };
  });
}

/** The length of a bar, not an amount to calculate with. */
function centsOf({ totalOrdersValue }: Month): number {
  return toCents(totalOrdersValue);
}

function nameOf({ month }: Month): string {
  return `${names.format(new Date(`${month}-01T00:00:00Z`)).replace('.', '')} ${month.slice(0, 4)}`;
}
