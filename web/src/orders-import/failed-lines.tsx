import type { FailedLine } from '@rede/contract/orders-import';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import styles from './failed-lines.module.css';

const pageSize = 20;
const columns: readonly Column<FailedLine>[] = [
  { key: 'lineNumber', title: 'Linha', cell: ({ lineNumber }) => lineNumber, numeric: true, short: true },
  { key: 'error', title: 'Mensagem', cell: ({ error }) => error, prose: true },
];

interface FailedLinesProps {
  lines: readonly FailedLine[];
  /** How many more lines failed than `lines` lists. */
  omitted: number;
  title: string;
  /** Buttons that help to correct them. */
  action?: ReactNode;
}

/** The lines that were not loaded, with their errors. */
export function FailedLines({ lines, omitted, title, action }: FailedLinesProps) {
  const [pageNumber, setPageNumber] = useState(0);
  const shown = lines.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);

  return (
    <>
      <div className={styles.heading}>
        <h3 className={styles.title}>{title}</h3>
        {action}
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={shown}
        rowKey={({ lineNumber, error }) => `${lineNumber} ${error}`}
        empty={{ title: 'Nenhuma', hint: '' }}
      />
      {omitted > 0 && (
        <p className={styles.omitted}>
          {omitted === 1
            ? 'E mais 1 linha que não é mostrada.'
            : `E mais ${formatNumber(omitted)} linhas que não são mostradas.`}
          {action !== undefined && ' O ficheiro para corrigir só leva as que são mostradas.'}
        </p>
      )}
      <Pager
        pageNumber={pageNumber}
        totalPages={Math.ceil(lines.length / pageSize)}
        onPage={setPageNumber}
        label={`Páginas: ${title}`}
      />
    </>
  );
}
