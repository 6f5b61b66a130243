import { type Day, daysBetween, monthsBefore } from '@rede/contract/days';
import { type Money, toCents } from '@rede/contract/money';
import type { Month, Window } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { monthsQuery } from './later-calls.ts';
import { changeInPercent } from './change.ts';
import styles from './months-chart.module.css';
import { count, monthInWords } from './words.ts';

/** How many months are shown before somebody asks for all. */
const shownAtFirst = 13;

/** What the network ordered month by month, the latest first: a table with a bar for each month, beside the same days of others. */
export function MonthsChart({ window }: { window: Window }) {
  const { data, error, isFetching, refetch } = useQuery(monthsQuery(window));
  const [all, setAll] = useState(false);

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy>
        <output className={styles.loading}>A carregar dados...</output>
        <Skeleton className={styles.placeholder} height={230} />
      </div>
    );
  }

  const months = data.months.toReversed();
  const shown = all ? months : months.slice(0, shownAtFirst);
  const highest = Math.max(1, ...months.map(({ totalOrdersValue }) => toCents(totalOrdersValue)));

  return (
    <div aria-busy={isFetching}>
      <table className={styles.table} aria-label="Vendas mês a mês">
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <th scope="col">Encomendas</th>
            <th scope="col">Mês anterior</th>
            <th scope="col">Ano anterior</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((month) => (
            <tr key={month.month}>
              <th scope="row">
                {monthInWords(month.month)} <PartOfMonth month={month} />
              </th>
              <td>
                <span
                  className={styles.bar}
                  style={{ '--share': toCents(month.totalOrdersValue) / highest } as CSSProperties}
                  aria-hidden
                />
                <span className={styles.amount}>{formatMoney(month.totalOrdersValue)}</span>{' '}
                <span className={styles.orders}>{count(month.orders, 'encomenda', 'encomendas')}</span>
              </td>
              <Comparison name="Mês anterior" now={month.totalOrdersValue} before={month.monthBefore} />
              <Comparison name="Ano anterior" now={month.totalOrdersValue} before={month.yearBefore} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td colSpan={3}>{formatMoney(data.totals.totalOrdersValue)}</td>
          </tr>
        </tfoot>
      </table>
      {shown.length < months.length && (
        <Button variant="neutral" className={styles.more} onClick={() => setAll(true)}>
          Mostrar todos os {months.length} meses
        </Button>
      )}
    </div>
  );
}

interface ComparisonProps {
  name: string;
  now: Money;
  before: Month['monthBefore'];
}

/** '—' where there was nothing before. */
function Comparison({ name, now, before }: ComparisonProps) {
  const change = changeInPercent(now, before.totalOrdersValue);
  return (
    <td data-label={name} title={`De ${before.startDate} a ${before.endDate}`}>
      {change ? (
        <>
          <span className={styles.before}>{formatMoney(before.totalOrdersValue)}</span>{' '}
          <span className={styles.change} data-direction={change.direction}>
            {change.text}
          </span>
        </>
      ) : (
        '—'
      )}
    </td>
  );
}

/** '22 dias', where not all of the month is in the window. */
function PartOfMonth({ month: { month, startDate, endDate } }: { month: Month }) {
  const days = daysBetween(startDate, endDate) + 1;
  if (days === daysOf(month)) return null;
  return <span className={styles.part}>{count(days, 'dia', 'dias')}</span>;
}

function daysOf(month: string): number {
  const first: Day = `${month}-01`;
  // The 31st of a shorter month is its last day.
  const last = monthsBefore(`${month}-31`, 0);
  return daysBetween(first, last) + 1;
}
