import { Fragment, type Key, type ReactNode } from 'react';
import type { Column } from './data-table-column.ts';
import { Heading, counted } from './data-table-heading.tsx';
import styles from './data-table.module.css';
import { Failure } from './failure.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { Skeleton } from './skeleton.tsx';

export type { Column };

interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first rows arrive. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** Other rows are loading; the current ones remain until then. */
  busy?: boolean;
  /** The number of rows on all pages, shown above them. When absent, that line is for screen readers only. */
  totalResults?: number | undefined;
  /** A column's key, with `-` in front for descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** What to show when there are no rows. */
  empty: { title: string; hint: ReactNode };
  error?: Error | null;
  onRetry?: () => void;
  /** Buttons and links at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
  /** Content under a row, over the whole width. */
  renderBelow?: (row: Row) => ReactNode;
  /** A quiet note between this row and the next. */
  renderAfter?: (row: Row) => ReactNode;
  /** How many placeholder rows to show during the first load. */
  placeholderRows?: number;
}

/** A table on wide screens, a list on narrow ones: of cards, or of rows of two lines. Keeps its scroll position and the focus while rows change. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    busy = false,
    totalResults,
    sort,
    onSort,
    empty,
    error,
    onRetry,
    renderActions,
    renderBelow,
    renderAfter,
  } = props;
  const region = useKeptFocus();
  const width = columns.length + (renderActions ? 1 : 0);
  const loading = busy || (!rows && !error);
  const inLines = columns.some(({ line }) => line !== undefined);

  return (
    <section className={styles.root} ref={region} aria-label={label} tabIndex={-1}>
      <output className={styles.summary} data-silent={!('totalResults' in props) || undefined}>
        {loading ? 'A carregar dados...' : counted(totalResults)}
      </output>
      {error && rows && <Failure error={error} onRetry={onRetry} />}
      <div className={styles.scroll}>
        <table
          className={`${styles.table} ${inLines ? styles.lines : styles.cards}`}
          aria-label={label}
          aria-busy={loading}
          data-busy={(busy && rows) || undefined}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
              {renderActions && (
                <th scope="col" className={styles.actionsHeading}>
                  Acções
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => {
              const below = renderBelow?.(row);
              const after = renderAfter?.(row);
              return (
                <Fragment key={rowKey(row)}>
                  <tr>
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        data-label={column.title}
                        data-short={column.short}
                        data-prose={column.prose}
                        data-numeric={column.numeric}
                        data-soft={column.soft}
                        data-line={column.line}
                        data-before={column.lineWords?.before}
                        data-after={column.lineWords?.after}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                    {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
                  </tr>
                  {below && (
                    <tr className={styles.below}>
                      <td colSpan={width}>{below}</td>
                    </tr>
                  )}
                  {after && (
                    <tr className={styles.after}>
                      <td colSpan={width}>{after}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
            {!rows && !error && (
              <PlaceholderRows columns={columns} withActions={!!renderActions} rows={props.placeholderRows ?? 8} />
            )}
            {rows?.length === 0 && !error && (
              <tr className={styles.message}>
                <td colSpan={width}>
                  <p className={styles.messageTitle}>{empty.title}</p>
                  <div>{empty.hint}</div>
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
          {columns.some((column) => column.footer !== undefined) && (
            <tfoot>
              <tr>
                {columns.map((column) => (
                  <td key={column.key} data-label={column.title} data-numeric={column.numeric}>
                    {column.footer}
                  </td>
                ))}
                {renderActions && <td aria-hidden />}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </section>
  );
}

interface PlaceholderRowsProps {
  columns: readonly Pick<Column<unknown>, 'key' | 'numeric' | 'line'>[];
  withActions: boolean;
  rows: number;
}

function PlaceholderRows({ columns, withActions, rows }: PlaceholderRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {columns.map(({ key, numeric, line }, place) => (
        <td key={key} data-line={line}>
          <Skeleton
            className={styles.placeholder}
            height={12}
            around={5}
            width={place === 0 ? '80%' : '60%'}
            data-numeric={numeric}
          />
        </td>
      ))}
      {withActions && (
        <td>
          <Skeleton height={12} around={5} width="60%" />
        </td>
      )}
    </tr>
  ));
}
