import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { Fragment, type Key, type ReactNode, useEffect, useRef } from 'react';
import styles from './data-table.module.css';
import { Failure } from './failure.tsx';

export interface Column<Row> {
  /** Names the column; where it is sortable, the name that `sort` knows it by. */
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Short values: never broken over two lines. */
  short?: boolean;
  /** Sentences: on a card they have its whole width. */
  prose?: boolean;
  /** Figures: right-aligned, in digits of one width. */
  numeric?: boolean;
  /** What stands under the column at the end of the table. */
  footer?: ReactNode;
}

interface DataTableProps<Row> {
  /** The table's name for those who cannot see what it stands under. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows shown; undefined until the first ones are there. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** Other rows are on their way; those shown stay in their place until then. */
  busy?: boolean;
  /** How many rows there are on all pages, said above them; left out, that line is only heard. */
  totalResults?: number | undefined;
  /** A column's key, `-` before it for descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** What to say where there are no rows, and what to do about it. */
  empty: { title: string; hint: ReactNode };
  error?: Error | null;
  onRetry?: () => void;
  /** Buttons and links at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
  /** What stands under a row, over its whole width. */
  renderBelow?: (row: Row) => ReactNode;
  /** What is to be said between a row and the next, quietly. */
  renderAfter?: (row: Row) => ReactNode;
  /** How many rows to hold the place of while the first ones load. */
  placeholderRows?: number;
}

/** A table on a wide screen, a list of cards on a narrow one; it keeps its place and the focus while its rows change. */
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

  return (
    <section className={styles.root} ref={region} aria-label={label} tabIndex={-1}>
      <output className={styles.summary} data-silent={!('totalResults' in props) || undefined}>
        {loading ? 'A carregar dados...' : counted(totalResults)}
      </output>
      {error && rows && <Failure error={error} onRetry={onRetry} />}
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={label} aria-busy={loading} data-busy={(busy && rows) || undefined}>
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
  columns: readonly { key: string; numeric?: boolean }[];
  withActions: boolean;
  rows: number;
}

function PlaceholderRows({ columns, withActions, rows }: PlaceholderRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {columns.map(({ key, numeric }, place) => (
        <td key={key}>
          <Skeleton height={12} my={5} width={place === 0 ? '80%' : '60%'} {...(numeric && { ml: 'auto', maw: 96 })} />
        </td>
      ))}
      {withActions && (
        <td>
          <Skeleton height={12} my={5} width="60%" />
        </td>
      )}
    </tr>
  ));
}

const numbers = new Intl.NumberFormat('pt-PT');

function counted(results: number | undefined): string {
  if (results === undefined) return '';
  return results === 1 ? '1 resultado' : `${numbers.format(results)} resultados`;
}

/** When what had the focus leaves the region (a row that was deleted), the region itself takes it, so that it is not lost. */
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
    // The dialog that asked may be closing still, and gives the focus back to what is gone.
    const timer = setTimeout(() => {
      last.current = null;
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  });

  return region;
}
