import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

/** Details behind a title, closed at first. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.root}>
      <summary className={styles.title}>
        <IconChevronRight size={16} aria-hidden />
        {title}
      </summary>
      {children}
    </details>
  );
}
