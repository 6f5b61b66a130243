import type { ReactNode } from 'react';
import styles from './field.module.css';

/** What a field says besides its value. */
export interface FieldWords {
  label?: ReactNode;
  /** Under the field, after the error. */
  description?: ReactNode;
  /** Why its value is refused. */
  error?: ReactNode;
}

interface FieldProps extends FieldWords {
  id: string;
  children: ReactNode;
}

/** An input or select with its words. */
export function Field({ id, label, description, error, children }: FieldProps) {
  return (
    <div className={styles.root} data-error={error ? true : undefined}>
      {label && (
        <label id={`${id}-label`} className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles.control}>{children}</div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  );
}

/** What ties an input or select to its words. */
export function tied({ id, description, error }: { id: string } & FieldWords) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby':
      [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') || undefined,
  };
}
