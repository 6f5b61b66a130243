import type { Window } from '@rede/contract/dashboard';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import styles from './figure.module.css';

const OpenedOrders = lazy(() => import('./opened-orders.tsx'));

/** A figure by what is behind it: the caller's own orders, or those of a member of one of its networks. */
export type Figure = { title: string } & ({ kind: 'own' } | { kind: 'direct' | 'total'; memberId: number });

interface OpenableProps {
  figure: Figure;
  window: Window;
  /** The figure as it is shown. */
  children: ReactNode;
}

/** A figure that opens into the orders behind it. */
export function Openable({ figure, window, children }: OpenableProps) {
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');

  const button = useRef<HTMLButtonElement>(null);

  // The dialog was not there yet when it was opened first, and does not know where the focus came from.
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
