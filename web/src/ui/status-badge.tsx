import { VisuallyHidden } from '@mantine/core';
import styles from './status-badge.module.css';

interface StatusBadgeProps {
  letter: string;
  tone: 'green' | 'red' | 'yellow' | 'grey';
  /** The meaning in words: the accessible name, shown on hover. */
  label: string;
}

/** A coloured circle with a letter. */
export function StatusBadge({ letter, tone, label }: StatusBadgeProps) {
  return (
    <span className={styles.root} data-tone={tone} title={label}>
      <span aria-hidden>{letter}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
