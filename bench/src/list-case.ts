/** What is measured of a list, in both its ends. */
export interface Case {
  title: string;
  /** Filters or sorts as they stand in the address, taken one after the other. Those of one case find about as many. */
  asked: Record<string, string>[];
}

export const one = (title: string, asked: Record<string, string>): Case => ({ title, asked: [asked] });

/** Each sort there is, both ways. */
export const sorts = (columns: readonly string[]): Case[] =>
  columns.flatMap((column) => [column, `-${column}`]).map((sort) => one(`sort ${sort}`, { sort }));
