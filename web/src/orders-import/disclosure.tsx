import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: string;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Details behind a title, closed at first. */
export function Disclosure({ title, onToggle, children }: DisclosureProps) {
  return (
    <details className={styles.root} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary className={styles.title}>
        <IconChevronRight size={16} aria-hidden />
        {title}
      </summary>
      {children}
    </details>
  );
}
