import { daysBetween, todayInLisbon } from '@rede/contract/days';
import type { Overview } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { debtorsQuery, newMembersQuery, overviewQuery, quietMembersQuery } from './calls.ts';
import { changeInPercent, changeOfMoney } from './change.ts';
import { Openable } from './figure.tsx';
import styles from './month-band.module.css';
import { searchWith, windowOfPeriod } from './period.ts';

type Go = (section: string) => void;

/** How this month goes, and what asks for attention. */
export function MonthBand({ onGo }: { onGo: Go }) {
  return (
    <section className={styles.root} aria-labelledby="month-title" tabIndex={-1}>
      <div className={styles.story}>
        <h2 id="month-title" className={styles.title}>
          O meu mês
        </h2>
        <Story />
      </div>
      <ul className={styles.lines}>
        <Owed onGo={onGo} />
        <Joined onGo={onGo} />
        <Quiet onGo={onGo} />
      </ul>
    </section>
  );
}

function Story() {
  const { data, error, refetch } = useQuery(overviewQuery);

  if (!data) {
    return error ? (
      <div className={styles.said}>
        <Retry what="este mês" onRetry={() => void refetch()} />
      </div>
    ) : (
      <StorySkeleton />
    );
  }
  const { month } = data;
  return (
    <>
      <p className={styles.said}>
        <Sentence month={month} />
      </p>
      {month.changes.length > 0 && (
        <ul className={styles.why} aria-label="Quem mais pesou na diferença">
          {month.changes.map(({ id, name, totalOrdersValue, valueBefore }) => {
            const { direction, text } = changeOfMoney(totalOrdersValue, valueBefore);
            return (
              <li key={id}>
                <Openable
                  figure={{ title: `Encomendas de ${name}`, kind: 'total', memberId: id }}
                  window={totalOrdersValue === '0.00' ? month.before : month.window}
                >
                  {name} <b data-direction={direction}>{text}</b>
                </Openable>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** As high as a sentence with the people who explain it. */
function StorySkeleton() {
  return (
    <>
      <div className={styles.said}>
        <Skeleton height={14} around={8} width="92%" />
        <Skeleton height={14} around={8} width="64%" />
      </div>
      <div className={styles.why}>
        {['a', 'b', 'c'].map((chip) => (
          <Skeleton key={chip} className={styles.chip} height={30} />
        ))}
      </div>
    </>
  );
}

const monthNames = new Intl.DateTimeFormat('pt-PT', { month: 'long', timeZone: 'UTC' });

/** What the network ordered from the first of the month to today, beside the same days of the month before. */
export function Sentence({ month: { window, before, totalOrdersValue, valueBefore } }: { month: Overview['month'] }) {
  const today = Number(window.endDate.slice(8));
  const then = sameDays(today, before);
  const amount = <b>{formatMoney(totalOrdersValue)}</b>;

  if (totalOrdersValue === '0.00') {
    return (
      <>
        A rede ainda não encomendou nada este mês.{' '}
        {valueBefore === '0.00' ? (
          `Também não tinha encomendado ${then}.`
        ) : (
          <>
            Tinha encomendado <b>{formatMoney(valueBefore)}</b> {then}.
          </>
        )}
      </>
    );
  }
  const ordered = (
    <>
      A rede encomendou {amount} {today === 1 ? 'hoje, dia 1' : `até dia ${today}`}
    </>
  );
  const change = changeInPercent(totalOrdersValue, valueBefore);
  if (!change) {
    return (
      <>
        {ordered}; não tinha encomendado nada {then}.
      </>
    );
  }
  if (change.direction === 'same') {
    return (
      <>
        {ordered}, {totalOrdersValue === valueBefore ? 'tanto como' : 'quase tanto como'} {then}.
      </>
    );
  }
  return (
    <>
      {ordered}, <b data-direction={change.direction}>{change.text}</b> do que {then}.
    </>
  );
}

/** The days of the month before that this month is compared with: `nos mesmos 22 dias de outubro`. A shorter month has fewer. */
function sameDays(today: number, { startDate, endDate }: Overview['month']['before']): string {
  const days = daysBetween(startDate, endDate) + 1;
  const name = monthNames.format(new Date(`${startDate}T00:00:00Z`));
  if (days === 1) return `no dia 1 de ${name}`;
  return days === today ? `nos mesmos ${days} dias de ${name}` : `nos ${days} dias de ${name}`;
}

function Owed({ onGo }: { onGo: Go }) {
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(debtorsQuery({ sort: '-totalPendingValue', pageNumber: 0, pageSize: 1 }));
  const people = data?.members.totalResults ?? 0;

  return (
    <Line what="o que está por pagar" loaded={data !== undefined} error={error} onRetry={() => void refetch()}>
      {people === 0 ? (
        'Está tudo pago'
      ) : (
        <Link to={{ search, hash: 'quem-deve' }} onClick={() => onGo('quem-deve')} data-owed>
          <b>{data && formatMoney(data.totals.totalPendingValue)}</b>{' '}
          <span>por pagar, {people === 1 ? '1 pessoa' : `${formatNumber(people)} pessoas`}</span>
        </Link>
      )}
    </Line>
  );
}

function Joined({ onGo }: { onGo: Go }) {
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(
    newMembersQuery({ ...windowOfPeriod({ periodo: 'este-mes' }), pageNumber: 0, pageSize: 1 }),
  );
  const people = data?.totalResults ?? 0;

  return (
    <Line what="quem entrou" loaded={data !== undefined} error={error} onRetry={() => void refetch()}>
      {people === 0 ? (
        'Ninguém entrou este mês'
      ) : (
        <Link to={{ search: searchWith(search, { periodo: 'este-mes' }), hash: 'novos' }} onClick={() => onGo('novos')}>
          <b>{formatNumber(people)}</b>{' '}
          <span>{people === 1 ? 'entrou na rede este mês' : 'entraram na rede este mês'}</span>
        </Link>
      )}
    </Line>
  );
}

/** How many of those who have gone quiet are named. */
const namedAtMost = 3;

function Quiet({ onGo }: { onGo: Go }) {
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(
    quietMembersQuery({ endDate: todayInLisbon(), pageNumber: 0, pageSize: namedAtMost }),
  );
  const people = data?.totalResults ?? 0;
  const names = (data?.results ?? []).map(({ name }) => name.split(' ')[0] ?? name);

  return (
    <Line what="quem parou" loaded={data !== undefined} error={error} onRetry={() => void refetch()}>
      {people === 0 ? (
        'Todos a encomendar ao seu ritmo'
      ) : (
        <Link to={{ search, hash: 'pararam' }} onClick={() => onGo('pararam')}>
          <b>{formatNumber(people)}</b>{' '}
          <span>
            {people === 1 ? 'encomendava e parou' : 'encomendavam e pararam'}{' '}
            <small>{listed(names, people - names.length)}</small>
          </span>
        </Link>
      )}
    </Line>
  );
}

/** `Rita, Manuel e Ana`, or `Rita, Manuel, Ana e mais 6`. */
function listed(names: readonly string[], others: number): string {
  const all = others > 0 ? [...names, `mais ${formatNumber(others)}`] : names;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`;
}

interface LineProps {
  /** What it is about, for the names of its buttons. */
  what: string;
  loaded: boolean;
  error: Error | null;
  onRetry: () => void;
  children: ReactNode;
}

function Line({ what, loaded, error, onRetry, children }: LineProps) {
  if (loaded) return <li>{children}</li>;
  return <li>{error ? <Retry what={what} onRetry={onRetry} /> : <Skeleton height={12} width="70%" />}</li>;
}

/** A small failure: the rest of the page stands. */
function Retry({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <span className={styles.failure} role="alert">
      Não foi possível carregar {what}.{' '}
      <button type="button" onClick={onRetry} aria-label={`Tentar novamente: ${what}`}>
        Tentar novamente
      </button>
    </span>
  );
}
