import { VisuallyHidden } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './row-action.module.css';

interface Meaning {
  /** Names the row, for those who hear one of many buttons alike. */
  of: ReactNode;
  /** What cannot be undone. */
  grave?: boolean;
}

export function RowLink({ of, children, ...others }: Meaning & ComponentProps<typeof Link>) {
  return (
    <Link {...others} className={styles.root}>
      {children}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Link>
  );
}

export function RowButton({ of, grave, children, ...others }: Meaning & ComponentProps<'button'>) {
  return (
    <button {...others} type="button" className={styles.root} data-grave={grave}>
      {children}
      <VisuallyHidden> {of}</VisuallyHidden>
    </button>
  );
}
