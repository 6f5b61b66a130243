import type { Order } from '@rede/contract/orders';
import { Link } from 'react-router';
import { formatMoney } from '../lib/money.ts';
import type { ListColumn } from '../ui/list-table.tsx';
import { EditableCell } from './editable-cell.tsx';
import { type EditableColumn, type InPlace, editableColumns } from './in-place.ts';
import styles from './order-columns.module.css';

/** The columns of the specification. */
export const standardColumns = [
  'ecommerceId',
  'consultantEmail',
  'consultantInternalId',
  'consultantParentId',
  'createdAt',
  'total',
  'couponCode',
];

/** All columns that the list of orders can have. */
export const columnTitles: readonly { key: string; title: string }[] = [
  { key: 'ecommerceId', title: 'Número de encomenda' },
  { key: 'consultantName', title: 'Nome do consultor' },
  { key: 'consultantEmail', title: 'Email' },
  { key: 'consultantInternalId', title: 'Código IK' },
  { key: 'consultantParentId', title: 'Código Upline' },
  { key: 'createdAt', title: 'Data de Encomenda' },
  { key: 'total', title: 'Valor da Encomenda' },
  { key: 'totalPayment', title: 'Valor Pago' },
  { key: 'pending', title: 'Por pagar' },
  { key: 'paidAt', title: 'Data de Pagamento' },
  { key: 'couponCode', title: 'Cupão' },
  { key: 'importId', title: 'Ficheiro' },
];

const pageOf = (id: number) => `/backoffice/users/${id}`;

/** The columns of these keys, with the cells that can be edited. */
export function columnsOf(shown: readonly string[], inPlace: InPlace): ListColumn<Order>[] {
  const firstEditable = editableColumns.find((column) => shown.includes(column));
  const editable = (column: EditableColumn) => ({
    column,
    title: titleOf(column),
    inPlace,
    first: column === firstEditable,
  });

  const columns: Record<string, Omit<ListColumn<Order>, 'key' | 'title'>> = {
    ecommerceId: {
      cell: ({ id, ecommerceId }) => (
        <Link data-plain to={`/backoffice/edit-orders/${id}`}>
          {ecommerceId}
        </Link>
      ),
      sortable: true,
      short: true,
      line: 'title',
    },
    consultantName: {
      cell: ({ consultant }) =>
        consultant ? (
          <Link data-plain to={pageOf(consultant.id)} title={consultant.name}>
            {consultant.name}
          </Link>
        ) : (
          <NoConsultant />
        ),
      fill: true,
    },
    consultantEmail: {
      cell: ({ consultant }) =>
        consultant ? (
          <Link data-plain to={pageOf(consultant.id)} title={`${consultant.email}\n${consultant.name}`}>
            {consultant.email}
          </Link>
        ) : (
          <NoConsultant />
        ),
      sortable: true,
      fill: true,
      line: 'note',
    },
    consultantInternalId: {
      cell: (order) =>
        order.consultant ? (
          <EditableCell
            {...editable('consultantInternalId')}
            order={order}
            link={
              <Link data-plain to={pageOf(order.consultant.id)} title={order.consultant.name}>
                {order.consultant.internalId}
              </Link>
            }
          />
        ) : (
          <EditableCell {...editable('consultantInternalId')} order={order}>
            <span className={styles.assign}>atribuir</span>
          </EditableCell>
        ),
      sortable: true,
      short: true,
      soft: true,
      line: 'detail',
    },
    consultantParentId: {
      cell: ({ consultant }) =>
        consultant?.upline ? (
          <Link data-plain to={pageOf(consultant.upline.id)} title={consultant.upline.name}>
            {consultant.parentId}
          </Link>
        ) : (
          (consultant?.parentId ?? <Nothing />)
        ),
      sortable: true,
      short: true,
      soft: true,
    },
    createdAt: {
      cell: ({ createdAt }) => createdAt,
      sortable: true,
      short: true,
      line: 'detail',
      lineWords: { before: '· ' },
    },
    total: {
      cell: (order) => (
        <EditableCell {...editable('total')} order={order}>
          {formatMoney(order.total)}
        </EditableCell>
      ),
      sortable: true,
      numeric: true,
      line: 'value',
    },
    totalPayment: {
      cell: (order) => (
        <EditableCell {...editable('totalPayment')} order={order}>
          {order.totalPayment === null ? <Nothing /> : formatMoney(order.totalPayment)}
        </EditableCell>
      ),
      numeric: true,
    },
    pending: {
      cell: ({ pending }) =>
        pending === '0.00' ? <Nothing zero /> : <span className={styles.owed}>{formatMoney(pending)}</span>,
      numeric: true,
    },
    paidAt: {
      cell: (order) => (
        <EditableCell {...editable('paidAt')} order={order}>
          {order.paidAt ?? <Nothing />}
        </EditableCell>
      ),
      short: true,
    },
    couponCode: { cell: ({ couponCode }) => couponCode ?? <Nothing />, sortable: true, short: true, soft: true },
    importId: {
      cell: ({ importId }) =>
        importId === null ? (
          <Nothing />
        ) : (
          <Link data-plain to={`/backoffice/orders?importId=${importId}`} title="Ver as encomendas deste ficheiro">
            n.º {importId}
          </Link>
        ),
      short: true,
      soft: true,
    },
  };
  return columnTitles.flatMap(({ key, title }) => {
    const column = shown.includes(key) ? columns[key] : undefined;
    return column ? [{ key, title, ...column }] : [];
  });
}

function titleOf(key: string): string {
  return columnTitles.find((column) => column.key === key)?.title ?? key;
}

function NoConsultant() {
  return <span className={styles.none}>sem consultor</span>;
}

function Nothing({ zero = false }: { zero?: boolean }) {
  return <span className={styles.nothing}>{zero ? '–' : '—'}</span>;
}
