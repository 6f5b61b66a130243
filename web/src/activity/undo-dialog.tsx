import type { Change } from '@rede/contract/activity';
import { useMutation } from '@tanstack/react-query';
import { formatInstant } from '../lib/instants.ts';
import { formatNumber } from '../lib/numbers.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { undoChange } from './calls.ts';
import { sentenceOf, textOf } from './sentence.ts';

interface UndoDialogProps {
  /** The change to undo; undefined closes the dialog. */
  change: Change | undefined;
  onClose: () => void;
}

/** Asks before a change is undone. When the server refuses, the dialog shows why. */
export function UndoDialog({ change, onClose }: UndoDialogProps) {
  const { mutate, reset, isPending, error } = useMutation(undoChange);

  function close() {
    reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={change !== undefined}
      title="Anular esta acção?"
      message={change && `${whatReturns(change)} Quem anulou, e quando, fica no registo.`}
      subject={change && `${textOf(sentenceOf(change))}, em ${formatInstant(change.at)}.`}
      destructive={false}
      confirm="Anular"
      cancel="Fechar"
      onConfirm={() => {
        if (change) mutate(change.id, { onSuccess: close });
      }}
      onCancel={close}
      busy={isPending}
      error={error?.message}
    />
  );
}

function whatReturns({ recordCount }: Change): string {
  if (recordCount <= 1) return 'O registo volta a ser como era antes.';
  return `Os ${formatNumber(recordCount)} registos voltam a ser como eram antes, todos ou nenhum.`;
}
