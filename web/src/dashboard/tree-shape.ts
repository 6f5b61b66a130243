/** A branch that is open: where it stands. Its own level has the path of its branches, `12.45`. */
export interface Opened {
  parent: string;
  place: number;
}

/**
 * A level of the tree: the branches directly below one. Only open levels are kept, never their branches, so a hundred thousand of these
 * take no more than ten.
 */
export interface Level {
  path: string;
  /** 1 for the branches directly below the caller. */
  depth: number;
  above: { level: Level; place: number } | undefined;
  /** How many branches; undefined until the first of them are there, which one row says in the meantime. */
  size: number | undefined;
  /** The open levels directly below, in the order of their places. */
  open: readonly Level[];
  /** How many rows it has, with those of the open levels below. */
  rows: number;
}

export interface Row {
  level: Level;
  place: number;
}

/** The tree as far as it is open. `sizeOf` says how many branches a path has, once that is known. */
export function shapeOf(opened: ReadonlyMap<string, Opened>, sizeOf: (path: string) => number | undefined): Level {
  const below = Map.groupBy(opened, ([, { parent }]) => parent);

  function levelAt(path: string, depth: number, above: Level['above']): Level {
    const size = sizeOf(path);
    const level: Level = { path, depth, above, size, open: [], rows: size ?? 1 };
    // Where branches are not known yet, or have gone, none is open.
    const open = (below.get(path) ?? [])
      .filter(([, { place }]) => place < (size ?? 0))
      .toSorted(([, one], [, other]) => one.place - other.place)
      .map(([child, { place }]) => levelAt(child, depth + 1, { level, place }));
    level.open = open;
    level.rows += open.reduce((sum, { rows }) => sum + rows, 0);
    return level;
  }

  return levelAt('', 1, undefined);
}

/** The row at a place in the list of all rows, counted from 0. */
export function rowAt(level: Level, index: number): Row {
  let place = index;
  for (const child of level.open) {
    const first = (child.above?.place ?? 0) + 1;
    if (place < first) break;
    if (place < first + child.rows) return rowAt(child, place - first);
    place -= child.rows;
  }
  return { level, place };
}

/** Where a row is in the list of all rows. */
export function indexOf({ level, place }: Row): number {
  const before = level.open.filter(({ above }) => (above?.place ?? 0) < place);
  const within = place + before.reduce((sum, { rows }) => sum + rows, 0);
  return level.above ? indexOf(level.above) + 1 + within : within;
}

/** The level with this path, where it is open. */
export function levelWith(level: Level, path: string): Level | undefined {
  if (level.path === path) return level;
  for (const child of level.open) {
    const found = levelWith(child, path);
    if (found) return found;
  }
  return undefined;
}
