import type { ImportProgress } from '@rede/contract/orders-import';
import { Problem } from '../http/problem.ts';

/** The most loads that a process takes in at once. */
const mostAtOnce = 4;

interface RunningLoad {
  key: string | undefined;
  progress: ImportProgress;
}

/** The loads that this process is taking in, and how far each has got; one that is over is forgotten. */
export class RunningLoads {
  readonly #loads = new Set<RunningLoad>();
  readonly #most: number;

  /** Each load holds a connection for as long as its file arrives: half of those in the pool remain for everything else. */
  constructor(poolSize: number) {
    this.#most = Math.max(1, Math.min(mostAtOnce, Math.floor(poolSize / 2)));
  }

  /** Runs a load, which keeps its progress up to date. Problem 503 where there are enough. */
  async run<T>(key: string | undefined, work: (progress: ImportProgress) => Promise<T>): Promise<T> {
    if (this.#loads.size >= this.#most) {
      throw new Problem(
        'unavailable',
        'Já estão a ser carregados outros ficheiros. Tente novamente dentro de momentos.',
      );
    }
    const load: RunningLoad = { key, progress: { phase: 'reading', records: 0 } };
    this.#loads.add(load);
    try {
      return await work(load.progress);
    } finally {
      this.#loads.delete(load);
    }
  }

  /** Null where no load of that key is running. */
  progressOf(key: string): ImportProgress | null {
    return [...this.#loads].find((load) => load.key === key)?.progress ?? null;
  }
}
