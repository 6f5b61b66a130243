import type { KeptImport } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { formatNumber } from '../lib/numbers.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { undoImport } from './calls.ts';

interface UndoImportProps {
  /** The import to undo; undefined closes the dialog. */
  kept: KeptImport | undefined;
  onClose: () => void;
}

export function UndoImport({ kept, onClose }: UndoImportProps) {
  const { mutate, reset, isPending, error } = useMutation(undoImport);

  function close() {
    reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={kept !== undefined}
      title="Anular carregamento"
      message={kept && whatGoes(kept)}
      subject={kept?.fileName}
      confirm="Anular carregamento"
      onConfirm={() => {
        if (kept) mutate(kept.id, { onSuccess: close });
      }}
      onCancel={close}
      busy={isPending}
      error={error?.message}
    />
  );
}

function whatGoes({ successful, updated, corrected }: KeptImport): string {
  const made = successful + corrected;
  const orders =
    made === 1
      ? 'A encomenda que veio deste ficheiro vai ser apagada.'
      : `As ${formatNumber(made)} encomendas que vieram deste ficheiro vão ser apagadas.`;
  const payments =
    updated === 1
      ? 'A encomenda que ele actualizou volta ao pagamento que tinha.'
      : `As ${formatNumber(updated)} encomendas que ele actualizou voltam ao pagamento que tinham.`;
  return [made > 0 && orders, updated > 0 && payments].filter(Boolean).join(' ');
}
