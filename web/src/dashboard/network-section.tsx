import type { NetworkQuery, Window } from '@rede/contract/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useDeferredValue, useEffect } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { Amount } from './amount.tsx';
import { exportDirect, exportTotal } from './calls.ts';
import { type ShownAmount, networkColumns } from './network-columns.tsx';
import styles from './network-section.module.css';
import { type NetworkKind, activeFilters, networks, pageSize, useNetwork } from './network-query.ts';

// Loaded lazily: the first rows do not wait for it.
const NetworkFilter = lazy(() => import('./network-filter.tsx'));

const spreadsheets = { direct: exportDirect, total: exportTotal };

interface NetworkSectionProps {
  id: string;
  kind: NetworkKind;
  /** The days of the page, which the table has unless it has its own. */
  window: Window;
}

/** One of the caller's two networks: filter, members and figures. */
export function NetworkSection({ id, kind, window }: NetworkSectionProps) {
  const { title, page, withUpline } = networks[kind];
  const { filter, setFilter, query } = useNetwork(kind, window);
  const { data, error, isFetching, isPending, isPlaceholderData, refetch } = useQuery(page(query));
  const exporting = useMutation(spreadsheets[kind]);
  // Not in the same go as the first rows, but right after them.
  const hasRows = useDeferredValue(!isPending, false);
  const { pageNumber = 0, totalPages = 0 } = data?.members ?? {};
  const { startDate, endDate } = query;

  useNextPage(kind, query, !isPlaceholderData && pageNumber + 1 < totalPages);

  return (
    <div id={id} className={styles.section} tabIndex={-1} data-first-load={isPending || undefined}>
      <h2 className={styles.title}>{title}</h2>
      <Suspense fallback={<div className={styles.filter} />}>
        {hasRows ? (
          <NetworkFilter
            label={`Filtros: ${title}`}
            applied={filter}
            window={window}
            withUpline={withUpline}
            onFilter={(wanted) => setFilter({ ...wanted, sort: filter.sort })}
            exporting={exporting.isPending}
            onExport={() => {
              const { pageNumber: _, pageSize: __, ...selection } = query;
              exporting.mutate(selection);
            }}
          />
        ) : (
          <div className={styles.filter} />
        )}
      </Suspense>
      <DataTable
        label={title}
        columns={networkColumns(withUpline, data?.totals, openable(kind, { startDate, endDate }))}
        rows={data?.members.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.members.totalResults}
        sort={filter.sort}
        onSort={(sort) => setFilter({ ...filter, sort: sort as NetworkQuery['sort'], pageNumber: 0 })}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={pageSize}
        empty={
          activeFilters(filter) > 0
            ? { title: 'Nenhum colaborador encontrado', hint: 'Alargue as datas ou limpe os filtros para ver mais.' }
            : { title: 'Ainda não há ninguém nesta rede', hint: 'Quem entrar na sua rede aparece aqui.' }
        }
      />
      <Pager
        label={`Páginas: ${title}`}
        pageNumber={pageNumber}
        totalPages={totalPages}
        onPage={(wanted) => setFilter({ ...filter, pageNumber: wanted })}
      />
      {totalPages > 1 && (
        <p className={styles.part}>
          Página {formatNumber(pageNumber + 1)} de {formatNumber(totalPages)}. O botão Imprimir da página imprime todas.
        </p>
      )}
    </div>
  );
}

function openable(kind: NetworkKind, window: Window): ShownAmount {
  return (member, which) => (
    <Amount
      amount={member[which]}
      owed={which === 'totalPendingValue'}
      figure={{ title: `Encomendas de ${member.name}`, kind, memberId: member.id }}
      window={window}
    />
  );
}

/** Fetches the next page once the current one is there, unless the person saves data. A failure of it shows when it is asked for. */
function useNextPage(kind: NetworkKind, query: NetworkQuery, hasNext: boolean): void {
  const client = useQueryClient();
  const wanted = JSON.stringify({ ...query, pageNumber: query.pageNumber + 1 });

  useEffect(() => {
    if (!hasNext || savesData()) return;
    const next = networks[kind].page(JSON.parse(wanted) as NetworkQuery);
    void client.prefetchQuery({ ...next, meta: {} });
  }, [client, kind, wanted, hasNext]);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData ?? false;
}
