import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Identifies the column; also its name in `sort`. */
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Short values: no line break. */
  short?: boolean;
  /** Sentences: the whole width of a card. */
  prose?: boolean;
  /** Figures: right-aligned, tabular digits. */
  numeric?: boolean;
  /** Less important values: in a softer colour. */
  soft?: boolean;
  /**
   * Where the value stands when a row takes two lines on narrow screens: `title` and `value` on the first, `detail` (two at most) and `note`
   * on the second. A table whose columns have no lines becomes a list of cards there.
   */
  line?: 'title' | 'value' | 'detail' | 'note';
  /** Words before and after the value in its line, where no heading says what it is. */
  lineWords?: { before?: string; after?: string };
  /** The column's cell in the table's footer. */
  footer?: ReactNode;
}
