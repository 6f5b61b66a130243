import { todayInLisbon } from '@rede/contract/days';
import { type Headcount, type Overview, type Window, windowOf } from '@rede/contract/dashboard';
import type { Money } from '@rede/contract/money';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Failure } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { overviewQuery, summaryQuery } from './calls.ts';
import { type Change, changeInPercent, changeOfCount } from './change.ts';
import { Openable } from './figure.tsx';
import styles from './summary-cards.module.css';

/** The three cards. They show from the summary at once; how they changed follows. */
export function SummaryCards() {
  const { data, error, isFetching, refetch } = useQuery(summaryQuery);
  const { data: overview, isPending } = useQuery(overviewQuery);
  const failed = error !== null && data === undefined;

  return (
    <div className={styles.root} tabIndex={-1}>
      <div className={styles.cards} aria-busy={isFetching} data-failed={failed || undefined}>
        <Card title="A minha rede directa" details={overview && headcountDetails(overview.direct)} pending={isPending}>
          {data && <Count people={data.totalDirectConsultants} />}
        </Card>
        <Card title="A minha rede total" details={overview && headcountDetails(overview.total)} pending={isPending}>
          {data && <Count people={data.totalTreeConsultants} />}
        </Card>
        <Card title="As minhas encomendas" details={overview && ownOrdersDetails(overview)} pending={isPending}>
          {data && (
            <>
              <span className={styles.unit}>Últimos 3 meses:</span>{' '}
              <strong>
                <OwnOrders amount={data.totalOrders} window={windowOf({}, todayInLisbon())} />
              </strong>
            </>
          )}
        </Card>
      </div>
      {failed && (
        <div className={styles.failure}>
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  );
}

interface Details {
  change: Change;
  /** What follows the change in its line. */
  since: string;
  /** What the change is made of, line by line. */
  parts: readonly (readonly [figure: ReactNode, name: string])[];
}

interface CardProps {
  title: string;
  children: ReactNode;
  details: Details | undefined;
  pending: boolean;
}

function Card({ title, children, details, pending }: CardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();

  return (
    <div className={styles.card}>
      <dl className={styles.facts}>
        <dt className={styles.title}>{title}</dt>
        <dd className={styles.figure}>{children ?? <Skeleton height={24} width="50%" around={6} />}</dd>
      </dl>
      <div className={styles.change}>
        {pending && <Skeleton height={10} width="60%" />}
        {details && (
          <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <span className={styles.spoken}>{title}:</span>{' '}
            <span>
              {details.change.text && <b data-direction={details.change.direction}>{details.change.text}</b>}{' '}
              {details.since}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
      </div>
      <ul id={id} className={styles.parts} hidden={!open || !details}>
        {details?.parts.map(([figure, name]) => (
          <li key={name}>
            <span>{figure}</span> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Count({ people }: { people: number }) {
  return (
    <>
      <strong>{formatNumber(people)}</strong> <span className={styles.unit}>Colaboradores</span>
    </>
  );
}

function OwnOrders({ amount, window }: { amount: Money; window: Window }) {
  if (amount === '0.00') return formatMoney(amount);
  return (
    <Openable figure={{ title: 'As minhas encomendas', kind: 'own' }} window={window}>
      {formatMoney(amount)}
    </Openable>
  );
}

/** members = before + joined − left */
function headcountDetails({ members, before, joined, left }: Headcount): Details {
  const change = changeOfCount(members, before);
  return {
    change: change.direction === 'same' ? { ...change, text: '' } : change,
    since: change.direction === 'same' ? 'igual em 3 meses' : 'em 3 meses',
    parts: [
      [formatNumber(before), 'nos 3 meses anteriores'],
      [joined === 0 ? '0' : `+${formatNumber(joined)}`, joined === 1 ? 'entrou' : 'entraram'],
      [left === 0 ? '0' : `−${formatNumber(left)}`, left === 1 ? 'saiu' : 'saíram'],
      [`= ${formatNumber(members)}`, 'agora'],
    ],
  };
}

function ownOrdersDetails({ ownOrders: { totalOrdersValue, valueBefore }, window, before }: Overview): Details {
  return {
    ...ownOrdersChange(totalOrdersValue, valueBefore),
    parts: [
      [<OwnOrders key="now" amount={totalOrdersValue} window={window} />, 'nestes 3 meses'],
      [<OwnOrders key="before" amount={valueBefore} window={before} />, 'nos 3 meses anteriores'],
    ],
  };
}

function ownOrdersChange(now: Money, before: Money): Pick<Details, 'change' | 'since'> {
  const same: Change = { direction: 'same', text: '' };
  if (now === before) return { change: same, since: 'igual aos 3 meses anteriores' };
  const change = changeInPercent(now, before);
  if (!change) return { change: same, since: 'nada nos 3 meses anteriores' };
  if (change.direction === 'same') return { change: same, since: 'quase igual aos 3 meses anteriores' };
  return { change, since: 'face aos 3 meses anteriores' };
}
