import { useRef, useState } from 'react';

/** The rows of a list that are chosen to do something with: some one by one, or all that match its filter. */
export interface Selection<Row> {
  /** Those chosen one by one. Empty where all are. */
  rows: readonly Row[];
  /** Everything that matches the filter is chosen. */
  all: boolean;
  isChosen: (row: Row) => boolean;
  /** Chooses a row or leaves it; with `range` also those between it and the last one, on the page at hand. */
  choose: (row: Row, chosen: boolean, page: readonly Row[], range?: boolean) => void;
  choosePage: (page: readonly Row[], chosen: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
}

interface Chosen<Row> {
  /** The filter for which it was chosen. */
  of: string;
  rows: ReadonlyMap<number, Row>;
  all: boolean;
}

/** Survives other pages and another order; another filter (`of`) leaves nothing chosen. */
export function useSelection<Row extends { id: number }>(of: string): Selection<Row> {
  const none = { of, rows: new Map<number, Row>(), all: false };
  const [kept, setKept] = useState<Chosen<Row>>(none);
  const { rows, all } = kept.of === of ? kept : none;
  const last = useRef<number>(undefined);

  function put(some: readonly Row[], chosen: boolean, among = rows): void {
    const next = new Map(among);
    for (const row of some) {
      if (chosen) next.set(row.id, row);
      else next.delete(row.id);
    }
    setKept({ of, rows: next, all: false });
  }

  /** Where all are chosen, those of the page are what can be left one by one. */
  const startingFrom = (page: readonly Row[]) => (all ? new Map(page.map((row) => [row.id, row])) : rows);

  return {
    rows: [...rows.values()],
    all,
    isChosen: ({ id }) => all || rows.has(id),
    choose(row, chosen, page, range = false) {
      const to = page.findIndex(({ id }) => id === row.id);
      const from = range ? page.findIndex(({ id }) => id === last.current) : -1;
      last.current = row.id;
      const some = from < 0 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1);
      put(some, chosen, startingFrom(page));
    },
    choosePage: (page, chosen) => put(page, chosen),
    chooseAll: () => setKept({ of, rows: new Map(), all: true }),
    clear: () => setKept(none),
  };
}
