import type { Consultant } from '@rede/contract/consultants';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { deleteConsultant } from './calls.ts';

interface DeleteConsultantProps {
  /** The consultant to delete; undefined closes the dialog. */
  consultant: Consultant | undefined;
  onClose: () => void;
  /** Where its own page is left. */
  onDeleted?: () => void;
}

/** Asks for confirmation. When the server refuses, the dialog shows why. */
export function DeleteConsultant({ consultant, onClose, onDeleted }: DeleteConsultantProps) {
  const { mutate, reset, isPending, error } = useMutation(deleteConsultant);

  function close() {
    reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={consultant !== undefined}
      message="Tem certeza que deseja excluir este consultor?"
      subject={consultant && `${consultant.name} (${consultant.internalId})`}
      confirm="Excluir"
      onConfirm={() => {
        mutate(consultant?.id, {
          onSuccess: () => {
            close();
            onDeleted?.();
          },
        });
      }}
      onCancel={close}
      busy={isPending}
      error={error?.message}
    />
  );
}
