import { type Order, type OrderQuery, orders } from '@rede/contract/orders';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { formatMoney } from '../lib/money.ts';
import { useRememberedFilter } from '../lib/remembered-filter.ts';
import { useRememberedScroll } from '../lib/remembered-scroll.ts';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { RowButton, RowLink } from '../ui/row-action.tsx';
import { exportOrders, orderPage } from './calls.ts';
import { DeleteOrder } from './delete-order.tsx';
import { OrderFilter, activeFilters } from './order-filter.tsx';

const columns: readonly Column<Order>[] = [
  {
    key: 'ecommerceId',
    title: 'Número de encomenda',
    cell: ({ ecommerceId }) => ecommerceId,
    sortable: true,
    short: true,
  },
  {
    key: 'consultantEmail',
    title: 'Email',
    cell: ({ consultant }) => <EmailText>{consultant?.email ?? '—'}</EmailText>,
    sortable: true,
  },
  {
    key: 'consultantInternalId',
    title: 'Código IK',
    cell: ({ consultant }) => consultant?.internalId ?? '—',
    sortable: true,
    short: true,
  },
  {
    key: 'consultantParentId',
    title: 'Código Upline',
    cell: ({ consultant }) => consultant?.parentId ?? '—',
    sortable: true,
    short: true,
  },
  { key: 'createdAt', title: 'Data de Encomenda', cell: ({ createdAt }) => createdAt, sortable: true, short: true },
  {
    key: 'total',
    title: 'Valor da Encomenda',
    cell: ({ total }) => formatMoney(total),
    sortable: true,
    numeric: true,
  },
  { key: 'couponCode', title: 'Cupão', cell: ({ couponCode }) => couponCode ?? '—', sortable: true, short: true },
];

/** A default export, for `lazy`, like all pages of the back office. */
export default function OrdersPage() {
  const { settings } = useIdentity();
  const [filter, setFilter] = useRememberedFilter(orders.list.query, { page: 'orders' });
  const { data, error, isFetching, refetch } = useQuery(orderPage(filter));
  useRememberedScroll('orders', filter, data !== undefined);
  const exporting = useMutation(exportOrders);
  const [deleting, setDeleting] = useState<Order>();

  return (
    <>
      <PageHeader
        title="Gestão de Encomendas"
        subtitle="Procure, crie e edite encomendas, ou carregue-as de um ficheiro CSV."
        actions={
          <>
            {settings.exports.orders && (
              <ExportButton
                busy={exporting.isPending}
                onExport={() => {
                  const { pageNumber: _, pageSize: __, ...selection } = filter;
                  exporting.mutate(selection);
                }}
              />
            )}
            <Button to="/backoffice/upload-csv" variant="secondary" leftSection={<IconUpload size={16} aria-hidden />}>
              Carregar CSV
            </Button>
            <Button to="/backoffice/add-orders" leftSection={<IconPlus size={16} aria-hidden />}>
              Adicionar Manualmente
            </Button>
          </>
        }
      />
      <OrderFilter
        applied={filter}
        onFilter={(wanted) => setFilter({ ...wanted, sort: filter.sort })}
        onClear={() => setFilter({ sort: filter.sort, pageNumber: filter.pageNumber })}
      />
      <DataTable
        label="Encomendas"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        sort={filter.sort}
        onSort={(sort) => setFilter({ ...filter, sort: sort as OrderQuery['sort'], pageNumber: 0 })}
        error={error}
        onRetry={() => void refetch()}
        empty={
          activeFilters(filter) > 0
            ? { title: 'Nenhuma encomenda encontrada', hint: 'Altere os filtros, ou use Limpar para ver todas.' }
            : {
                title: 'Ainda não há encomendas',
                hint: 'Use Carregar CSV para trazer as de uma loja, ou Adicionar Manualmente.',
              }
        }
        renderActions={(row) => (
          <>
            <RowLink to={`/backoffice/edit-orders/${row.id}`} of={row.ecommerceId}>
              Editar
            </RowLink>
            <RowButton destructive of={row.ecommerceId} onClick={() => setDeleting(row)}>
              Apagar
            </RowButton>
          </>
        )}
      />
      <Pager
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={(pageNumber) => setFilter({ ...filter, pageNumber })}
      />
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}
