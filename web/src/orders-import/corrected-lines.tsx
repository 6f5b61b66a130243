import { type CorrectedLine, lineFields } from '@rede/contract/orders-import';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatInstant } from '../lib/instants.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import styles from './corrected-lines.module.css';
import { fieldTitles } from './fields.ts';

const pageSize = 20;
const title = 'Corrigidas';
const columns: readonly Column<CorrectedLine>[] = [
  { key: 'lineNumber', title: 'Linha', cell: ({ lineNumber }) => lineNumber, numeric: true, short: true },
  { key: 'change', title: 'Antes → depois', cell: (line) => <Change {...line} />, prose: true },
  {
    key: 'orderId',
    title: 'Encomenda',
    cell: ({ orderId, after }) => (
      <Link className={styles.order} to={`/backoffice/edit-orders/${orderId}`}>
        {after.ecommerceId ?? 'Abrir'}
      </Link>
    ),
  },
  {
    key: 'correctedAt',
    title: 'Quem, quando',
    cell: ({ correctedBy, correctedAt }) => (
      <span>
        {correctedBy}, <span className={styles.instant}>{formatInstant(correctedAt)}</span>
      </span>
    ),
    soft: true,
  },
];

/** Refused lines that were corrected, and are orders now. */
export function CorrectedLines({ lines }: { lines: readonly CorrectedLine[] }) {
  const [pageNumber, setPageNumber] = useState(0);

  if (lines.length === 0) return null;
  return (
    <div className={styles.root}>
      <h3 className={styles.title}>{title}</h3>
      <DataTable
        label={title}
        columns={columns}
        rows={lines.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)}
        rowKey={({ lineNumber }) => lineNumber}
        empty={{ title: 'Nenhuma', hint: '' }}
      />
      <Pager
        pageNumber={pageNumber}
        totalPages={Math.ceil(lines.length / pageSize)}
        onPage={setPageNumber}
        label={`Páginas: ${title}`}
      />
    </div>
  );
}

/** Field by field; a line that loaded as it was, for what it waited for had come, has none. */
function Change({ before, after }: Pick<CorrectedLine, 'before' | 'after'>) {
  const changed = lineFields.filter((field) => (before?.[field] ?? '') !== (after[field] ?? ''));

  if (changed.length === 0) return 'Tal como estava no ficheiro';
  return (
    <ul className={styles.changes}>
      {changed.map((field) => (
        <li key={field}>
          {fieldTitles[field]}: <del>{before?.[field] || 'vazio'}</del> → <ins>{after[field] || 'vazio'}</ins>
        </li>
      ))}
    </ul>
  );
}
