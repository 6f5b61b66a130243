import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './failure.module.css';

interface FailureProps {
  error: Error;
  onRetry?: (() => void) | undefined;
}

/** An error in the place of content, with a retry button. */
export function Failure({ error, onRetry }: FailureProps) {
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
