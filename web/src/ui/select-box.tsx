import styles from './select-box.module.css';
import type { Selection } from './selection.ts';

interface SelectBoxProps<Row> {
  selection: Selection<Row>;
  row: Row;
  /** The page at hand. */
  rows: readonly Row[];
  name: string;
}

/** Chooses a row; with Shift also those between it and the one chosen before. */
export function SelectBox<Row>({ selection, row, rows, name }: SelectBoxProps<Row>) {
  return (
    <span className={styles.hit}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Escolher ${name}`}
        checked={selection.isChosen(row)}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.choose(row, currentTarget.checked, rows, (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </span>
  );
}

interface SelectPageBoxProps<Row> {
  selection: Selection<Row>;
  /** The page at hand. */
  rows: readonly Row[] | undefined;
}

/** Chooses the page at hand. */
export function SelectPageBox<Row>({ selection, rows: page }: SelectPageBoxProps<Row>) {
  const rows = page ?? [];
  const chosen = rows.filter((row) => selection.isChosen(row)).length;
  const whole = chosen > 0 && chosen === rows.length;
  return (
    <span className={styles.hit}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !whole;
        }}
        type="checkbox"
        className={styles.box}
        aria-label="Escolher esta página"
        disabled={rows.length === 0}
        checked={whole}
        onChange={() => selection.choosePage(rows, !whole)}
      />
    </span>
  );
}
