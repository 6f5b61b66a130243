import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** Green: all is well. Amber: some of it. Red: nothing came of it. Plain: good to know. */
  tone: 'green' | 'amber' | 'red' | 'plain';
  /** In the place of the tone's own. */
  icon?: ReactNode;
  /** What is read first. */
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons that follow from it. */
  actions?: ReactNode;
}

const icons = { green: IconCircleCheck, amber: IconAlertTriangle, red: IconCircleX, plain: IconInfoCircle };

/** Says how something ended, or what is good to know about it. */
export function Notice({ tone, icon, title, children, actions }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={styles.root} role="note" data-tone={tone}>
      <span className={styles.icon}>{icon ?? <Icon size={18} aria-hidden />}</span>
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
