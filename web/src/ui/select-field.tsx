import { IconSelector } from '@tabler/icons-react';
import { type ComponentProps, useId } from 'react';
import { Field, type FieldWords, tied } from './field.tsx';
import styles from './field.module.css';

interface SelectFieldProps extends FieldWords, ComponentProps<'select'> {
  choices: readonly { value: string; label: string }[];
}

/** One of a few choices. */
export function SelectField({ label, description, error, choices, ...others }: SelectFieldProps) {
  const ownId = useId();
  const id = others.id ?? ownId;
  const words = { id, label, description, error };

  return (
    <Field {...words}>
      <select {...others} {...tied(words)} className={styles.input}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <span className={styles.end}>
        <IconSelector size={16} stroke={1.5} aria-hidden />
      </span>
    </Field>
  );
}
