import type { Member, NetworkData } from '@rede/contract/dashboard';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table.tsx';
import { Sum } from './sum.tsx';

/** Shows one of the two amounts of a member. */
export type ShownAmount = (member: Member, which: 'totalOrdersValue' | 'totalPendingValue') => ReactNode;

/** The columns of a network's table. */
export function networkColumns(
  withUpline: boolean,
  totals: NetworkData['totals'] | undefined,
  amount: ShownAmount,
): Column<Member>[] {
  const upline: Column<Member> = {
    key: 'parentId',
    title: 'Código Upline',
    cell: ({ parentId }) => parentId,
    sortable: true,
    soft: true,
    line: 'detail',
    lineWords: { before: '· sob ' },
  };
  return [
    { key: 'name', title: 'Nome', cell: ({ name }) => name, sortable: true, line: 'title' },
    {
      key: 'internalId',
      title: 'Código',
      cell: ({ internalId }) => internalId,
      sortable: true,
      soft: true,
      line: 'detail',
    },
    ...(withUpline ? [upline] : []),
    {
      key: 'totalOrdersValue',
      title: 'Valor Encomendas',
      cell: (member) => amount(member, 'totalOrdersValue'),
      sortable: true,
      numeric: true,
      line: 'value',
      footer: totals && <Sum name="Total" amount={totals.totalOrdersValue} />,
    },
    {
      key: 'totalPendingValue',
      title: 'Valor por pagar',
      cell: (member) => amount(member, 'totalPendingValue'),
      sortable: true,
      numeric: true,
      line: 'note',
      lineWords: { after: ' por pagar' },
      footer: totals && <Sum name="Por Pagar" amount={totals.totalPendingValue} owed />,
    },
  ];
}
