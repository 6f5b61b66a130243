import type { Benchmark } from './benchmark.ts';
import { lists } from './lists.ts';

/** By the name they are asked for. */
export const benchmarks: Record<string, Benchmark> = { lists };
