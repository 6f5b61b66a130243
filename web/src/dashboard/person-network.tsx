import { todayInLisbon } from '@rede/contract/days';
import { type Member, type NetworkData, type NetworkQuery, windowOf } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../lib/money.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Pager } from '../ui/pager.tsx';
import { Zero } from './amount.tsx';
import { directQuery } from './calls.ts';
import { networkColumns } from './network-columns.tsx';
import styles from './person-network.module.css';

const pageSize = 10;

/** The direct network of somebody else, as its dashboard shows it: stands where calls are made as that consultant. */
export function PersonNetwork({ actions }: { actions: ReactNode }) {
  const [query, setQuery] = useState<Pick<NetworkQuery, 'pageNumber' | 'sort'>>({ pageNumber: 0, sort: 'name' });
  const window = windowOf({}, todayInLisbon());
  const { data, error, isFetching, refetch } = useQuery({
    ...directQuery({ ...window, ...query, pageSize }),
    meta: {},
  });

  return (
    <PageSection id="rede" title="Rede directa" actions={actions}>
      <p className={styles.days}>
        De {window.startDate} a {window.endDate}
      </p>
      <DataTable
        label="Colaboradores da rede directa"
        columns={columns(data?.totals)}
        rows={data?.members.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        sort={query.sort}
        onSort={(sort) => setQuery({ pageNumber: 0, sort: sort as NetworkQuery['sort'] })}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={3}
        empty={{ title: 'Ninguém na rede directa', hint: 'Quem ficar debaixo deste consultor aparece aqui.' }}
      />
      <Pager
        label="Páginas: Rede directa"
        pageNumber={data?.members.pageNumber ?? 0}
        totalPages={data?.members.totalPages ?? 0}
        onPage={(pageNumber) => setQuery({ ...query, pageNumber })}
      />
    </PageSection>
  );
}

const link: Column<Member>['cell'] = ({ id, name }) => (
  <Link className={styles.link} to={`/backoffice/users/${id}`}>
    {name}
  </Link>
);

function columns(totals: NetworkData['totals'] | undefined): Column<Member>[] {
  const all = networkColumns(false, totals, (member, which) => (
    <Money amount={member[which]} owed={which === 'totalPendingValue'} />
  ));
  const named = all.find(({ key }) => key === 'name');
  if (named) named.cell = link;
  return all;
}

function Money({ amount, owed = false }: { amount: string; owed?: boolean }) {
  if (amount === '0.00') return <Zero />;
  return <span className={owed ? styles.owed : undefined}>{formatMoney(amount)}</span>;
}
