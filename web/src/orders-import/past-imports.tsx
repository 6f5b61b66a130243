import type { KeptImport } from '@rede/contract/orders-import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatInstant } from '../lib/instants.ts';
import { formatNumber } from '../lib/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { RowButton } from '../ui/row-action.tsx';
import { importPage } from './calls.ts';
import { PastImport } from './past-import.tsx';
import styles from './past-imports.module.css';
import { UndoImport } from './undo-import.tsx';

/** Shares no word with the label of the file field. */
const title = 'Carregamentos anteriores';
const columns: readonly Column<KeptImport>[] = [
  { key: 'fileName', title: 'Ficheiro', cell: ({ fileName }) => <span className={styles.name}>{fileName}</span> },
  {
    key: 'loadedAt',
    title: 'Carregado em',
    cell: ({ loadedAt, loadedBy }) => <ActionStamp at={loadedAt} by={loadedBy} />,
  },
  { key: 'successful', title: 'Carregadas', cell: ({ successful }) => formatNumber(successful), numeric: true },
  { key: 'updated', title: 'Actualizadas', cell: ({ updated }) => formatNumber(updated), numeric: true },
  {
    key: 'failed',
    title: 'Recusadas',
    cell: ({ failed, corrected }) => (
      <span>
        {formatNumber(failed)}
        {corrected > 0 && <span className={styles.corrected}> {countOfCorrected(corrected)}</span>}
      </span>
    ),
    numeric: true,
  },
  { key: 'malformed', title: 'Mal formadas', cell: ({ malformed }) => formatNumber(malformed), numeric: true },
  { key: 'state', title: 'Estado', cell: (row) => <State {...row} /> },
];

/** The loaded files, the latest first. */
export function PastImports() {
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(importPage(pageNumber));
  const [opened, setOpened] = useOpenedImport();
  const [undoing, setUndoing] = useState<KeptImport>();

  return (
    <div className={styles.root}>
      <h2 className={styles.title}>{title}</h2>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={3}
        empty={{
          title: 'Ainda não foi carregado nenhum ficheiro',
          hint: 'Os que carregar aqui ficam nesta lista, e podem ser anulados.',
        }}
        renderActions={(row) => (
          <>
            <RowButton of={nameOf(row)} onClick={() => setOpened(row.id)}>
              Ver
            </RowButton>
            {canBeUndone(row) && (
              <RowButton destructive of={nameOf(row)} onClick={() => setUndoing(row)}>
                Anular
              </RowButton>
            )}
          </>
        )}
      />
      <Pager
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
        label="Páginas dos carregamentos"
      />
      <PastImport
        id={opened}
        listed={data?.results.find(({ id }) => id === opened)}
        onClose={() => setOpened(undefined)}
      />
      <UndoImport kept={undoing} onClose={() => setUndoing(undefined)} />
    </div>
  );
}

const param = 'ficheiro';

/** The import that is open, from the address: links lead to it, and Back closes it. */
function useOpenedImport(): [id: number | undefined, open: (id: number | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(param));
  const open = (wanted: number | undefined) => {
    const next = new URLSearchParams(params);
    if (wanted === undefined) next.delete(param);
    else next.set(param, String(wanted));
    setParams(next, { replace: wanted === undefined });
  };
  return [Number.isInteger(id) && id > 0 ? id : undefined, open];
}

function countOfCorrected(corrected: number): string {
  return corrected === 1 ? '1 corrigida' : `${formatNumber(corrected)} corrigidas`;
}

/** The time tells apart imports of the same file. */
const nameOf = ({ fileName, loadedAt }: KeptImport) => `${fileName}, carregado em ${formatInstant(loadedAt)}`;

function canBeUndone({ undoneAt, successful, updated, corrected }: KeptImport): boolean {
  return undoneAt === null && successful + updated + corrected > 0;
}

function State({ undoneAt, undoneBy }: KeptImport) {
  if (undoneAt === null) return 'Carregado';
  return (
    <span className={styles.undone}>
      Anulado em <ActionStamp at={undoneAt} by={undoneBy ?? ''} />
    </span>
  );
}

/** The time and the author of an action. */
function ActionStamp({ at, by }: { at: string; by: string }) {
  return (
    <span className={styles.deed}>
      <span className={styles.instant}>{formatInstant(at)}</span> <span className={styles.who}>por {by}</span>
    </span>
  );
}
