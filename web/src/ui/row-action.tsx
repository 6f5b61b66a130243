import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './row-action.module.css';

interface RowActionProps {
  /** The row's name, which tells alike buttons apart for screen readers. */
  of: string;
  /** In the place of the text, which is then the icon's name. */
  icon?: ReactNode;
  /** The visible text. */
  children: string;
}

export function RowLink({ of, icon, children, ...others }: RowActionProps & ComponentProps<typeof Link>) {
  return (
    <Link {...others} {...lookOf(icon, children)} aria-label={`${children} ${of}`}>
      {icon ?? children}
    </Link>
  );
}

interface RowButtonProps extends RowActionProps {
  /** The action cannot be undone. */
  destructive?: boolean;
}

export function RowButton({ of, icon, destructive, children, ...others }: RowButtonProps & ComponentProps<'button'>) {
  return (
    <button
      {...others}
      {...lookOf(icon, children)}
      type="button"
      data-destructive={destructive}
      aria-label={`${children} ${of}`}
    >
      {icon ?? children}
    </button>
  );
}

function lookOf(icon: ReactNode, name: string) {
  return { className: styles.root, ...(icon && { 'data-icon': true, title: name }) };
}
