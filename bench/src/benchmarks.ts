import type { Benchmark } from './benchmark.ts';
import { imports } from './import.ts';
import { lists } from './lists.ts';
import { networks } from './network.ts';
import { search } from './search.ts';
import { spreadsheets } from './spreadsheets.ts';
import { suggestions } from './suggestions.ts';

/** By the name they are asked for. */
export const benchmarks: Record<string, Benchmark> = {
  import: imports,
  lists,
  network: networks,
  search,
  spreadsheets,
  suggestions,
};
