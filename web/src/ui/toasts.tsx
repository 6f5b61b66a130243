import { Suspense, lazy, useSyncExternalStore } from 'react';

// Not part of what a first page needs: loaded with the first thing to say, or when there is nothing else to do.
const load = () => import('./toaster.tsx');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));

let wanted = false;
const listeners = new Set<() => void>();

function want(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => wanted);
  return shown && <Suspense fallback={null}>{<Toaster />}</Suspense>;
}

/** Says what came of something. The same words are not said twice at a time. */
export async function toast(kind: 'success' | 'error', message: string): Promise<void> {
  want();
  (await load()).show(kind, message);
}

/** Makes sure that a toast can be shown when the server is no longer reached. */
export function prepareToasts(): void {
  want();
}
