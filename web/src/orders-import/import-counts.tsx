import type { ImportResult } from '@rede/contract/orders-import';
import { formatNumber } from '../lib/numbers.ts';
import styles from './import-counts.module.css';

interface ImportCountsProps {
  /** `corrected`: how many of the refused ones are orders since. */
  counts: Pick<ImportResult, 'total' | 'successful' | 'updated' | 'failed' | 'malformed'> & { corrected: number };
  /** A dry run: nothing is loaded yet. */
  dryRun?: boolean;
  /** Whether existing orders could be updated. */
  updating: boolean;
}

/** The outcome of a file's records, actual or of a dry run. */
export function ImportCounts({ counts, dryRun = false, updating }: ImportCountsProps) {
  const anyLeft = counts.failed + counts.malformed > counts.corrected;
  const entries = [
    { name: 'Total', count: counts.total },
    { name: dryRun ? 'Por carregar' : 'Carregadas', count: counts.successful },
    ...(updating ? [{ name: dryRun ? 'Por actualizar' : 'Actualizadas', count: counts.updated }] : []),
    { name: 'Recusadas', count: counts.failed, bad: anyLeft && counts.failed > 0 },
    { name: 'Mal formadas', count: counts.malformed, bad: anyLeft && counts.malformed > 0 },
    ...(counts.corrected > 0 ? [{ name: 'Corrigidas', count: counts.corrected }] : []),
  ];

  return (
    <dl className={styles.root}>
      {entries.map(({ name, count, bad }) => (
        <div key={name} className={styles.count} data-bad={bad || undefined}>
          <dt>{name}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
