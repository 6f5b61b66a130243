import type { ImportProgress } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';

/** How many loads a process takes in at once: each holds a connection of the pool for as long as its file arrives. */
const mostAtOnce = 4;

interface LoadUnderWay {
  key: string | undefined;
  progress: ImportProgress;
}

/** The loads that this process is taking in, and how far each has got; one that is over is forgotten. */
export class LoadsUnderWay {
  readonly #loads = new Set<LoadUnderWay>();

  /** Counts the work, a load, as under way until it is over; it keeps its progress up to date. Problem 503 where there are enough. */
  async during<T>(key: string | undefined, work: (progress: ImportProgress) => Promise<T>): Promise<T> {
    if (this.#loads.size >= mostAtOnce) {
      throw new Problem(
        'unavailable',
        'Já estão a ser carregados outros ficheiros. Tente novamente dentro de momentos.',
      );
    }
    const load: LoadUnderWay = { key, progress: { phase: 'reading', records: 0 } };
    this.#loads.add(load);
    try {
      return await work(load.progress);
    } finally {
      this.#loads.delete(load);
    }
  }

  progressOf(key: string): ImportProgress | undefined {
    return [...this.#loads].find((load) => load.key === key)?.progress;
  }
}
