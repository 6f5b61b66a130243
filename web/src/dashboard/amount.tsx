import type { Window } from '@rede/contract/dashboard';
import type { Money } from '@rede/contract/money';
import { formatMoney } from '../lib/money.ts';
import styles from './amount.module.css';
import { type Figure, Openable } from './figure.tsx';

interface AmountProps {
  amount: Money;
  /** Not paid yet: in amber. */
  owed?: boolean;
  /** What opens behind the amount. */
  figure: Figure;
  window: Window;
}

/** An amount of a table that opens the orders behind it. Zero is quiet and opens nothing. */
export function Amount({ amount, owed = false, figure, window }: AmountProps) {
  if (amount === '0.00') return <Zero />;
  return (
    <span className={styles.amount} data-owed={owed || undefined}>
      <Openable figure={figure} window={window}>
        {formatMoney(amount)}
      </Openable>
    </span>
  );
}

export function Zero() {
  return (
    <span className={styles.zero} data-zero>
      <span aria-hidden>–</span>
      <span className={styles.spoken}>{formatMoney('0.00')}</span>
    </span>
  );
}
