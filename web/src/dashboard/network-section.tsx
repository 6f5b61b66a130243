import { type Member, type NetworkData, type NetworkQuery, dashboard, type Window } from '@rede/contract/dashboard';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/money.ts';
import { useRememberedFilter } from '../lib/remembered-filter.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { directQuery, exportDirect, exportTotal, totalQuery } from './calls.ts';
import { Openable } from './figure.tsx';
import { NetworkFilter, activeFilters } from './network-filter.tsx';
import styles from './network-section.module.css';
import { filterOptions, type NetworkKind, pageSize, pageQuery } from './network-query.ts';
import { Sum } from './sum.tsx';

const kinds = {
  direct: { title: 'Rede directa', page: directQuery, spreadsheet: exportDirect, withUpline: false },
  total: { title: 'Rede total', page: totalQuery, spreadsheet: exportTotal, withUpline: true },
};

/** One of the caller's two networks: filter, members and figures. */
export function NetworkSection({ kind }: { kind: NetworkKind }) {
  const { title, page, spreadsheet, withUpline } = kinds[kind];
  const [filter, setFilter] = useRememberedFilter(dashboard.direct.query, filterOptions(kind));
  const query = pageQuery(filter);
  const { data, error, isFetching, isPending, refetch } = useQuery(page(query));
  const exporting = useMutation(spreadsheet);

  return (
    <div className={styles.section} data-first-load={isPending || undefined}>
      <h2 className={styles.title}>{title}</h2>
      <NetworkFilter
        label={`Filtros: ${title}`}
        applied={filter}
        withUpline={withUpline}
        onFilter={(wanted) => setFilter({ ...wanted, sort: filter.sort })}
        exporting={exporting.isPending}
        onExport={() => {
          const { pageNumber: _, pageSize: __, ...selection } = query;
          exporting.mutate(selection);
        }}
      />
      <DataTable
        label={title}
        columns={columnsOf(data, kind, query)}
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
        pageNumber={data?.members.pageNumber ?? 0}
        totalPages={data?.members.totalPages ?? 0}
        onPage={(pageNumber) => setFilter({ ...filter, pageNumber })}
      />
    </div>
  );
}

function columnsOf(data: NetworkData | undefined, kind: NetworkKind, { startDate, endDate }: Window): Column<Member>[] {
  const opening = (amount: 'totalOrdersValue' | 'totalPendingValue') => (member: Member) => {
    const shown = formatMoney(member[amount]);
    if (member.totalOrdersValue === '0.00') return shown;
    return (
      <Openable
        figure={{ title: `Encomendas de ${member.name}`, kind, memberId: member.id }}
        window={{ startDate, endDate }}
      >
        {shown}
      </Openable>
    );
  };
  const upline: Column<Member> = {
    key: 'parentId',
    title: 'Código Upline',
    cell: ({ parentId }) => parentId,
    sortable: true,
  };
  return [
    { key: 'name', title: 'Nome', cell: ({ name }) => name, sortable: true },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId, sortable: true },
    ...(kinds[kind].withUpline ? [upline] : []),
    {
      key: 'totalOrdersValue',
      title: 'Valor Encomendas',
      cell: opening('totalOrdersValue'),
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Total" amount={data.totals.totalOrdersValue} />,
    },
    {
      key: 'totalPendingValue',
      title: 'Valor por pagar',
      cell: opening('totalPendingValue'),
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Por Pagar" amount={data.totals.totalPendingValue} />,
    },
  ];
}
