import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Density } from '../lib/list-preferences.ts';
import { type AppliedFilter, AppliedFilters } from './applied-filters.tsx';
import type { Column } from './data-table-column.ts';
import { Heading, counted } from './data-table-heading.tsx';
import { Failure } from './failure.tsx';
import { useKeptFocus } from './kept-focus.ts';
import styles from './list-table.module.css';
import { SelectBox, SelectPageBox } from './select-box.tsx';
import type { Selection } from './selection.ts';
import { Skeleton } from './skeleton.tsx';

export interface ListColumn<Row> extends Column<Row> {
  /** Takes the room that is left; what is too long for it ends in an ellipsis. */
  fill?: boolean;
}

interface ListTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly ListColumn<Row>[];
  /** Undefined until the first rows arrive. */
  rows: readonly Row[] | undefined;
  /** What a row is known by. */
  nameOf: (row: Row) => string;
  /** Something is being asked for; the rows remain until then. */
  busy: boolean;
  /** These are the rows of what was asked for before. */
  outdated?: boolean;
  totalResults: number | undefined;
  sort: string | undefined;
  onSort: (sort: string) => void;
  density: Density;
  selection?: Selection<Row>;
  empty: { title: string; hint: ReactNode };
  error: Error | null;
  onRetry: () => void;
  /** Beside the number of rows: what they come to. */
  summary?: ReactNode;
  /** What is filtered. */
  filters: readonly AppliedFilter[];
  /** At the end of that line: how the list is shown. */
  tools?: ReactNode;
  renderActions?: (row: Row) => ReactNode;
  /** Under the table: pages, and what to do with what is chosen. */
  children?: ReactNode;
}

/**
 * The dense table of the back office's lists, with what stands above and under it. The headings and the first column stay in sight; on a
 * phone a row takes two lines.
 */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { label, columns, rows, nameOf, totalResults, sort, onSort, selection, error, onRetry, renderActions } = props;
  const region = useKeptFocus();
  const [scroll, tooWide] = useOverflow();
  const loading = props.busy || (!rows && !error);
  const width = columns.length + (renderActions ? 1 : 0);

  return (
    <section className={styles.root} ref={region} aria-label={label} tabIndex={-1} data-density={props.density}>
      <div className={styles.head}>
        {selection && <SelectPageBox selection={selection} rows={rows} />}
        <output className={styles.count}>{rows || error ? counted(totalResults) : 'A carregar dados...'}</output>
        {props.summary && <div className={styles.summary}>{props.summary}</div>}
        {props.tools && <div className={styles.tools}>{props.tools}</div>}
        <div className={styles.chips}>
          <AppliedFilters filters={props.filters} />
        </div>
      </div>
      {error && rows && <Failure error={error} onRetry={onRetry} />}
      <div ref={scroll} className={styles.scroll} data-wide={tooWide || undefined}>
        <table
          className={styles.table}
          aria-label={label}
          aria-busy={loading}
          data-chosen-from={selection !== undefined || undefined}
          data-outdated={(props.outdated && rows) || undefined}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
              {renderActions && (
                <th scope="col" className={styles.actions}>
                  Acções
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={row.id} data-row={row.id} data-chosen={selection?.isChosen(row) || undefined}>
                {columns.map((column, place) => (
                  <td key={column.key} {...shapeOf(column)}>
                    {place === 0 && selection ? (
                      <div className={styles.first}>
                        <SelectBox selection={selection} row={row} rows={rows} name={nameOf(row)} />
                        <span className={styles.value}>{column.cell(row)}</span>
                      </div>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
                {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
              </tr>
            ))}
            {!rows && !error && <PlaceholderRows columns={columns} withActions={!!renderActions} />}
            {rows?.length === 0 && !error && (
              <tr className={styles.message}>
                <td colSpan={width}>
                  <p className={styles.messageTitle}>{props.empty.title}</p>
                  <div>{props.empty.hint}</div>
                </td>
              </tr>
            )}
            {error && !rows && (
              <tr className={styles.message}>
                <td colSpan={width}>
                  <Failure error={error} onRetry={onRetry} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {props.children}
    </section>
  );
}

function shapeOf(column: ListColumn<never>) {
  return {
    'data-column': column.key,
    'data-short': column.short,
    'data-numeric': column.numeric,
    'data-soft': column.soft,
    'data-fill': column.fill,
    'data-line': column.line,
    'data-before': column.lineWords?.before,
    'data-after': column.lineWords?.after,
  };
}

/** As many as one page of the usual size has. */
const placeholders = 20;

interface PlaceholderRowsProps {
  columns: readonly ListColumn<never>[];
  withActions: boolean;
}

function PlaceholderRows({ columns, withActions }: PlaceholderRowsProps) {
  return Array.from({ length: placeholders }, (_, row) => (
    <tr key={row} aria-hidden>
      {columns.map((column) => (
        <td key={column.key} {...shapeOf(column)}>
          <Skeleton className={styles.placeholder} height={10} width={column.fill ? '60%' : '80%'} />
        </td>
      ))}
      {withActions && (
        <td className={styles.actions}>
          <Skeleton className={styles.placeholder} height={10} width="60%" />
        </td>
      )}
    </tr>
  ));
}

/** Whether the table is wider than there is room: then it scrolls within itself, with its headings and its first column in sight. */
function useOverflow() {
  const scroll = useRef<HTMLDivElement>(null);
  const [tooWide, setTooWide] = useState(false);

  useEffect(() => {
    const box = scroll.current;
    const table = box?.firstElementChild;
    if (!box || !table) return undefined;
    const observer = new ResizeObserver(() => setTooWide(table.scrollWidth > box.clientWidth + 1));
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);

  return [scroll, tooWide] as const;
}
