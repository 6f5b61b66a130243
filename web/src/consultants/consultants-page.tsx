import { type Consultant, type ConsultantQuery, consultants } from '@rede/contract/consultants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
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
import { consultantPage, exportConsultants, filterOf } from './calls.ts';
import type { Does } from './change-consultants.tsx';
import { ChosenConsultants } from './chosen-consultants.tsx';
import { columns, standardColumns } from './consultant-columns.tsx';
import { ConsultantFilter, appliedConsultants, isFiltered } from './consultant-filter.tsx';

// Loaded lazily: the rows come first.
const ChangeConsultants = lazy(() => import('./change-consultants.tsx'));
const DeleteConsultant = lazy(async () => ({ default: (await import('./delete-consultant.tsx')).DeleteConsultant }));

const columnKeys = columns.map(({ key }) => key);

/** A default export, for `lazy`, like all pages of the back office. */
export default function ConsultantsPage() {
  const { settings } = useIdentity();
  const client = useQueryClient();
  const [filter, setFilter] = useRememberedFilter(consultants.list.query, { page: 'consultants' });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(consultantPage(filter));
  useNextPage(
    data,
    isPlaceholderData,
    (pageNumber) => void client.prefetchQuery(consultantPage({ ...filter, pageNumber })),
  );
  useRememberedScroll('consultants', filter, data !== undefined);
  const exporting = useMutation(exportConsultants);
  const [density, setDensity] = useDensity();
  const [shown, setShown] = useColumns('consultants', columnKeys, standardColumns);
  const [deleting, setDeleting] = useState<Consultant>();
  const [changing, setChanging] = useState<Does>();
  const matching = filterOf(filter);
  const selection = useSelection<Consultant>(JSON.stringify(matching));
  const chosen = selection.all ? matching : { ...matching, ids: selection.rows.map(({ id }) => id) };
  const { sort, pageSize } = filter;

  return (
    <>
      <PageHeader
        title="Gestão de Consultores"
        subtitle="Procure, crie e edite consultores e o seu histórico de uplines."
        actions={
          <>
            {settings.exports.consultants && (
              <ExportButton busy={exporting.isPending} onExport={() => exporting.mutate({ ...matching, sort })} />
            )}
            <Button to="/backoffice/users/create" leftSection={<IconPlus size={16} aria-hidden />}>
              Adicionar Novo
            </Button>
          </>
        }
      />
      <ConsultantFilter
        applied={filter}
        onFilter={(wanted) => setFilter({ ...wanted, sort, pageSize, ...(filter.ids && { ids: filter.ids }) })}
        onClear={() => setFilter({ sort, pageSize })}
      />
      <ListTable
        label="Consultores"
        columns={columns.filter(({ key }) => shown.includes(key))}
        rows={data?.results}
        nameOf={({ name }) => name}
        busy={isFetching}
        outdated={isPlaceholderData}
        totalResults={data?.totalResults}
        sort={sort}
        onSort={(wanted) => setFilter({ ...filter, sort: wanted as ConsultantQuery['sort'], pageNumber: 0 })}
        density={density}
        selection={selection}
        error={error}
        onRetry={() => void refetch()}
        empty={
          isFiltered(filter)
            ? { title: 'Nenhum consultor encontrado', hint: 'Altere os filtros, ou use Limpar para ver todos.' }
            : { title: 'Ainda não há consultores', hint: 'Use Adicionar Novo para criar o primeiro.' }
        }
        filters={appliedConsultants(filter, setFilter)}
        tools={
          <ListTools
            list="consultants"
            columns={columns}
            shown={shown}
            standard={standardColumns}
            onColumns={setShown}
            density={density}
            onDensity={setDensity}
          />
        }
        renderActions={(row) => (
          <>
            <RowLink to={`/backoffice/users/edit/${row.id}`} of={row.name} icon={<IconPencil size={16} aria-hidden />}>
              Editar
            </RowLink>
            <RowButton
              destructive
              of={row.name}
              icon={<IconTrash size={16} aria-hidden />}
              onClick={() => setDeleting(row)}
            >
              Apagar
            </RowButton>
            <RowMenu
              of={row.name}
              choices={[
                { text: 'Ver ficha', to: `/backoffice/users/${row.id}` },
                {
                  text: 'Ver encomendas',
                  to: `/backoffice/orders?consultantCode=${encodeURIComponent(row.internalId)}`,
                },
                { text: 'Mudar upline a partir de…', to: `/backoffice/users/${row.id}?mudar=upline` },
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
        <ChosenConsultants
          selection={selection}
          page={data?.results ?? []}
          totalResults={data?.totalResults ?? 0}
          onChange={setChanging}
          {...(settings.exports.consultants && { onExport: () => exporting.mutate({ ...chosen, sort }) })}
        />
      </ListTable>
      <Suspense fallback={null}>
        <DeleteConsultant consultant={deleting} onClose={() => setDeleting(undefined)} />
        {changing && (
          <ChangeConsultants
            does={changing}
            filter={chosen}
            onClose={() => setChanging(undefined)}
            onDone={() => {
              setChanging(undefined);
              selection.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
