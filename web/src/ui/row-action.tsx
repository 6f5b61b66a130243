import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './row-action.module.css';

interface RowActionProps {
  /** The row's name, which tells alike buttons apart for screen readers. */
  of: string;
  /** The visible text. */
  children: string;
}

export function RowLink({ of, children, ...others }: RowActionProps & ComponentProps<typeof Link>) {
  return (
    <Link {...others} className={styles.root} aria-label={`${children} ${of}`}>
      {children}
    </Link>
  );
}

interface RowButtonProps extends RowActionProps {
  /** The action cannot be undone. */
  destructive?: boolean;
}

export function RowButton({ of, destructive, children, ...others }: RowButtonProps & ComponentProps<'button'>) {
  return (
    <button
      {...others}
      type="button"
      className={styles.root}
      data-destructive={destructive}
      aria-label={`${children} ${of}`}
    >
      {children}
    </button>
  );
}
