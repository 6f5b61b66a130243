import type { Window } from '@rede/contract/dashboard';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import styles from './figure.module.css';

const OpenedOrders = lazy(() => import('./opened-orders.tsx'));

/** Which orders a figure adds up: the caller's own, or those of a member of one of its networks. */
export type Figure = { title: string } & ({ kind: 'own' } | { kind: 'direct' | 'total'; memberId: number });

interface OpenableProps {
  figure: Figure;
  window: Window;
  /** The formatted figure. */
  children: ReactNode;
}

/** A figure that opens the orders behind it. */
export function Openable({ figure, window, children }: OpenableProps) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');

  const button = useRef<HTMLButtonElement>(null);

  // On its first opening the dialog loads late, and does not know where the focus was.
  useEffect(() => {
    if (dialog === 'closed') button.current?.focus();
  }, [dialog]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.figure}
        aria-haspopup="dialog"
        title={`Ver: ${figure.title}`}
        onClick={() => setDialog('open')}
      >
        {children}
      </button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <OpenedOrders
            figure={figure}
            window={window}
            opened={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
