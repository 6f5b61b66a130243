import type { Change } from '@rede/contract/activity';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './activity.module.css';
import { ChangeItem } from './change-item.tsx';

interface ChangesProps {
  label: string;
  /** Undefined until the first ones arrive. */
  changes: readonly Change[] | undefined;
  error: Error | null;
  /** Others are loading. */
  busy: boolean;
  onRetry: () => void;
  onUndo: (change: Change) => void;
  empty: ReactNode;
  /** How many to hold the place of during the first load. */
  placeholders: number;
}

/** A list of changes. Keeps the focus when the button that had it is gone: what is undone cannot be undone again. */
export function Changes({ label, changes, error, busy, onRetry, onUndo, empty, placeholders }: ChangesProps) {
  const root = useRef<HTMLElement>(null);
  const last = useRef<Element>(null);

  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers what has the focus
    <section
      ref={root}
      className={styles.root}
      aria-label={label}
      aria-busy={busy}
      tabIndex={-1}
      onFocus={({ target }) => {
        last.current = target;
      }}
    >
      {error && <Failure error={error} onRetry={onRetry} />}
      {changes && changes.length > 0 && (
        <ol className={styles.changes}>
          {changes.map((change) => (
            <ChangeItem key={change.id} change={change} onUndo={onUndo} />
          ))}
        </ol>
      )}
      {changes?.length === 0 && !error && <div className={styles.empty}>{empty}</div>}
      {!changes && !error && (
        <>
          <output className={styles.spoken}>A carregar dados...</output>
          <ol className={styles.changes} aria-hidden>
            {Array.from({ length: placeholders }, (_, place) => (
              <li key={place} className={styles.change}>
                <Skeleton height={14} around={4} width="70%" />
                <Skeleton height={12} around={4} width="9rem" />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
