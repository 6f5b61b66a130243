import type { FailedLine, Recognised } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { IconFileDownload, IconList, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { saveFailedLines } from './calls.ts';
import styles from './refused-lines.module.css';
import { RepairGrid } from './repair-grid.tsx';
import { useRepair } from './repair.ts';

const pageSize = 20;
const columns: readonly Column<FailedLine>[] = [
  { key: 'lineNumber', title: 'Linha', cell: ({ lineNumber }) => lineNumber, numeric: true, short: true },
  { key: 'error', title: 'Mensagem', cell: ({ error }) => error, prose: true },
];

interface RefusedLinesProps {
  lines: readonly FailedLine[];
  /** How many more lines failed than `lines` lists. */
  omitted: number;
  title: string;
  /** The import that keeps them: they can be corrected in the page. Absent after a trial, and where it was undone. */
  importId?: number | undefined;
  fileName: string;
  /** Where the browser still has it. */
  file?: File;
  recognised: Recognised;
  /** What else is to be known about them. */
  note?: string | false;
}

/** The lines that were not loaded, with their errors: to read, to correct here, or to take along as a file. */
export function RefusedLines({ importId, ...props }: RefusedLinesProps) {
  return importId === undefined ? <Lines {...props} /> : <CorrectableLines {...props} importId={importId} />;
}

function CorrectableLines({ importId, ...props }: RefusedLinesProps & { importId: number }) {
  const [repair] = useRepair(importId);
  // Open where something was typed before; the last line that loads does not close it.
  const [open, setOpen] = useState<'as before' | 'asked for' | false>(
    Object.keys(repair.typed).length > 0 && 'as before',
  );
  // A sheet has many fields: the page answers while it is drawn.
  const [isOpening, startOpening] = useTransition();
  const edit = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    if (closed.current && !open) edit.current?.focus();
    closed.current = false;
  }, [open]);

  if (open) {
    return (
      <RepairGrid
        importId={importId}
        lines={props.lines}
        title={props.title}
        takesFocus={open === 'asked for'}
        actions={
          <>
            <SaveButton {...props} />
            <Button
              variant="neutral"
              leftSection={<IconList size={16} aria-hidden />}
              onClick={() => {
                closed.current = true;
                setOpen(false);
              }}
            >
              Voltar à lista
            </Button>
          </>
        }
        note={<Omitted {...props} />}
      />
    );
  }
  return (
    <Lines
      {...props}
      correct={
        <BusyButton
          ref={edit}
          busy={isOpening}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => startOpening(() => setOpen('asked for'))}
        >
          Corrigir aqui
        </BusyButton>
      }
    />
  );
}

type LinesProps = Omit<RefusedLinesProps, 'importId'>;

function Lines({ correct, ...props }: LinesProps & { correct?: ReactNode }) {
  const { lines, title, note } = props;
  const [pageNumber, setPageNumber] = useState(0);
  const shown = lines.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);

  if (lines.length === 0) return null;
  return (
    <>
      <div className={styles.heading}>
        <h3 className={styles.title}>{title}</h3>
        <div className={styles.actions}>
          <SaveButton {...props} />
          {correct}
        </div>
      </div>
      {note && <p className={styles.note}>{note}</p>}
      <DataTable
        label={title}
        columns={columns}
        rows={shown}
        rowKey={({ lineNumber, error }) => `${lineNumber} ${error}`}
        empty={{ title: 'Nenhuma', hint: '' }}
      />
      <Omitted {...props} />
      <Pager
        pageNumber={pageNumber}
        totalPages={Math.ceil(lines.length / pageSize)}
        onPage={setPageNumber}
        label={`Páginas: ${title}`}
      />
    </>
  );
}

/** Of files loaded before values were kept there is nothing to save but the browser's own file. */
function canBeSaved({ file, lines }: LinesProps): boolean {
  return lines.length > 0 && (file !== undefined || lines.some(({ values }) => values !== null));
}

function SaveButton(props: LinesProps) {
  const { file, fileName, recognised, lines } = props;
  const saving = useMutation(saveFailedLines);

  if (!canBeSaved(props)) return null;
  return (
    <BusyButton
      variant="secondary"
      busy={saving.isPending}
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={() => saving.mutate({ fileName, file, recognised, failedLines: lines })}
    >
      Descarregar para corrigir
    </BusyButton>
  );
}

function Omitted(props: LinesProps) {
  const { omitted } = props;
  if (omitted === 0) return null;
  return (
    <p className={styles.note}>
      {omitted === 1
        ? 'E mais 1 linha que não é mostrada.'
        : `E mais ${formatNumber(omitted)} linhas que não são mostradas.`}
      {canBeSaved(props) && ' O ficheiro para corrigir só leva as que são mostradas.'}
    </p>
  );
}
