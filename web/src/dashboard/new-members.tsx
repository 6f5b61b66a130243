import type { NewMember, Window } from '@rede/contract/dashboard';
import type { Column } from '../ui/data-table.tsx';
import { Amount } from './amount.tsx';
import { newMembersQuery } from './calls.ts';
import { MemberPages } from './member-pages.tsx';

/** Who is in the network in the window, and was not before. */
export function NewMembers({ window }: { window: Window }) {
  return (
    <MemberPages
      title="Novos na rede"
      query={(paging) => newMembersQuery({ ...window, ...paging })}
      columns={columnsOf(window)}
      empty={{
        title: 'Ninguém novo neste período',
        hint: 'Quem entrar na sua rede aparece aqui, para lhe dar as boas-vindas.',
      }}
    />
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
