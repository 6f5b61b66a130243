import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CallError } from '../lib/call.ts';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';
import { ErrorList } from './error-list.tsx';
import styles from './record-form.module.css';
import { type Form, byField } from './schema-form.ts';
import { Skeleton } from './skeleton.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface RecordFormProps<Values> {
  form: Form<Values>;
  label: string;
  /** Sends valid values. A refusal shows in the form, at the fields it names. False means cancelled: nothing was sent. */
  save: (values: Values) => Promise<boolean | void>;
  /** The link of Cancelar. */
  cancelTo: string;
  /** Offered when somebody else has changed the record: replaces the input by the current values. */
  onReload?: () => void;
  children: ReactNode;
}

/** The form of one record: shows all errors at once, submits once at a time, and asks before it is left with unsaved input. */
export function RecordForm<Values extends Record<string, unknown>>(props: RecordFormProps<Values>) {
  const { form, label, save, cancelTo, onReload, children } = props;
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Error>();
  const stale = refusal instanceof CallError && refusal.code === 'stale';

  async function send(values: Values) {
    setRefusal(undefined);
    try {
      if ((await save(values)) === false) return;
      form.resetDirty();
    } catch (error) {
      if (error instanceof CallError && error.errors.length > 0) {
        form.setErrors(byField(error.errors));
      } else {
        setRefusal(error as Error);
      }
      setAttempt((count) => count + 1);
    }
  }

  return (
    <form
      aria-label={label}
      noValidate
      className={styles.root}
      onSubmit={form.onSubmit(send, () => {
        setRefusal(undefined);
        setAttempt((count) => count + 1);
      })}
    >
      <ErrorList errors={form.errors} attempt={attempt} onJump={(field) => form.getInputNode(field)?.focus()} />
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          {refusal.message}
          {stale && onReload && (
            <div className={styles.wayOut}>
              <Button
                variant="secondary"
                onClick={({ currentTarget }) => {
                  currentTarget.form?.querySelector<HTMLElement>('input, select')?.focus();
                  setRefusal(undefined);
                  form.reset();
                  onReload();
                }}
              >
                Recarregar e perder as minhas alterações
              </Button>
            </div>
          )}
        </Alert>
      )}
      <div className={styles.fields}>{children}</div>
      <div className={styles.buttons}>
        <BusyButton type="submit" variant="primary" busy={form.submitting}>
          Guardar
        </BusyButton>
        <Button variant="neutral" to={cancelTo}>
          Cancelar
        </Button>
      </div>
      <UnsavedChanges unsaved={form.isDirty} />
    </form>
  );
}

/** A placeholder for the form while the record loads. */
export function RecordPlaceholder({ fields }: { fields: number }) {
  return (
    <div className={styles.root}>
      <output>A carregar dados...</output>
      <div className={styles.fields} aria-hidden>
        {Array.from({ length: fields }, (_, field) => (
          <Skeleton key={field} className={styles.placeholder} height={36} />
        ))}
      </div>
    </div>
  );
}
