import type { Benchmark } from './benchmark.ts';
import { lists } from './lists.ts';
import { networks } from './network.ts';
import { suggestions } from './suggestions.ts';

/** By the name they are asked for. */
export const benchmarks: Record<string, Benchmark> = { lists, network: networks, suggestions };
