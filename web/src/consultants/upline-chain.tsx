import { type Day, isDay, todayInLisbon } from '@rede/contract/days';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DayField } from '../ui/day-field.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { uplinesOn } from './calls.ts';
import { displayOf } from './statuses.ts';
import styles from './upline-chain.module.css';

/** Who stands above a consultant on a day, from its own upline to the top. */
export function UplineChain({ consultantId }: { consultantId: number }) {
  const today = todayInLisbon();
  const [typed, setTyped] = useState<string>(today);
  const day: Day = isDay(typed) ? typed : today;
  const { data, error, isPlaceholderData, refetch } = useQuery(uplinesOn(consultantId, day));
  const isWrong = typed.trim().length >= 10 && !isDay(typed);

  return (
    <PageSection
      id="uplines"
      title="Uplines"
      actions={
        <div className={styles.day}>
          <DayField
            aria-label="Cadeia de uplines no dia"
            value={typed}
            onChange={setTyped}
            error={isWrong && 'Data inválida'}
          />
        </div>
      }
    >
      <div className={styles.root} aria-busy={isPlaceholderData}>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <output className={styles.spoken}>A carregar dados...</output>
            <Skeleton height={14} around={8} width="70%" />
            <Skeleton height={14} around={8} width="50%" />
          </>
        )}
        {data && (
          <>
            <output className={styles.spoken}>
              {data.chain.length === 0
                ? `Sem upline em ${data.day}`
                : `Em ${data.day}: ${data.chain.map(({ name }) => name).join(', ')}`}
            </output>
            {data.chain.length === 0 ? (
              <p className={styles.none}>
                {data.day === today
                  ? 'Hoje não está debaixo de ninguém.'
                  : `Em ${data.day} não estava debaixo de ninguém.`}
              </p>
            ) : (
              <ol className={styles.chain} aria-label={`Cadeia de uplines em ${data.day}`}>
                {data.chain.map(({ id, internalId, name, status }) => (
                  <li key={internalId}>
                    {id === null ? <span>{name}</span> : <Link to={`/backoffice/users/${id}`}>{name}</Link>}{' '}
                    <span className={styles.code}>
                      {internalId}
                      {status !== null && status !== 'ACTIVE' && ` · ${displayOf(status).label}`}
                    </span>
                  </li>
                ))}
              </ol>
            )}
            {day !== today && (
              <button type="button" className={styles.today} onClick={() => setTyped(today)}>
                Ver hoje
              </button>
            )}
          </>
        )}
      </div>
    </PageSection>
  );
}
