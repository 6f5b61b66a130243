import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'terciary' | 'neutral' | 'disabled';
  /** The action cannot be undone. */
  destructive?: boolean;
  /** An icon before the text. */
  leftSection?: ReactNode;
}

export type ButtonProps = Look & ComponentProps<'button'>;

type LinkProps = Look & ComponentProps<typeof Link>;

/** A button; with `to`, a link that looks like one. */
export function Button(props: (ButtonProps & { to?: undefined }) | LinkProps) {
  const { variant = 'primary', destructive = false, leftSection, className, children, ...others } = props;
  const look = {
    className: className === undefined ? styles.root : `${styles.root} ${className}`,
    'data-variant': variant,
    'data-destructive': destructive || undefined,
    'data-section': leftSection ? true : undefined,
    children: (
      <>
        {leftSection}
        {children}
      </>
    ),
  };
  return others.to === undefined ? <button type="button" {...others} {...look} /> : <Link {...others} {...look} />;
}
