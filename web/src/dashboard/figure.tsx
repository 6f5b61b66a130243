import type { CountedOrdersQuery, Window } from '@rede/contract/dashboard';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { type Counted, type OpenedState, withExtract } from './extract.ts';
import styles from './figure.module.css';
import { loadOpenedOrders } from './opened-extract.tsx';

/** Which orders a figure adds up, what they are called, and which come first. */
export type Figure = { title: string; sort?: CountedOrdersQuery['sort'] } & Counted;

interface OpenableProps {
  figure: Figure;
  window: Window;
  /** The formatted figure. */
  children: ReactNode;
}

/** A figure that opens the orders behind it, at an address of their own. */
export function Openable({ figure, window, children }: OpenableProps) {
  const { user } = useIdentity();
  const navigate = useNavigate();

  return (
    <button
      type="button"
      className={styles.figure}
      aria-haspopup="dialog"
      title={`Ver: ${figure.title}`}
      onPointerEnter={loadOpenedOrders}
      onFocus={loadOpenedOrders}
      onClick={(event) => {
        // Safari does not focus what is clicked, and a closed dialog gives the focus back to what had it.
        event.currentTarget.focus({ preventScroll: true });
        const head = user.internalId ?? undefined;
        const search = withExtract(location.search, { counted: figure, window, head, sort: figure.sort });
        void navigate({ search, hash: location.hash }, { state: { openedAs: figure.title } satisfies OpenedState });
      }}
    >
      {children}
    </button>
  );
}
