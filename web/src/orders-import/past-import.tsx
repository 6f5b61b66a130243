import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { KeptImport, KeptImportInFull } from '@rede/contract/orders-import';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../lib/instants.ts';
import { Failure } from '../ui/failure.tsx';
import { importInFull } from './calls.ts';
import { CorrectedLines } from './corrected-lines.tsx';
import { ImportCounts } from './import-counts.tsx';
import styles from './past-import.module.css';
import { Recognition } from './recognition.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { UnknownWords } from './unknown-words.tsx';

interface PastImportProps {
  /** The import to show; undefined closes the dialog. */
  id: number | undefined;
  /** The same as the list has it, while the rest is on its way. */
  listed: KeptImport | undefined;
  onClose: () => void;
}

/** A past import: how its file was read, which lines failed, to be corrected, and which were. */
export function PastImport({ id, listed, onClose }: PastImportProps) {
  const narrow = useMediaQuery('(max-width: 36em)', false);
  const { data, error, refetch } = useQuery({ ...importInFull(id ?? 0), enabled: id !== undefined });
  const kept = data ?? listed;

  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      title={kept?.fileName ?? 'Carregamento'}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // Close without a fade: the content is gone at once.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      // Not a banner of the page.
      attributes={{ header: { role: 'none' } }}
      classNames={{ title: styles.title }}
      fullScreen={narrow}
      size="72rem"
    >
      {kept && <Summary kept={kept} />}
      {data && <Details kept={data} />}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <output className={styles.when}>A carregar dados...</output>
          <Skeleton height={120} />
        </>
      )}
    </Modal>
  );
}

function Summary({ kept }: { kept: KeptImport }) {
  const { loadedAt, loadedBy, undoneAt, undoneBy, updated } = kept;
  return (
    <>
      <p className={styles.when}>
        Carregado em {formatInstant(loadedAt)} por {loadedBy}.
        {undoneAt !== null && ` Anulado em ${formatInstant(undoneAt)} por ${undoneBy}.`}
      </p>
      <ImportCounts counts={kept} updating={updated > 0} />
    </>
  );
}

function Details({ kept }: { kept: KeptImportInFull }) {
  const isCorrectable = kept.undoneAt === null;
  return (
    <>
      <Recognition recognised={kept.recognised} />
      {kept.unknownWords.length > 0 && isCorrectable && (
        <UnknownWords
          shop={kept.recognised.shop}
          words={kept.unknownWords}
          lines={kept.failedLines}
          importId={kept.id}
        />
      )}
      <RefusedLines
        title="Linhas que falharam"
        lines={kept.failedLines}
        omitted={kept.failedLinesOmitted}
        importId={isCorrectable ? kept.id : undefined}
        fileName={kept.fileName}
        recognised={kept.recognised}
      />
      <CorrectedLines lines={kept.correctedLines} />
    </>
  );
}
