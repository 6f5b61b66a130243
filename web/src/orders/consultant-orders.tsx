import type { Order } from '@rede/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Pager } from '../ui/pager.tsx';
import { orderPage, orderSums } from './calls.ts';
import styles from './consultant-orders.module.css';

const pageSize = 10;

interface ConsultantOrdersProps {
  /** The consultant's whole code. */
  code: string;
  actions: ReactNode;
}

/** All orders of one consultant, the latest first, under their sums. */
export function ConsultantOrders({ code, actions }: ConsultantOrdersProps) {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(
    orderPage({ consultantCode: code, sort: '-createdAt', pageNumber, pageSize, withoutConsultant: false }),
  );
  const { data: sums } = useQuery(orderSums({ consultantCode: code }));

  return (
    <PageSection id="encomendas" title="Encomendas" actions={actions}>
      <dl className={styles.sums} aria-label="Somas">
        <Sum name="Encomendas">{sums && formatNumber(sums.orders)}</Sum>
        <Sum name="Valor">{sums && formatMoney(sums.totalOrdersValue)}</Sum>
        <Sum name="Pago">{sums && formatMoney(sums.totalPaidValue)}</Sum>
        <Sum name="Por pagar" owed={sums !== undefined && sums.totalPendingValue !== '0.00'}>
          {sums && formatMoney(sums.totalPendingValue)}
        </Sum>
      </dl>
      <DataTable
        label="Encomendas do consultor"
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={3}
        empty={{ title: 'Ainda não encomendou nada', hint: 'As encomendas com o seu código aparecem aqui.' }}
      />
      <Pager
        label="Páginas: Encomendas"
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </PageSection>
  );
}

function Sum({ name, owed, children }: { name: string; owed?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-owed={owed}>{children ?? '\u00a0'}</dd>
    </div>
  );
}

const columns: readonly Column<Order>[] = [
  {
    key: 'ecommerceId',
    title: 'Número',
    short: true,
    line: 'title',
    cell: ({ id, ecommerceId }) => (
      <Link className={styles.link} to={`/backoffice/edit-orders/${id}`}>
        {ecommerceId}
      </Link>
    ),
  },
  { key: 'createdAt', title: 'Data', short: true, soft: true, line: 'detail', cell: ({ createdAt }) => createdAt },
  { key: 'couponCode', title: 'Cupão', short: true, soft: true, line: 'detail', cell: ({ couponCode }) => couponCode },
  { key: 'total', title: 'Valor', numeric: true, line: 'value', cell: ({ total }) => formatMoney(total) },
  {
    key: 'pending',
    title: 'Por pagar',
    numeric: true,
    line: 'note',
    lineWords: { after: ' por pagar' },
    cell: ({ pending }) =>
      pending === '0.00' ? (
        <span className={styles.paid} data-zero>
          <span aria-hidden>–</span>
          <span className={styles.spoken}>{formatMoney(pending)}</span>
        </span>
      ) : (
        <span className={styles.owed}>{formatMoney(pending)}</span>
      ),
  },
];
