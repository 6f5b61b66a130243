import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title?: string;
  message: ReactNode;
  /** Which thing is meant, under the message. */
  subject?: ReactNode;
  /** What there is to know before answering, under both. */
  children?: ReactNode;
  /** Room for a table. */
  wide?: boolean;
  /** What is confirmed cannot be undone; so it is, unless said otherwise. */
  grave?: boolean;
  confirm: string;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
  /** Why what was confirmed could not be done. */
  error?: string | undefined;
}

/** Asks before something is done that was not simply meant. The safe answer has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title = 'Confirmação', message, subject, confirm, cancel = 'Cancelar', busy = false, error } = props;
  const { wide = false, grave = true, children } = props;
  return (
    <Modal
      opened={opened}
      onClose={props.onCancel}
      title={title}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // What it asks about is forgotten when it closes: it does not fade out.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      // Its header is none of the page's.
      attributes={{ header: { role: 'none' } }}
      styles={{ title: { fontWeight: 650 } }}
      centered
      size={wide ? 'xl' : 'sm'}
    >
      <Text>{message}</Text>
      {subject && (
        <Text mt="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
      )}
      {children}
      <div role="alert">
        {error && (
          <Text mt="sm" size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="neutral" onClick={props.onCancel} data-autofocus>
          {cancel}
        </Button>
        <BusyButton variant="primary" {...(grave && { color: 'red' })} busy={busy} onClick={props.onConfirm}>
          {confirm}
        </BusyButton>
      </Group>
    </Modal>
  );
}
