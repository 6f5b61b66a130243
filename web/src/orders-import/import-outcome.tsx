import type { ImportResult } from '@rede/contract/orders-import';
import { useState } from 'react';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import styles from './import-outcome.module.css';

const pageSize = 20;
const numbers = new Intl.NumberFormat('pt-PT');

type FailedLine = ImportResult['failedLines'][number];

const columns: readonly Column<FailedLine>[] = [
  { key: 'lineNumber', title: 'Linha', cell: ({ lineNumber }) => lineNumber, numeric: true, short: true },
  { key: 'error', title: 'Mensagem', cell: ({ error }) => error },
];

/** What became of a file, and every line that was not loaded. */
export function ImportOutcome({ result }: { result: ImportResult }) {
  const { failedLines, failedLinesOmitted } = result;
  const counts = [
    { name: 'Total', count: result.total },
    { name: 'Carregadas', count: result.successful },
    { name: 'Recusadas', count: result.failed, bad: result.failed > 0 },
    { name: 'Mal formadas', count: result.malformed, bad: result.malformed > 0 },
  ];

  return (
    <section className={styles.root} aria-labelledby="outcome-title">
      <h2 id="outcome-title" className={styles.title}>
        Resultado
      </h2>
      <dl className={styles.counts}>
        {counts.map(({ name, count, bad }) => (
          <div key={name} className={styles.count} data-bad={bad || undefined}>
            <dt>{name}</dt>
            <dd>{numbers.format(count)}</dd>
          </div>
        ))}
      </dl>
      {failedLines.length > 0 && <FailedLines lines={failedLines} omitted={failedLinesOmitted} />}
    </section>
  );
}

function FailedLines({ lines, omitted }: { lines: readonly FailedLine[]; omitted: number }) {
  const [pageNumber, setPageNumber] = useState(0);
  const shown = lines.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);

  return (
    <>
      <h3 className={styles.subtitle}>Linhas que não foram carregadas</h3>
      <DataTable
        label="Linhas que não foram carregadas"
        columns={columns}
        rows={shown}
        rowKey={({ lineNumber, error }) => `${lineNumber} ${error}`}
        empty={{ title: 'Nenhuma', hint: '' }}
      />
      {omitted > 0 && <p className={styles.omitted}>E mais {numbers.format(omitted)} linhas que não são mostradas.</p>}
      <Pager
        pageNumber={pageNumber}
        totalPages={Math.ceil(lines.length / pageSize)}
        onPage={setPageNumber}
        label="Páginas das linhas"
      />
    </>
  );
}
