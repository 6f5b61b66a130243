import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './error-list.module.css';

interface ErrorListProps {
  /** Messages by field. */
  errors: Readonly<Record<string, ReactNode>>;
  /** The number of attempts to submit. Each failed one scrolls to the list and focuses it. */
  attempt: number;
  /** Moves the focus to a field. */
  onJump: (field: string) => void;
}

/** All errors of a form, each a link to its field. */
export function ErrorList({ errors, attempt, onJump }: ErrorListProps) {
  const root = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).filter(([, message]) => Boolean(message));

  useEffect(() => {
    if (attempt > 0) root.current?.focus();
  }, [attempt]);

  if (entries.length === 0) return null;
  return (
    <Alert
      ref={root}
      className={styles.root}
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title="Por favor, corrija os erros no formulário:"
    >
      <ul className={styles.entries}>
        {entries.map(([field, message]) => (
          <li key={field}>
            <button type="button" className={styles.entry} onClick={() => onJump(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
