import { type Order, type OrderQuery, orders } from '@rede/contract/orders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { useColumns, useDensity } from '../lib/list-preferences.ts';
import { useNextPage } from '../lib/next-page.ts';
import { useRememberedFilter } from '../lib/remembered-filter.ts';
import { useRememberedScroll } from '../lib/remembered-scroll.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { Button } from '../ui/button.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { ListPager } from '../ui/list-pager.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RowButton, RowLink } from '../ui/row-action.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { useSelection } from '../ui/selection.ts';
import { exportOrders, filterOf, orderPage } from './calls.ts';
import type { Does } from './change-orders.tsx';
import { ChosenOrders } from './chosen-orders.tsx';
import { useInPlace } from './in-place.ts';
import { columnTitles, columnsOf, standardColumns } from './order-columns.tsx';
import { OrderFilter, appliedOrders, isFiltered } from './order-filter.tsx';
import { OrderTotals } from './order-totals.tsx';

// Loaded lazily: the rows come first.
const ChangeOrders = lazy(() => import('./change-orders.tsx'));
const DeleteOrder = lazy(async () => ({ default: (await import('./delete-order.tsx')).DeleteOrder }));
const UnsavedCell = lazy(() => import('./unsaved-cell.tsx'));

/** A default export, for `lazy`, like all pages of the back office. */
export default function OrdersPage() {
  const { settings } = useIdentity();
  const client = useQueryClient();
  const [filter, setFilter] = useRememberedFilter(orders.list.query, { page: 'orders' });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(orderPage(filter));
  useNextPage(data, isPlaceholderData, (pageNumber) => void client.prefetchQuery(orderPage({ ...filter, pageNumber })));
  useRememberedScroll('orders', filter, data !== undefined);
  const [density, setDensity] = useDensity();
  const [shown, setShown] = useColumns(
    'orders',
    columnTitles.map(({ key }) => key),
    standardColumns,
  );
  const exporting = useMutation(exportOrders);
  const [deleting, setDeleting] = useState<Order>();
  const [changing, setChanging] = useState<{ does: Does; of?: Order }>();
  const inPlace = useInPlace(data?.results, shown);
  const matching = filterOf(filter);
  const selection = useSelection<Order>(JSON.stringify(matching));
  const chosen = selection.all ? matching : { ...matching, ids: selection.rows.map(({ id }) => id) };
  const { sort, pageSize } = filter;

  return (
    <>
      <PageHeader
        title="Gestão de Encomendas"
        subtitle="Procure, crie e edite encomendas."
        actions={
          <>
            {settings.exports.orders && (
              <ExportButton busy={exporting.isPending} onExport={() => exporting.mutate({ ...matching, sort })} />
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
        onFilter={(wanted) => {
          const { ids, importId } = filter;
          setFilter({ ...wanted, sort, pageSize, ...(ids && { ids }), ...(importId && { importId }) });
        }}
        onClear={() => setFilter({ sort, pageSize, pageNumber: filter.pageNumber })}
      />
      <ListTable
        label="Encomendas"
        columns={columnsOf(shown, inPlace)}
        rows={data?.results}
        nameOf={({ ecommerceId }) => ecommerceId}
        busy={isFetching}
        outdated={isPlaceholderData}
        totalResults={data?.totalResults}
        sort={sort}
        onSort={(wanted) => setFilter({ ...filter, sort: wanted as OrderQuery['sort'], pageNumber: 0 })}
        density={density}
        selection={selection}
        error={error}
        onRetry={() => void refetch()}
        empty={
          isFiltered(filter)
            ? { title: 'Nenhuma encomenda encontrada', hint: 'Altere os filtros, ou use Limpar para ver todas.' }
            : {
                title: 'Ainda não há encomendas',
                hint: 'Use Carregar CSV para trazer as de uma loja, ou Adicionar Manualmente.',
              }
        }
        summary={
          <OrderTotals
            filter={matching}
            onPending={() => setFilter({ ...filter, payment: 'pending', pageNumber: 0 })}
          />
        }
        filters={appliedOrders(filter, setFilter)}
        tools={
          <ListTools
            list="orders"
            columns={columnTitles}
            shown={shown}
            standard={standardColumns}
            onColumns={setShown}
            density={density}
            onDensity={setDensity}
          />
        }
        renderActions={(row) => (
          <>
            <RowLink
              to={`/backoffice/edit-orders/${row.id}`}
              of={row.ecommerceId}
              icon={<IconPencil size={16} aria-hidden />}
            >
              Editar
            </RowLink>
            <RowButton
              destructive
              of={row.ecommerceId}
              icon={<IconTrash size={16} aria-hidden />}
              onClick={() => setDeleting(row)}
            >
              Apagar
            </RowButton>
            <RowMenu
              of={row.ecommerceId}
              choices={[
                ...(row.consultant
                  ? [
                      { text: 'Ver ficha do consultor', to: `/backoffice/users/${row.consultant.id}` },
                      {
                        text: 'Ver encomendas do consultor',
                        to: `/backoffice/orders?consultantCode=${encodeURIComponent(row.consultant.internalId)}`,
                      },
                    ]
                  : []),
                ...(row.pending === '0.00'
                  ? []
                  : [{ text: 'Marcar como paga…', onClick: () => setChanging({ does: 'pay', of: row }) }]),
                { text: 'Atribuir…', onClick: () => setChanging({ does: 'assign', of: row }) },
              ]}
            />
          </>
        )}
      >
        <ListPager
          pageNumber={data?.pageNumber ?? 0}
          totalPages={data?.totalPages ?? 0}
          totalResults={data?.totalResults ?? 0}
          pageSize={pageSize}
          onPage={(pageNumber) => setFilter({ ...filter, pageNumber })}
          onPageSize={(size) => setFilter({ ...filter, pageSize: size, pageNumber: 0 })}
        />
        <ChosenOrders
          selection={selection}
          filter={matching}
          page={data?.results ?? []}
          totalResults={data?.totalResults ?? 0}
          onChange={(does) => setChanging({ does })}
          {...(settings.exports.orders && { onExport: () => exporting.mutate({ ...chosen, sort }) })}
        />
      </ListTable>
      <Suspense fallback={null}>
        <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} />
        {changing && (
          <ChangeOrders
            does={changing.does}
            filter={changing.of ? { withoutConsultant: false, ids: [changing.of.id] } : chosen}
            onClose={() => setChanging(undefined)}
            onDone={() => {
              setChanging(undefined);
              if (!changing.of) selection.clear();
            }}
          />
        )}
        {inPlace.draft && <UnsavedCell inPlace={inPlace} />}
      </Suspense>
    </>
  );
}
