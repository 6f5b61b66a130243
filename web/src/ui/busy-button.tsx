import { Button, type ButtonProps } from './button.tsx';
import { Loader } from './loader.tsx';

interface BusyButtonProps extends ButtonProps {
  /** Its action is running: further clicks do nothing. */
  busy: boolean;
}

/** A button that keeps the focus while busy: one that becomes `disabled` loses it. */
export function BusyButton({ busy, leftSection, onClick, ...others }: BusyButtonProps) {
  return (
    <Button
      {...others}
      aria-disabled={busy || others['aria-disabled'] || undefined}
      leftSection={busy ? <Loader size={14} /> : leftSection}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
