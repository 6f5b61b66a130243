import type { ImportResult } from '@rede/contract/orders-import';
import { useQuery } from '@tanstack/react-query';
import { IconFlask, IconHistory, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatInstant } from '../lib/instants.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { importInFull } from './calls.ts';
import { CorrectedLines } from './corrected-lines.tsx';
import type { FileLoad } from './file-load.ts';
import { ImportCounts } from './import-counts.tsx';
import styles from './import-outcome.module.css';
import { Recognition } from './recognition.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { UnknownWords } from './unknown-words.tsx';
import { becameOf, countOfLines, toneOf } from './words.ts';

interface ImportOutcomeProps {
  load: FileLoad;
  result: ImportResult;
  /** Loads or tries the same file again. */
  onStart: (dryRun: boolean) => void;
}

/** The outcome of a file, actual or of a dry run, with every line that was not loaded. */
export function ImportOutcome({ load, result, onStart }: ImportOutcomeProps) {
  const { file, dryRun, updateExisting } = load;
  const { id, recognised, sameFile, unknownWords } = result;
  const root = useRef<HTMLElement>(null);
  // On a small screen the result renders out of sight.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // What was corrected since is known to the import that was kept.
  const anyRefused = result.failed + result.malformed > 0;
  const { data: kept } = useQuery({ ...importInFull(id ?? 0), enabled: id !== null && anyRefused });
  const { failedLines, failedLinesOmitted } = kept ?? result;
  const counts = { ...result, corrected: kept?.corrected ?? 0 };

  return (
    <section ref={root} className={styles.root} aria-labelledby="outcome-title">
      <h2 id="outcome-title" className={styles.title}>
        {dryRun ? 'Resultado da experiência' : 'Resultado'}
      </h2>
      <div className={styles.notices}>
        {dryRun ? (
          <Tried result={result} onLoad={() => onStart(false)} />
        ) : (
          <Notice tone={toneOf(counts)} title={becameOf(counts, false)}>
            {failedLines.length > 0 && 'As linhas com erro estão em baixo: corrija-as aqui mesmo.'}
          </Notice>
        )}
        {sameFile && (
          <Notice tone="plain" icon={<IconHistory size={18} aria-hidden />}>
            Este mesmo ficheiro já tinha sido carregado por {sameFile.loadedBy} em {formatInstant(sameFile.loadedAt)}.
          </Notice>
        )}
        {unknownWords.length > 0 && (
          <UnknownWords
            shop={recognised.shop}
            words={unknownWords}
            lines={failedLines}
            importId={id ?? undefined}
            onTryAgain={() => onStart(true)}
          />
        )}
      </div>
      <ImportCounts counts={counts} dryRun={dryRun} updating={updateExisting} />
      <Recognition recognised={recognised} />
      <RefusedLines
        title={dryRun ? 'Linhas que não seriam carregadas' : 'Linhas que não foram carregadas'}
        lines={failedLines}
        omitted={failedLinesOmitted}
        importId={id ?? undefined}
        fileName={file.name}
        file={file}
        recognised={recognised}
        note={dryRun && afterLoading(result)}
      />
      {kept && <CorrectedLines lines={kept.correctedLines} />}
    </section>
  );
}

function Tried({ result, onLoad }: { result: ImportResult; onLoad: () => void }) {
  const nothingToLoad = result.successful + result.updated === 0;
  return (
    <Notice
      tone={nothingToLoad ? 'red' : 'green'}
      icon={<IconFlask size={18} aria-hidden />}
      title="Isto foi só uma experiência: nada foi carregado."
      actions={
        !nothingToLoad && (
          <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={onLoad}>
            Carregar agora
          </Button>
        )
      }
    >
      {nothingToLoad && 'Neste ficheiro não há nada por carregar.'}
    </Notice>
  );
}

/** A trial keeps nothing, so its lines cannot be corrected yet. */
function afterLoading({ successful, updated }: ImportResult): string {
  const good = successful + updated;
  return good === 0
    ? 'Uma experiência não guarda nada. Carregue o ficheiro com Upload, e pode corrigir estas linhas aqui mesmo.'
    : `Uma experiência não guarda nada. Carregue primeiro o que está certo (${countOfLines(good)}), e pode corrigir estas aqui mesmo.`;
}
