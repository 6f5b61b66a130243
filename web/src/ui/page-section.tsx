import type { ReactNode } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  /** Its anchor. */
  id: string;
  title: string;
  /** Buttons, links and fields beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page, with an anchor. */
export function PageSection({ id, title, actions, children }: PageSectionProps) {
  return (
    <section id={id} className={styles.root} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
