import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title?: string;
  message: ReactNode;
  /** What the question is about, under the message. */
  subject?: ReactNode;
  /** Details, under message and subject. */
  children?: ReactNode;
  /** Wide enough for a table. */
  wide?: boolean;
  /** The action cannot be undone (default). */
  destructive?: boolean;
  confirm: string;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
  /** Something is missing before it can be confirmed. */
  waiting?: boolean;
  /** Why the confirmed action failed. */
  error?: string | undefined;
}

/** Asks for confirmation. The safe answer has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title = 'Confirmação',
    message,
    subject,
    confirm,
    cancel = 'Cancelar',
    busy = false,
    waiting = false,
    error,
  } = props;
  const { wide = false, destructive = true, children } = props;
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={title}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // Close without a fade: the content is gone at once.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      // Not a banner of the page.
      attributes={{ header: { role: 'none' } }}
      centered
      size={wide ? 'xl' : 'sm'}
    >
      <Text>{message}</Text>
      {subject && (
        <Text mt="xs" fw="var(--medium)" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
      )}
      {children}
      <div role="alert">
        {error && (
          <Text mt="sm" size="sm" c="var(--red)">
            {error}
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="neutral" onClick={props.onCancel} data-autofocus>
          {cancel}
        </Button>
        <BusyButton
          variant={waiting ? 'disabled' : 'primary'}
          destructive={destructive && !waiting}
          busy={busy}
          aria-disabled={waiting || undefined}
          onClick={() => waiting || props.onConfirm()}
        >
          {confirm}
        </BusyButton>
      </Group>
    </Modal>
  );
}
