import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './row-action.module.css';

interface Meaning {
  /** Names the row, for those who hear one of many buttons alike. */
  of: string;
  /** What it does. */
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
  /** It cannot be undone. */
  grave?: boolean;
}

export function RowButton({ of, grave, children, ...others }: RowButtonProps & ComponentProps<'button'>) {
  return (
    <button {...others} type="button" className={styles.root} data-grave={grave} aria-label={`${children} ${of}`}>
      {children}
    </button>
  );
}
