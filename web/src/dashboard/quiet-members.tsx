import { type Day, addDays } from '@rede/contract/days';
import { type QuietMember, type Window, quietRule } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { Amount } from './amount.tsx';
import { quietMembersQuery } from './calls.ts';
import styles from './quiet-members.module.css';
import { rhythmInWords } from './words.ts';

/** Who has gone quiet by their own rhythm. */
export function QuietMembers({ endDate }: { endDate: Day }) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(quietMembersQuery({ endDate, pageNumber, pageSize: 5 }));
  const window = { startDate: addDays(endDate, 1 - quietRule.days), endDate };

  return (
    <>
      <DataTable
        label="Pararam de encomendar"
        columns={columnsOf(window)}
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

function columnsOf(window: Window): Column<QuietMember>[] {
  return [
    {
      key: 'name',
      title: 'Nome',
      cell: ({ name, rhythm, silence }) => (
        <>
          {name} <span className={styles.rhythm}>{rhythmInWords(rhythm, silence)}</span>
        </>
      ),
      line: 'title',
    },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId, soft: true, line: 'detail' },
    {
      key: 'lastOrderAt',
      title: 'Última encomenda',
      cell: ({ lastOrderAt }) => lastOrderAt,
      short: true,
      line: 'note',
      lineWords: { before: '· última ' },
    },
    {
      key: 'totalOrdersValue',
      title: 'Em 365 dias',
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
