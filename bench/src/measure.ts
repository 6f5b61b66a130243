import { readFileSync, writeFileSync } from 'node:fs';
import type { PoolClient } from 'pg';

/** In milliseconds. */
export interface Speed {
  times: number;
  p50: number;
  p99: number;
}

const warmUps = 3;

/** Enough to speak of a p99; more where they are quick, fewer where they are so slow that there is nothing left to prove. */
const wanted = { least: 5, usual: 30, most: 200, quickMs: 800, patienceMs: 3000 };

/** Milliseconds since some moment. */
export type Clock = () => number;

export const wallClock: Clock = () => performance.now();

/** How long the process behind a database connection has computed; where that cannot be told, the time that goes by. */
export async function computingClock(connection: Pick<PoolClient, 'query'>): Promise<Clock> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  const read = () => Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  try {
    return read() > 0 ? read : wallClock;
  } catch {
    return wallClock;
  }
}

/**
 * Runs the work one at a time, after a warm-up; `turn` counts from 0, for work that asks something else each time. What goes `before` each
 * is not measured.
 */
export async function measure(
  work: (turn: number) => Promise<unknown>,
  clock = wallClock,
  before?: () => Promise<void>,
): Promise<Speed> {
  const began = performance.now();
  for (let turn = 0; turn < warmUps && performance.now() - began < wanted.patienceMs; turn += 1) await work(turn);

  const start = performance.now();
  const times: number[] = [];
  let spent = 0;
  const isEnough = () =>
    times.length >= wanted.most ||
    (times.length >= wanted.usual && spent > wanted.quickMs) ||
    (times.length >= wanted.least && spent > wanted.patienceMs);
  while (!isEnough()) {
    await before?.();
    const since = clock();
    await work(times.length);
    times.push(clock() - since);
    spent = performance.now() - start;
  }
  return speedOf(times);
}

const patienceMs = 5000;

/** The median of as many as fit the patience, one at least, and nine at most: a baseline may take half a minute. */
export async function medianOfFew(work: (turn: number) => Promise<unknown>, clock = wallClock): Promise<number> {
  const times: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < 9 && performance.now() - began < patienceMs; turn += 1) {
    const start = clock();
    await work(turn);
    times.push(clock() - start);
  }
  return speedOf(times).p50;
}

/** Adds how long the work took, whatever becomes of it. */
export async function timed<T>(times: number[], work: () => Promise<T>, clock = wallClock): Promise<T> {
  const start = clock();
  try {
    return await work();
  } finally {
    times.push(clock() - start);
  }
}

/** By nearest rank. */
export function speedOf(times: readonly number[]): Speed {
  const ascending = times.toSorted((one, other) => one - other);
  const rank = (share: number) => ascending[Math.ceil(ascending.length * share) - 1] ?? Number.NaN;
  return { times: times.length, p50: rank(0.5), p99: rank(0.99) };
}

/** By how many megabytes a process grows at most from now on; undefined where the system does not tell. */
export function watchMemory(pid: number | undefined): { growth: () => number | undefined } {
  const megabytes = (what: 'VmRSS' | 'VmHWM') => {
    const kilobytes = new RegExp(String.raw`${what}:\s+(\d+) kB`).exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return Number(kilobytes) / 1024;
  };
  if (process.platform !== 'linux') return { growth: () => undefined };
  // The peak so far is forgotten.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = megabytes('VmRSS');
  return { growth: () => Math.round(megabytes('VmHWM') - before) };
}
