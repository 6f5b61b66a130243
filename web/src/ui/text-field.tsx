import { type ComponentProps, type ReactNode, useId } from 'react';
import { Field, type FieldWords, tied } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldWords, ComponentProps<'input'> {
  /** What lies over the field's end: a unit, a button. */
  end?: ReactNode;
  /** What hangs on the field, as wide as it is. */
  children?: ReactNode;
}

/** A field of one line. */
export function TextField({ label, description, error, end, className, children, ...others }: TextFieldProps) {
  const ownId = useId();
  const id = others.id ?? ownId;
  const words = { id, label, description, error };

  return (
    <Field {...words}>
      <input
        type="text"
        {...tied(words)}
        {...others}
        id={id}
        className={className ? `${styles.input} ${className}` : styles.input}
      />
      {end && <span className={styles.end}>{end}</span>}
      {children}
    </Field>
  );
}
