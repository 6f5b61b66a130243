import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** Its action is running: further clicks do nothing. */
  busy: boolean;
}

/** A button that keeps the focus while busy. Mantine's `loading` disables the button, which loses the focus. */
export function BusyButton({ busy, leftSection, onClick, ...others }: BusyButtonProps) {
  return (
    <Button
      {...others}
      aria-disabled={busy || undefined}
      leftSection={busy ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
