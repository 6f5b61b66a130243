import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import styles from './change-preview.module.css';
import { Skeleton } from './skeleton.tsx';

interface ChangePreviewProps {
  /** What changes, in words; undefined while it is asked for. */
  changing: ReactNode;
  /** What stays as it is, how many for which reason. */
  skipped: readonly { reason: string; count: number }[] | undefined;
  /** Why it could not be said. */
  error?: string | undefined;
  /** It is being done: how far it is, where that is known. */
  progress?: { done: number; of?: number } | undefined;
}

/** What a change of many records would do, before it is confirmed, and how far it is after that. */
export function ChangePreview({ changing, skipped, error, progress }: ChangePreviewProps) {
  return (
    <div className={styles.root} aria-live="polite">
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {error === undefined && changing === undefined && (
        <output aria-label="A carregar dados...">
          <Skeleton height={12} width="70%" around={4} />
        </output>
      )}
      {error === undefined && changing !== undefined && <p className={styles.changing}>{changing}</p>}
      {error === undefined && skipped && skipped.length > 0 && (
        <ul className={styles.skipped} aria-label="Ficam como estão">
          {skipped.map(({ reason, count }) => (
            <li key={reason}>
              <IconAlertTriangle size={15} aria-hidden />
              <span>
                {reason}: {count === 1 ? '1 fica como está' : `${formatNumber(count)} ficam como estão`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {progress && (
        <p className={styles.progress}>
          <progress {...(progress.of !== undefined && { value: progress.done, max: progress.of })} />
          {progress.of !== undefined && `${formatNumber(progress.done)} de ${formatNumber(progress.of)}. `}
          Pode fechar: o trabalho continua.
        </p>
      )}
    </div>
  );
}
