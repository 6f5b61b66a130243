import { Skeleton } from '@mantine/core';
import { todayInLisbon } from '@rede/contract/days';
import { windowOf } from '@rede/contract/dashboard';
import { IconReceiptEuro, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Failure } from '../ui/failure.tsx';
import { summaryQuery } from './calls.ts';
import { Openable } from './figure.tsx';
import styles from './summary-cards.module.css';

export function SummaryCards() {
  const { data, error, isFetching, refetch } = useQuery(summaryQuery);
  const failed = error !== null && data === undefined;

  return (
    <div className={styles.root} tabIndex={-1}>
      <dl className={styles.cards} aria-busy={isFetching} data-failed={failed || undefined}>
        <Card title="A minha rede directa" icon={<IconUser />}>
          {data && <Count people={data.totalDirectConsultants} />}
        </Card>
        <Card title="A minha rede total" icon={<IconUsersGroup />}>
          {data && <Count people={data.totalTreeConsultants} />}
        </Card>
        <Card title="As minhas encomendas" icon={<IconReceiptEuro />}>
          {data && (
            <>
              <span className={styles.unit}>Últimos 3 meses:</span>{' '}
              <strong>
                <Openable
                  figure={{ title: 'As minhas encomendas', kind: 'own' }}
                  window={windowOf({}, todayInLisbon())}
                >
                  {formatMoney(data.totalOrders)}
                </Openable>
              </strong>
            </>
          )}
        </Card>
      </dl>
      {failed && (
        <div className={styles.failure}>
          <Failure error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  );
}

function Card({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <dt className={styles.title}>
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        {title}
      </dt>
      <dd className={styles.figure}>
        {children ?? <Skeleton className={styles.placeholder} height={24} width="50%" my={6} />}
      </dd>
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
