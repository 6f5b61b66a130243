import { type RefObject, useEffect, useRef } from 'react';

/** When the focused element disappears (a deleted row), moves the focus to the region, so that it is not lost. */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  const last = useRef<Element | null>(null);

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      last.current = event.target as Element;
    };
    const node = region.current;
    node?.addEventListener('focusin', remember);
    return () => node?.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    if (!last.current || last.current.isConnected) return undefined;
    // A closing dialog may still try to return the focus to the missing element.
    const timer = setTimeout(() => {
      last.current = null;
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  });

  return region;
}
