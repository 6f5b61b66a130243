import type { OrderFilter } from '@rede/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/money.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { orderSums } from './calls.ts';
import styles from './order-totals.module.css';

interface OrderTotalsProps {
  filter: OrderFilter;
  /** Shows what is still to be paid alone. */
  onPending: () => void;
}

/** What the orders that match come to. They come beside the rows: their place is kept meanwhile. */
export function OrderTotals({ filter, onPending }: OrderTotalsProps) {
  const { data, isError, isPlaceholderData } = useQuery(orderSums(filter));
  const value = (amount: string | undefined) =>
    amount === undefined ? isError ? '?' : <Skeleton height={12} width="5rem" /> : formatMoney(amount);
  const owes = data !== undefined && data.totalPendingValue !== '0.00';

  return (
    <dl className={styles.root} data-outdated={isPlaceholderData || undefined}>
      <div>
        <dt className={styles.hidden}>Valor</dt>
        <dd className={styles.first}>{value(data?.totalOrdersValue)}</dd>
      </div>
      <div>
        <dt>pago</dt>
        <dd>{value(data?.totalPaidValue)}</dd>
      </div>
      <div data-owed={owes || undefined}>
        <dt>
          {owes && filter.payment === undefined ? (
            <button type="button" className={styles.button} title="Ver só o que está por pagar" onClick={onPending}>
              por pagar
            </button>
          ) : (
            'por pagar'
          )}
        </dt>
        <dd>{value(data?.totalPendingValue)}</dd>
      </div>
    </dl>
  );
}
