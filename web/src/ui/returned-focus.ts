import { useEffect, useState } from 'react';

/** Gives the focus back to what had it when this was first drawn, once this is gone: for a dialog that is only there while it is open. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);

  useEffect(
    () => () => {
      // Whatever else takes the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
