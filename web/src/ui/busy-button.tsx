import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** What it does is under way: it does nothing more until that is over. */
  busy: boolean;
}

/** A button that keeps the focus while it works: Mantine's own `loading` disables it, and a disabled button loses the focus. */
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
