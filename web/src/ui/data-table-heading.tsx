import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { formatNumber } from '../lib/numbers.ts';
import type { Column } from './data-table-column.ts';
import styles from './data-table.module.css';

interface HeadingProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

/** A column's heading; a sortable one is pressed to sort by it, and again for the other direction. */
export function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
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

export function counted(results: number | undefined): string {
  if (results === undefined) return '';
  return results === 1 ? '1 resultado' : `${formatNumber(results)} resultados`;
}
