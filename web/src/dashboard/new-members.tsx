import type { NewMember, Window } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { Amount } from './amount.tsx';
import { newMembersQuery } from './calls.ts';

/** Who is in the network in the window, and was not before. */
export function NewMembers({ window }: { window: Window }) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(newMembersQuery({ ...window, pageNumber, pageSize: 5 }));

  return (
    <>
      <DataTable
        label="Novos na rede"
        columns={columnsOf(window)}
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

function columnsOf(window: Window): Column<NewMember>[] {
  return [
    { key: 'name', title: 'Nome', cell: ({ name }) => name, line: 'title' },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId, soft: true, line: 'detail' },
    {
      key: 'parentId',
      title: 'Código Upline',
      cell: ({ parentId }) => parentId,
      soft: true,
      line: 'detail',
      lineWords: { before: '· sob ' },
    },
    {
      key: 'since',
      title: 'Desde',
      cell: ({ since }) => since,
      short: true,
      line: 'note',
      lineWords: { before: '· desde ' },
    },
    {
      key: 'totalOrdersValue',
      title: 'Valor Encomendas',
      cell: ({ id, name, totalOrdersValue }) => (
        <Amount
          amount={totalOrdersValue}
          figure={{ title: `Encomendas de ${name}`, kind: 'total', memberId: id }}
          window={window}
        />
      ),
      numeric: true,
      line: 'value',
    },
  ];
}
