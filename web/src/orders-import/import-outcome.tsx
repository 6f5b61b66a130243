import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import type { ImportResult } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { IconFileDownload, IconFlask, IconHistory, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatInstant } from '../lib/instants.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { saveFailedLines } from './calls.ts';
import { FailedLines } from './failed-lines.tsx';
import { ImportCounts } from './import-counts.tsx';
import styles from './import-outcome.module.css';
import { Recognition } from './recognition.tsx';

interface ImportOutcomeProps {
  result: ImportResult;
  file: File;
  dryRun: boolean;
  updating: boolean;
  /** Loads the file after the dry run. */
  onLoad: () => void;
}

/** The outcome of a file, actual or of a dry run, with every line that was not loaded. */
export function ImportOutcome({ result, file, dryRun, updating, onLoad }: ImportOutcomeProps) {
  const { failedLines, failedLinesOmitted, recognised, sameFile } = result;
  const cutting = useMutation(saveFailedLines);
  const root = useRef<HTMLElement>(null);
  // On a small screen the result renders out of sight.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const nothingToLoad = result.successful + result.updated === 0;

  return (
    <section ref={root} className={styles.root} aria-labelledby="outcome-title">
      <h2 id="outcome-title" className={styles.title}>
        {dryRun ? 'Resultado da experiência' : 'Resultado'}
      </h2>
      {dryRun && (
        <Alert
          className={styles.notice}
          role="note"
          variant="light"
          icon={<IconFlask className={nothingToLoad ? '' : styles.beside} aria-hidden />}
        >
          <div className={styles.trial}>
            <div>
              <strong>Isto foi só uma experiência: nada foi carregado.</strong>
              {nothingToLoad && <div>Neste ficheiro não há nada por carregar.</div>}
            </div>
            {!nothingToLoad && (
              <BusyButton busy={false} leftSection={<IconUpload size={16} aria-hidden />} onClick={onLoad}>
                Carregar agora
              </BusyButton>
            )}
          </div>
        </Alert>
      )}
      {sameFile && (
        <Alert className={styles.notice} role="note" variant="default" icon={<IconHistory aria-hidden />}>
          Este mesmo ficheiro já tinha sido carregado por {sameFile.loadedBy} em {formatInstant(sameFile.loadedAt)}.
        </Alert>
      )}
      <ImportCounts counts={result} dryRun={dryRun} updating={updating} />
      <Recognition recognised={recognised} />
      {failedLines.length > 0 && (
        <FailedLines
          title={dryRun ? 'Linhas que não seriam carregadas' : 'Linhas que não foram carregadas'}
          lines={failedLines}
          omitted={failedLinesOmitted}
          action={
            <BusyButton
              variant="secondary"
              busy={cutting.isPending}
              leftSection={<IconFileDownload size={16} aria-hidden />}
              onClick={() => cutting.mutate({ file, recognised, failedLines })}
            >
              Descarregar para corrigir
            </BusyButton>
          }
        />
      )}
    </section>
  );
}
