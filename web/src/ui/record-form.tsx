import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CallError } from '../lib/call.ts';
import { BusyButton } from './busy-button.tsx';
import { ErrorList } from './error-list.tsx';
import styles from './record-form.module.css';
import { type Form, byField } from './schema-form.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface RecordFormProps<Values> {
  form: Form<Values>;
  label: string;
  /**
   * Sends the values, valid by now. What it is refused with is told in the form, at its fields where it names them.
   * False: it was called off, and nothing has been sent.
   */
  save: (values: Values) => Promise<boolean | void>;
  /** Where Cancelar leads. */
  cancelTo: string;
  /** Offered where somebody else has changed the record meanwhile: takes theirs in the place of what was typed. */
  onReload?: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form of one record: all its errors at once, saved once however often it is clicked, and not left by accident. */
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
            <div>
              <Button
                variant="secondary"
                mt="xs"
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
        <Button variant="neutral" component={Link} to={cancelTo}>
          Cancelar
        </Button>
      </div>
      <UnsavedChanges unsaved={form.isDirty} />
    </form>
  );
}

/** Holds the place of a record's form while the record loads. */
export function RecordPlaceholder({ fields }: { fields: number }) {
  return (
    <div className={styles.root}>
      <output>A carregar dados...</output>
      <div className={styles.fields} aria-hidden>
        {Array.from({ length: fields }, (_, field) => (
          <Skeleton key={field} height={36} mt={24} />
        ))}
      </div>
    </div>
  );
}
