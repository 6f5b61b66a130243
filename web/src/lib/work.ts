import { useSyncExternalStore } from 'react';

/** Long work that goes on while pages change: a load, an export, a change of many. */
export interface Work {
  id: number;
  /** What is being done, such as `A exportar encomendas`. */
  title: string;
  state: 'running' | 'done' | 'failed';
  /** How far it is, where that is known. */
  progress?: Progress;
  /** Gives it up; absent where that cannot be done, or no longer. */
  cancel?: (() => void) | undefined;
  /** How it ended. */
  message?: string;
  /** Where its result is, or will be. */
  to?: string;
}

export interface Progress {
  done: number;
  of?: number;
  /** The same in words, such as `12 000 registos lidos`: what `done` counts differs. */
  words?: string;
}

/** Says how far the work is, and how to give it up from here on. */
export type Report = (progress: Progress, cancel?: () => void) => void;

interface Outcome {
  message: string;
  to?: string;
}

interface Options {
  /** Where it can be watched. */
  to?: string;
  /** What a failure is called, from the error's message. */
  failure?: (message: string) => string;
}

let works: readonly Work[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Does long work that outlives the page it was asked on; `useWorks` tells how it goes, and it ends with a word. Until then the browser asks
 * before the tab is closed. Rejects as the work does; one that was given up, with an AbortError, leaves nothing behind.
 */
export async function doWork<T>(
  title: string,
  run: (report: Report) => Promise<T>,
  outcome: (result: T) => Outcome,
  { to, failure = (message) => message }: Options = {},
): Promise<T> {
  lastId += 1;
  const id = lastId;
  change([...works, { id, title, state: 'running', ...(to !== undefined && { to }) }]);
  try {
    const result = await run((progress, cancel) => update(id, { progress, cancel }));
    update(id, { state: 'done', cancel: undefined, ...outcome(result) });
    return result;
  } catch (error) {
    if ((error as Error).name === 'AbortError') dismissWork(id);
    else update(id, { state: 'failed', cancel: undefined, message: failure(messageOf(error)) });
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

/** Takes all works that ended away. */
export function dismissEndedWorks(): void {
  change(works.filter(({ state }) => state === 'running'));
}

function update(id: number, changes: Partial<Work>): void {
  change(works.map((work) => (work.id === id ? { ...work, ...changes } : work)));
}

function change(next: readonly Work[]): void {
  works = next;
  // A page with such a listener is not kept for Back: it stands only while there is something to lose.
  if (works.some(({ state }) => state === 'running')) window.addEventListener('beforeunload', askBeforeClosing);
  else window.removeEventListener('beforeunload', askBeforeClosing);
  for (const listener of listeners) listener();
}

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
