import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './failure.module.css';

interface FailureProps {
  error: Error;
  onRetry?: (() => void) | undefined;
}

/** In the place of what could not be loaded: why, and another try. */
export function Failure({ error, onRetry }: FailureProps) {
  const root = useRef<HTMLDivElement>(null);

  // Another try takes its button away: the focus stays in the part of the page that is tried for.
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
        <p className={styles.title}>Não foi possível carregar os dados.</p>
        <p className={styles.reason}>{error.message}</p>
      </div>
      {onRetry && (
        <Button variant="secondary" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          Tentar novamente
        </Button>
      )}
    </div>
  );
}
