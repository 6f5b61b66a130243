import { type Consultant, type ConsultantQuery, consultants } from '@rede/contract/consultants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { useRememberedFilter } from '../lib/remembered-filter.ts';
import { useRememberedScroll } from '../lib/remembered-scroll.ts';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { RowButton, RowLink } from '../ui/row-action.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { consultantPage, exportConsultants } from './calls.ts';
import { ConsultantFilter, activeFilters } from './consultant-filter.tsx';
import { DeleteConsultant } from './delete-consultant.tsx';
import { displayOf } from './statuses.ts';

const columns: readonly Column<Consultant>[] = [
  { key: 'name', title: 'Nome', cell: ({ name }) => name, sortable: true },
  { key: 'email', title: 'Email', cell: ({ email }) => <EmailText>{email}</EmailText>, sortable: true },
  { key: 'internalId', title: 'Cod IK', cell: ({ internalId }) => internalId, sortable: true, short: true },
  { key: 'parentId', title: 'Upline', cell: ({ parentId }) => parentId ?? '—', sortable: true, short: true },
  { key: 'createdAt', title: 'Registo', cell: ({ createdAt }) => createdAt, sortable: true, short: true },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <StatusBadge {...displayOf(status)} />,
    sortable: true,
    short: true,
  },
];

/** A default export, for `lazy`, like all pages of the back office. */
export default function ConsultantsPage() {
  const { settings } = useIdentity();
  const [filter, setFilter] = useRememberedFilter(consultants.list.query, { page: 'consultants' });
  const { data, error, isFetching, refetch } = useQuery(consultantPage(filter));
  const exporting = useMutation(exportConsultants);
  useRememberedScroll('consultants', filter, data !== undefined);
  const [deleting, setDeleting] = useState<Consultant>();

  return (
    <>
      <PageHeader
        title="Gestão de Consultores"
        subtitle="Procure, crie e edite consultores e o seu histórico de uplines."
        actions={
          <>
            {settings.exports.consultants && (
              <ExportButton
                busy={exporting.isPending}
                onExport={() => {
                  const { pageNumber: _, pageSize: __, ...selection } = filter;
                  exporting.mutate(selection);
                }}
              />
            )}
            <Button to="/backoffice/users/create" leftSection={<IconPlus size={16} aria-hidden />}>
              Adicionar Novo
            </Button>
          </>
        }
      />
      <ConsultantFilter
        applied={filter}
        onFilter={(wanted) => setFilter({ ...wanted, sort: filter.sort })}
        onClear={() => setFilter({ sort: filter.sort })}
      />
      <DataTable
        label="Consultores"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        sort={filter.sort}
        onSort={(sort) => setFilter({ ...filter, sort: sort as ConsultantQuery['sort'], pageNumber: 0 })}
        error={error}
        onRetry={() => void refetch()}
        empty={
          activeFilters(filter) > 0
            ? { title: 'Nenhum consultor encontrado', hint: 'Altere os filtros, ou use Limpar para ver todos.' }
            : { title: 'Ainda não há consultores', hint: 'Use Adicionar Novo para criar o primeiro.' }
        }
        renderActions={(row) => (
          <>
            <RowLink to={`/backoffice/users/edit/${row.id}`} of={row.name}>
              Editar
            </RowLink>
            <RowButton destructive of={row.name} onClick={() => setDeleting(row)}>
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
      <DeleteConsultant consultant={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}
