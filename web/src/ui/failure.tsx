import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { isMissing } from '../lib/call.ts';
import { Button } from './button.tsx';
import styles from './failure.module.css';

interface FailureProps {
  error: Error;
  onRetry?: (() => void) | undefined;
  /** The way back to the list of what was asked for. */
  back?: { to: string; text: string };
}

/** An error in the place of content, with a retry button; where what was asked for is not there, with the way back to its list instead. */
export function Failure({ error, onRetry, back }: FailureProps) {
  const missing = back !== undefined && isMissing(error);
  const root = useRef<HTMLDivElement>(null);

  // A retry removes the button: keep the focus in this part of the page.
  useLayoutEffect(() => {
    const node = root.current;
    return () => {
      if (node?.contains(document.activeElement)) {
        node.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
      }
    };
  }, []);

  return (
    <div ref={root} className={styles.root} role="alert">
      <div>
        <p className={styles.title}>{missing ? error.message : 'Não foi possível carregar os dados.'}</p>
        <p className={styles.reason}>{missing ? 'Pode ter sido apagado, ou o endereço está errado.' : error.message}</p>
      </div>
      {missing && (
        <Button to={back.to} variant="secondary" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          {back.text}
        </Button>
      )}
      {onRetry && !missing && (
        <Button variant="secondary" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          Tentar novamente
        </Button>
      )}
    </div>
  );
}
