import type { NewMember, Window } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { newMembersQuery } from './calls.ts';
import { Openable } from './figure.tsx';

/** Who is in the network in the window, and was not before. */
export function NewMembers({ window }: { window: Window }) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(newMembersQuery({ ...window, pageNumber, pageSize: 5 }));
  const columns: Column<NewMember>[] = [
    { key: 'name', title: 'Nome', cell: ({ name }) => name },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId },
    { key: 'parentId', title: 'Código Upline', cell: ({ parentId }) => parentId },
    { key: 'since', title: 'Desde', cell: ({ since }) => since, short: true },
    {
      key: 'totalOrdersValue',
      title: 'Valor Encomendas',
      cell: ({ id, name, totalOrdersValue }) =>
        totalOrdersValue === '0.00' ? (
          '–'
        ) : (
          <Openable figure={{ title: `Encomendas de ${name}`, kind: 'total', memberId: id }} window={window}>
            {formatMoney(totalOrdersValue)}
          </Openable>
        ),
      numeric: true,
    },
  ];

  return (
    <>
      <DataTable
        label="Novos na rede"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={5}
        empty={{
          title: 'Ninguém novo neste período',
          hint: 'Quem entrar na sua rede aparece aqui, para lhe dar as boas-vindas.',
        }}
      />
      <Pager
        label="Páginas: Novos na rede"
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </>
  );
}
