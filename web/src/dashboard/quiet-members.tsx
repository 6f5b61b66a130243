import { type Day, addDays } from '@rede/contract/days';
import { type QuietMember, quietRule } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { quietMembersQuery } from './calls.ts';
import { Openable } from './figure.tsx';
import { rhythmInWords } from './words.ts';

/** Who has gone quiet by their own rhythm. */
export function QuietMembers({ endDate }: { endDate: Day }) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(quietMembersQuery({ endDate, pageNumber, pageSize: 5 }));
  const window = { startDate: addDays(endDate, 1 - quietRule.days), endDate };
  const columns: Column<QuietMember>[] = [
    { key: 'name', title: 'Nome', cell: ({ name }) => name },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId },
    { key: 'rhythm', title: 'Ritmo', cell: ({ rhythm, silence }) => rhythmInWords(rhythm, silence), prose: true },
    { key: 'lastOrderAt', title: 'Última encomenda', cell: ({ lastOrderAt }) => lastOrderAt, short: true },
    {
      key: 'totalOrdersValue',
      title: 'Em 365 dias',
      cell: ({ id, name, totalOrdersValue }) => (
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
        label="Pararam de encomendar"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={5}
        empty={{
          title: 'Todos mantêm o seu ritmo',
          hint: 'Se alguém deixar de encomendar como costumava, aparece aqui.',
        }}
      />
      <Pager
        label="Páginas: Pararam de encomendar"
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </>
  );
}
