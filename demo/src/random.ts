/** Pseudo-random draws: the same seed gives the same draws. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** Prefers the beginning of the list, because names are listed by frequency. */
  pickFrequent<T>(list: readonly T[]): T;
  /** In proportion to the weights, which are not negative; undefined when all of them are 0. */
  pickWeighted<T>(list: readonly T[], weightOf: (item: T) => number): T | undefined;
  shuffled<T>(list: readonly T[]): T[];
}

/** Draws from mulberry32, a generator with 32 bits of state: enough for a demo, too little for a secret. */
export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));

  function at<T>(list: readonly T[], index: number): T {
    if (index >= list.length) throw new RangeError('a draw from an empty list');
    return list[index] as T;
  }

  return {
    next,
    chance: (probability) => next() < probability,
    between,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    pickFrequent: (list) => at(list, Math.floor(next() ** 1.6 * list.length)),
    pickWeighted(list, weightOf) {
      let left = next() * list.reduce((total, item) => total + weightOf(item), 0);
      return list.find((item) => (left -= weightOf(item)) < 0);
    },
    shuffled(list) {
      const items = [...list];
      for (let last = items.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [items[last], items[other]] = [at(items, other), at(items, last)];
      }
      return items;
    },
  };
}

function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
