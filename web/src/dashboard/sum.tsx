import type { Money } from '@rede/contract/money';
import { formatMoney } from '../lib/money.ts';
import styles from './sum.module.css';

/** What a column adds up to, with its name, for a table's footer. */
export function Sum({ name, amount }: { name: string; amount: Money }) {
  return (
    <>
      <span className={styles.name}>{name}</span> {formatMoney(amount)}
    </>
  );
}
