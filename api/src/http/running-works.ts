import { Problem } from './problem.ts';

interface RunningWork<Progress> {
  key: string | undefined;
  progress: Progress;
}

/** Long work that this process is doing, and how far each has got; one that is over is forgotten. */
export class RunningWorks<Progress> {
  readonly #works = new Set<RunningWork<Progress>>();
  readonly #most: number;
  readonly #refusal: string;

  /** @param most how many at once: each holds a connection for as long as it takes, and most of those in the pool remain for everything else. */
  constructor(most: number, refusal: string) {
    this.#most = Math.max(1, Math.floor(most));
    this.#refusal = refusal;
  }

  /** Runs work, which keeps its progress up to date. Problem 503 where there are enough. */
  async run<T>(key: string | undefined, progress: Progress, work: (progress: Progress) => Promise<T>): Promise<T> {
    if (this.#works.size >= this.#most) throw new Problem('unavailable', this.#refusal);
    const running = { key, progress };
    this.#works.add(running);
    try {
      return await work(progress);
    } finally {
      this.#works.delete(running);
    }
  }

  /** Null where no work of that key is running. */
  progressOf(key: string): Progress | null {
    return [...this.#works].find((work) => work.key === key)?.progress ?? null;
  }
}
