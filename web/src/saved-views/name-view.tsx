import type { SavedView, ViewedList } from '@rede/contract/saved-views';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useReturnedFocus } from '../ui/returned-focus.ts';
import { TextField } from '../ui/text-field.tsx';
import { addressOf } from './addresses.ts';
import { createView, updateView } from './calls.ts';
import styles from './name-view.module.css';

interface NameViewProps {
  list: ViewedList;
  query: string;
  /** The view to change; absent for a new one. */
  view?: SavedView;
  onClose: () => void;
}

/** Asks for a view's name, and whether others see it too. */
export function NameView({ list, query, view, onClose }: NameViewProps) {
  useReturnedFocus();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const creating = useMutation(createView);
  const updating = useMutation(updateView);
  const navigate = useNavigate();
  const error = creating.error ?? updating.error;

  function save(): void {
    const wanted = { list, query, name: name.trim(), shared };
    if (view) updating.mutate({ ...view, ...wanted }, { onSuccess: onClose });
    else {
      creating.mutate(wanted, {
        onSuccess: (created) => {
          onClose();
          void navigate(addressOf(created), { replace: true });
        },
      });
    }
  }

  return (
    <ConfirmDialog
      opened
      title={view ? 'Mudar a vista' : 'Guardar vista'}
      message={view ? null : 'Guarda o filtro, a ordem e as colunas desta lista com um nome.'}
      destructive={false}
      confirm="Guardar"
      waiting={name.trim() === ''}
      busy={creating.isPending || updating.isPending}
      error={error?.message}
      onConfirm={save}
      onCancel={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField
          label="Nome"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <label className={styles.shared}>
          <input type="checkbox" checked={shared} onChange={({ currentTarget }) => setShared(currentTarget.checked)} />
          Partilhar com todos os administradores
        </label>
      </form>
    </ConfirmDialog>
  );
}
