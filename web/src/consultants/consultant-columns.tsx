import type { Consultant } from '@rede/contract/consultants';
import { Link } from 'react-router';
import type { ListColumn } from '../ui/list-table.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { displayOf } from './statuses.ts';

/** The columns of the specification. */
export const standardColumns = ['name', 'email', 'internalId', 'parentId', 'createdAt', 'status'];

const pageOf = (id: number) => `/backoffice/users/${id}`;

/** All columns that the list of consultants can have. */
export const columns: readonly ListColumn<Consultant>[] = [
  {
    key: 'name',
    title: 'Nome',
    cell: ({ id, name }) => (
      <Link data-plain to={pageOf(id)} title={name}>
        {name}
      </Link>
    ),
    sortable: true,
    fill: true,
    line: 'title',
  },
  {
    key: 'email',
    title: 'Email',
    cell: ({ email }) => <span title={email}>{email}</span>,
    sortable: true,
    fill: true,
    line: 'note',
  },
  { key: 'taxId', title: 'NIF', cell: ({ taxId }) => taxId, short: true, soft: true },
  {
    key: 'internalId',
    title: 'Cod IK',
    cell: ({ id, internalId }) => (
      <Link data-plain to={pageOf(id)}>
        {internalId}
      </Link>
    ),
    sortable: true,
    short: true,
    line: 'detail',
  },
  {
    key: 'parentId',
    title: 'Upline',
    cell: ({ parentId, upline }) =>
      parentId !== null && upline ? (
        <Link data-plain to={pageOf(upline.id)} title={upline.name}>
          {parentId}
        </Link>
      ) : (
        (parentId ?? '—')
      ),
    sortable: true,
    short: true,
    soft: true,
    line: 'detail',
    lineWords: { before: '· upline ' },
  },
  {
    key: 'uplineName',
    title: 'Nome do upline',
    cell: ({ upline }) =>
      upline ? (
        <Link data-plain to={pageOf(upline.id)} title={upline.name}>
          {upline.name}
        </Link>
      ) : (
        '—'
      ),
    fill: true,
    soft: true,
  },
  { key: 'createdAt', title: 'Registo', cell: ({ createdAt }) => createdAt, sortable: true, short: true },
  { key: 'startDate', title: 'Data de Inicio', cell: ({ startDate }) => startDate ?? '—', short: true, soft: true },
  { key: 'endDate', title: 'Data de Fim', cell: ({ endDate }) => endDate ?? '—', short: true, soft: true },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <StatusBadge {...displayOf(status)} />,
    sortable: true,
    short: true,
    line: 'value',
  },
];
