import { useSyncExternalStore } from 'react';

/** Long work that goes on while pages change: a load, an export, a change of many. */
export interface Work {
  id: number;
  /** What is being done, such as `A exportar encomendas`. */
  title: string;
  state: 'running' | 'done' | 'failed';
  /** How far it is, where that is known. */
  progress?: Progress;
  /** How it ended. */
  message?: string;
  /** Where its result is. */
  to?: string;
}

export interface Progress {
  done: number;
  of?: number;
}

interface Outcome {
  message: string;
  to?: string;
}

let works: readonly Work[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Does long work that outlives the page it was asked on; `useWorks` tells how it goes, and it ends with a word. Rejects as the work does.
 */
export async function doWork<T>(
  title: string,
  run: (report: (progress: Progress) => void) => Promise<T>,
  outcome: (result: T) => Outcome,
): Promise<T> {
  lastId += 1;
  const id = lastId;
  change([...works, { id, title, state: 'running' }]);
  try {
    const result = await run((progress) => update(id, { progress }));
    update(id, { state: 'done', ...outcome(result) });
    return result;
  } catch (error) {
    update(id, { state: 'failed', message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** What is being done, and what ended and was not dismissed. */
export function useWorks(): readonly Work[] {
  return useSyncExternalStore(subscribe, () => works);
}

/** Takes a work that ended away. */
export function dismissWork(id: number): void {
  change(works.filter((work) => work.id !== id));
}

function update(id: number, changes: Partial<Work>): void {
  change(works.map((work) => (work.id === id ? { ...work, ...changes } : work)));
}

function change(next: readonly Work[]): void {
  works = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
