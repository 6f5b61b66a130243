import { useEffect, useSyncExternalStore } from 'react';
import type * as toaster from './toaster.tsx';

/** When a page that has nothing to say has settled, in milliseconds: then toasts are loaded, for the server may be gone later. */
const settled = 5000;

let loaded: typeof toaster | undefined;
const listeners = new Set<() => void>();

// Not part of what a first page needs.
async function load(): Promise<typeof toaster> {
  loaded ??= await import('./toaster.tsx');
  for (const listener of listeners) listener();
  return loaded;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear. */
export function Toasts() {
  const place = useSyncExternalStore(subscribe, () => loaded?.place);

  useEffect(() => {
    const timer = setTimeout(() => void load().catch(ignore), settled);
    return () => clearTimeout(timer);
  }, []);

  return place;
}

/** Says what came of something. The same words are not said twice at a time. */
export function toast(kind: 'success' | 'error', message: string): void {
  load().then(({ show }) => show(kind, message), ignore);
}

/** Without a server to load them from there are no toasts; what failed is told in its own place too. */
function ignore(): void {}
