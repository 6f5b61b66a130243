import type { ComponentProps } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps extends Omit<ComponentProps<'div'>, 'style'> {
  /** In pixels. */
  height: number;
  width?: string;
  /** The space above and below, in pixels: with it as high as the line that will stand here. */
  around?: number;
}

/** Holds the place of what loads. */
export function Skeleton({ height, width, around, className, ...others }: SkeletonProps) {
  return (
    <div
      {...others}
      className={className ? `${styles.root} ${className}` : styles.root}
      style={{ height, width, marginBlock: around }}
    />
  );
}
