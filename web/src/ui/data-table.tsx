import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { Fragment, type Key, type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import styles from './data-table.module.css';
import { Failure } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

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

interface HeadingProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const shape = {
    'data-short': column.short,
    'data-numeric': column.numeric,
    'data-long': column.title.length > 10 || undefined,
  };
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" {...shape}>
        {column.title}
      </th>
    );
  }
  const ascending = sort === column.key;
  const descending = sort === `-${column.key}`;
  const Icon = ascending ? IconArrowUp : descending ? IconArrowDown : IconArrowsSort;
  return (
    <th scope="col" {...shape} data-sortable aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(ascending ? `-${column.key}` : column.key)}>
        {column.title}
        <Icon size={14} aria-hidden />
      </button>
    </th>
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

function counted(results: number | undefined): string {
  if (results === undefined) return '';
  return results === 1 ? '1 resultado' : `${formatNumber(results)} resultados`;
}

/** When the focused element disappears (a deleted row), moves the focus to the region, so that it is not lost. */
function useKeptFocus() {
  const region = useRef<HTMLElement>(null);
  const last = useRef<Element | null>(null);

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      last.current = event.target as Element;
    };
    const node = region.current;
    node?.addEventListener('focusin', remember);
    return () => node?.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    if (!last.current || last.current.isConnected) return undefined;
    // A closing dialog may still try to return the focus to the missing element.
    const timer = setTimeout(() => {
      last.current = null;
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  });

  return region;
}
