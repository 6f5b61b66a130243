import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { KeptImport } from '@rede/contract/orders-import';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../lib/instants.ts';
import { Failure } from '../ui/failure.tsx';
import { importInFull } from './calls.ts';
import { FailedLines } from './failed-lines.tsx';
import { ImportCounts } from './import-counts.tsx';
import styles from './past-import.module.css';
import { Recognition } from './recognition.tsx';

interface PastImportProps {
  /** The import to show; undefined closes the dialog. */
  kept: KeptImport | undefined;
  onClose: () => void;
}

/** A past import: how its file was read and which lines failed. */
export function PastImport({ kept, onClose }: PastImportProps) {
  const narrow = useMediaQuery('(max-width: 36em)', false);

  return (
    <Modal
      opened={kept !== undefined}
      onClose={onClose}
      title={kept?.fileName}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // Close without a fade: the content is gone at once.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      // Not a banner of the page.
      attributes={{ header: { role: 'none' } }}
      classNames={{ title: styles.title }}
      fullScreen={narrow}
      size="54rem"
    >
      {kept && <Content kept={kept} />}
    </Modal>
  );
}

function Content({ kept }: { kept: KeptImport }) {
  const { id, loadedAt, loadedBy, undoneAt, undoneBy } = kept;
  const { data, error, refetch } = useQuery(importInFull(id));

  return (
    <>
      <p className={styles.when}>
        Carregado em {formatInstant(loadedAt)} por {loadedBy}.
        {undoneAt !== null && ` Anulado em ${formatInstant(undoneAt)} por ${undoneBy}.`}
      </p>
      <ImportCounts counts={kept} updating={kept.updated > 0} />
      {data && <Recognition recognised={data.recognised} />}
      {data && data.failedLines.length > 0 && (
        <FailedLines title="Linhas que falharam" lines={data.failedLines} omitted={data.failedLinesOmitted} />
      )}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <output className={styles.when}>A carregar dados...</output>
          <Skeleton height={120} />
        </>
      )}
    </>
  );
}
