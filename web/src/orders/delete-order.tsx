import type { Order } from '@rede/contract/orders';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { deleteOrder } from './calls.ts';

interface DeleteOrderProps {
  /** The order to delete; undefined closes the dialog. */
  order: Order | undefined;
  onClose: () => void;
}

export function DeleteOrder({ order, onClose }: DeleteOrderProps) {
  const { mutate, reset, isPending, error } = useMutation(deleteOrder);

  function close() {
    reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={order !== undefined}
      title="Confirmação"
      message="Tem certeza que deseja excluir esta encomenda?"
      subject={order?.ecommerceId}
      confirm="Excluir"
      onConfirm={() => mutate(order?.id, { onSuccess: close })}
      onCancel={close}
      busy={isPending}
      error={error?.message}
    />
  );
}
