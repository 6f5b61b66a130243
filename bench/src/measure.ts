/** In milliseconds. */
export interface Speed {
  times: number;
  p50: number;
  p99: number;
}

const warmUps = 3;

/** Enough to speak of a p99; more where they are quick, fewer where they are so slow that there is nothing left to prove. */
const wanted = { least: 5, usual: 30, most: 200, quickMs: 800, patienceMs: 3000 };

/** Runs the work one at a time, after a warm-up; `turn` counts from 0, for work that asks something else each time. */
export async function measure(work: (turn: number) => Promise<unknown>): Promise<Speed> {
  const began = performance.now();
  for (let turn = 0; turn < warmUps && performance.now() - began < wanted.patienceMs; turn += 1) await work(turn);

  const times: number[] = [];
  let spent = 0;
  const isEnough = () =>
    times.length >= wanted.most ||
    (times.length >= wanted.usual && spent > wanted.quickMs) ||
    (times.length >= wanted.least && spent > wanted.patienceMs);
  while (!isEnough()) {
    const start = performance.now();
    await work(times.length);
    const time = performance.now() - start;
    times.push(time);
    spent += time;
  }
  times.sort((one, other) => one - other);
  return { times: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** By nearest rank, of times in ascending order. */
function percentile(times: readonly number[], share: number): number {
  return times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}
