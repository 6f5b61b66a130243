import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CountedOrder, CountedOrders, CountedOrdersQuery, Window } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../lib/money.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { countedOrdersQuery } from './calls.ts';
import type { Figure } from './figure.tsx';
import styles from './opened-orders.module.css';
import { Sum } from './sum.tsx';

interface OpenedOrdersProps {
  figure: Figure;
  window: Window;
  opened: boolean;
  onClose: () => void;
}

/** A dialog with the orders behind a figure. A default export, for `lazy`. */
export default function OpenedOrders({ figure, window, opened, onClose }: OpenedOrdersProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false);

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      title={figure.title}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // Not a banner of the page.
      attributes={{ header: { role: 'none' } }}
      styles={{ title: { fontWeight: 650, lineHeight: 1.35 } }}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      size="68rem"
      fullScreen={narrow}
    >
      <p className={styles.window}>
        De {window.startDate} a {window.endDate}
      </p>
      <Orders figure={figure} window={window} />
    </Modal>
  );
}

const pageSize = 10;

/** The orders behind a figure; they add up to it. */
function Orders({ figure, window }: Pick<OpenedOrdersProps, 'figure' | 'window'>) {
  const [sort, setSort] = useState<CountedOrdersQuery['sort']>('-createdAt');
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(
    countedOrdersQuery(figure, { ...window, sort, pageNumber, pageSize }),
  );

  return (
    <>
      <DataTable
        label={figure.title}
        columns={columnsOf(data, figure)}
        rows={data?.orders.results}
        rowKey={({ ecommerceId }) => ecommerceId}
        busy={isFetching}
        totalResults={data?.orders.totalResults}
        sort={sort}
        onSort={(wanted) => {
          setSort(wanted as CountedOrdersQuery['sort']);
          setPageNumber(0);
        }}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{ title: 'Nenhuma encomenda', hint: 'Nestas datas não há encomendas.' }}
      />
      <Pager
        label="Páginas das encomendas"
        pageNumber={data?.orders.pageNumber ?? 0}
        totalPages={data?.orders.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </>
  );
}

function columnsOf(data: CountedOrders | undefined, figure: Figure): Column<CountedOrder>[] {
  const chain: Column<CountedOrder> = {
    key: 'uplines',
    title: 'Uplines nesse dia',
    cell: ({ uplines }) => <UplinePath uplines={uplines} />,
  };
  return [
    { key: 'ecommerceId', title: 'Encomenda', cell: ({ ecommerceId }) => ecommerceId, sortable: true, short: true },
    { key: 'createdAt', title: 'Data', cell: ({ createdAt }) => createdAt, sortable: true, short: true },
    ...(figure.kind === 'own' ? [] : [chain]),
    {
      key: 'total',
      title: 'Valor',
      cell: ({ total }) => formatMoney(total),
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Total" amount={data.totals.totalOrdersValue} />,
    },
    { key: 'paid', title: 'Pago', cell: ({ paid }) => formatMoney(paid), numeric: true },
    {
      key: 'pending',
      title: 'Por pagar',
      cell: ({ pending }) => formatMoney(pending),
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Por Pagar" amount={data.totals.totalPendingValue} />,
    },
  ];
}

/** The uplines from the member up to the caller, who comes last. */
function UplinePath({ uplines }: Pick<CountedOrder, 'uplines'>) {
  return (
    <ol className={styles.chain}>
      {uplines.map(({ internalId, name }, place) => (
        <li key={internalId} title={name}>
          {place === uplines.length - 1 ? 'eu' : internalId}
        </li>
      ))}
    </ol>
  );
}
