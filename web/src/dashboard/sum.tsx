import type { Money } from '@rede/contract/money';
import { formatMoney } from '../lib/money.ts';
import styles from './sum.module.css';

/** The labelled sum of a column, for a table's footer. */
export function Sum({ name, amount }: { name: string; amount: Money }) {
  return (
    <>
      <span className={styles.name}>{name}</span> {formatMoney(amount)}
    </>
  );
}
