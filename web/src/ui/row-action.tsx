import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './row-action.module.css';

interface Meaning {
  /** The row's name, which tells alike buttons apart for screen readers. */
  of: string;
  /** The visible text. */
  children: string;
}

export function RowLink({ of, children, ...others }: Meaning & ComponentProps<typeof Link>) {
  return (
    <Link {...others} className={styles.root} aria-label={`${children} ${of}`}>
      {children}
    </Link>
  );
}

interface RowButtonProps extends Meaning {
  /** The action cannot be undone. */
  grave?: boolean;
}

export function RowButton({ of, grave, children, ...others }: RowButtonProps & ComponentProps<'button'>) {
  return (
    <button {...others} type="button" className={styles.root} data-grave={grave} aria-label={`${children} ${of}`}>
      {children}
    </button>
  );
}
