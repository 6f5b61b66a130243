import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** Something to do again and again beside the server's answers. */
export interface Job {
  name: string;
  /** Does a piece of it; answers whether there is more to do at once. */
  step: () => Promise<boolean>;
  /** How long to wait, in milliseconds, once there is nothing to do. */
  idle: number;
}

/**
 * Does the jobs side by side, each one step after the other, until it is stopped; stopping tells the steps at hand and waits for them. A step that fails, as it
 * does while the database is away, is logged once and taken again after the wait. Several servers may each have one on the same database: steps
 * that must not overlap hold a lock there.
 */
export function startWorker(jobs: (stopping: AbortSignal) => readonly Job[], log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const working = Promise.all(jobs(stopping.signal).map((job) => keepDoing(job)));

  async function keepDoing({ name, step, idle }: Job): Promise<void> {
    let isTrouble = false;
    while (!stopping.signal.aborted) {
      let isMore = false;
      try {
        isMore = await step();
        isTrouble = false;
      } catch (error) {
        if (!isTrouble) log.warn(error, `${name} waits`);
        isTrouble = true;
      }
      if (!isMore) await pause(jittered(idle), undefined, stopping).catch(ended);
    }
  }

  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** From half of it to all of it, so that several servers do not do the same at the same moment. */
const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);

/** A pause that is cut short has nothing to tell. */
function ended(): void {}
