import type { Money } from '@rede/contract/money';
import { formatMoney } from '../lib/money.ts';
import styles from './sum.module.css';

interface SumProps {
  name: string;
  amount: Money;
  /** Not paid yet: in amber. */
  owed?: boolean;
}

/** The labelled sum of a column, for a table's footer. */
export function Sum({ name, amount, owed = false }: SumProps) {
  return (
    <>
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.amount} data-owed={(owed && amount !== '0.00') || undefined}>
        {formatMoney(amount)}
      </span>
    </>
  );
}
