import { useEffect, useSyncExternalStore } from 'react';
import type * as toaster from './toaster.tsx';

/** When a page without toasts loads them anyway, in milliseconds: the server may be gone when the first one is needed. */
const preloadDelay = 5000;

let loaded: typeof toaster | undefined;
const listeners = new Set<() => void>();

// Loaded lazily: a first page does not need it.
async function load(): Promise<typeof toaster> {
  loaded ??= await import('./toaster.tsx');
  for (const listener of listeners) listener();
  return loaded;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const place = useSyncExternalStore(subscribe, () => loaded?.place);

  useEffect(() => {
    const timer = setTimeout(() => void load().catch(ignore), preloadDelay);
    return () => clearTimeout(timer);
  }, []);

  return place;
}

/**
 * Shows a message. The same error does not show twice at a time; every success does. One with an action stays longer, and F6 leads to it.
 */
export function toast(kind: 'success' | 'error', message: string, action?: toaster.ToastAction): void {
  load().then(({ show }) => show(kind, message, action), ignore);
}

/** Without the server the toasts cannot load; a failure shows in its own place too. */
function ignore(): void {}
