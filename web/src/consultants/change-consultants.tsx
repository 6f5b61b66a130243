import { type ConsultantChange, type ConsultantFilter, type Status, statuses } from '@rede/contract/consultants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../activity/use-undo.ts';
import { formatNumber } from '../lib/numbers.ts';
import { ChangePreview } from '../ui/change-preview.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useReturnedFocus } from '../ui/returned-focus.ts';
import { SelectField } from '../ui/select-field.tsx';
import { changeConsultants, consultantChangePreview } from './calls.ts';
import { displayOf } from './statuses.ts';

export type Does = ConsultantChange['does'];

interface ChangeConsultantsProps {
  does: Does;
  /** Which consultants. */
  filter: ConsultantFilter;
  onClose: () => void;
  /** After it was done. */
  onDone: () => void;
}

/** Asks once before many consultants are changed, and says what will be. Closed while it is done, it is done all the same. A default export, for `lazy`. */
export default function ChangeConsultants({ does, filter, onClose, onDone }: ChangeConsultantsProps) {
  useReturnedFocus();
  const [status, setStatus] = useState<Status>('INACTIVE');
  const change: ConsultantChange = does === 'delete' ? { does } : { does, status };
  const preview = useQuery(consultantChangePreview(filter, change));
  const { mutate, isPending, error } = useMutation(changeConsultants);
  const undo = useUndo();
  const found = preview.data;
  const deletes = does === 'delete';
  const done = (changed: number) =>
    deletes
      ? `${counted(changed)} ${changed === 1 ? 'apagado' : 'apagados'}`
      : `Status de ${counted(changed)}: ${displayOf(status).label}`;

  function confirm(): void {
    if (!found) return;
    mutate(
      {
        filter,
        change,
        expected: found.consultants,
        title: deletes ? 'A apagar consultores' : 'A mudar o Status de consultores',
        outcome: done,
      },
      {
        onSuccess: ({ changeId, changed }) => {
          onDone();
          undo(changeId, done(changed));
        },
        onError: () => void preview.refetch(),
      },
    );
  }

  const button = deletes ? 'Apagar' : 'Mudar Status';
  return (
    <ConfirmDialog
      opened
      title={deletes ? 'Apagar consultores' : 'Mudar Status'}
      message={deletes ? 'Tem certeza que deseja excluir estes consultores?' : null}
      destructive={deletes}
      confirm={found && found.changing > 0 ? `${button} (${formatNumber(found.changing)})` : button}
      waiting={!found || found.changing === 0}
      busy={isPending}
      error={error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!deletes && (
        <SelectField
          label="Status"
          choices={statuses.map((value) => ({ value, label: displayOf(value).label }))}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as Status)}
          data-autofocus
        />
      )}
      <ChangePreview
        changing={
          found &&
          (found.changing === 0
            ? 'Não há nada a alterar.'
            : `${deletes ? 'São apagados' : `Passam a ${displayOf(status).label}`}: ${someOf(found.changing, found.consultants)}`)
        }
        skipped={found?.skipped.map(({ reason, consultants }) => ({ reason, count: consultants }))}
        error={preview.error?.message}
        progress={isPending ? { done: 0 } : undefined}
      />
    </ConfirmDialog>
  );
}

function counted(consultants: number): string {
  return consultants === 1 ? '1 consultor' : `${formatNumber(consultants)} consultores`;
}

function someOf(changing: number, of: number): string {
  return changing === of ? counted(of) : `${formatNumber(changing)} de ${counted(of)}`;
}
