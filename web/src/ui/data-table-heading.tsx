import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import type { Column } from './data-table-column.ts';
import styles from './data-table.module.css';

interface HeadingProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  /** What stands before the title and is no part of its name. */
  before?: ReactNode;
}

/** A column's heading; a sortable one is pressed to sort by it, and again for the other direction. */
export function Heading<Row>({ column, sort, onSort, before }: HeadingProps<Row>) {
  const shape = {
    'aria-label': before ? column.title : undefined,
    'data-short': column.short,
    'data-numeric': column.numeric,
    'data-long': column.title.length > 10 || undefined,
  };
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" {...shape}>
        {before}
        {column.title}
      </th>
    );
  }
  const ascending = sort === column.key;
  const descending = sort === `-${column.key}`;
  const Icon = ascending ? IconArrowUp : descending ? IconArrowDown : IconArrowsSort;
  return (
    <th scope="col" {...shape} data-sortable aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'}>
      {before}
      <button type="button" className={styles.sort} onClick={() => onSort(ascending ? `-${column.key}` : column.key)}>
        {column.title}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}

export function counted(results: number | undefined): string {
  if (results === undefined) return '';
  return results === 1 ? '1 resultado' : `${formatNumber(results)} resultados`;
}
