import '@mantine/core/styles/Progress.layer.css';
import { Progress, VisuallyHidden } from '@mantine/core';
import type { ImportProgress } from '@rede/contract/orders-import';
import { Button } from '../ui/button.tsx';
import { readSoFar } from './calls.ts';
import type { Stage } from './file-load.ts';
import styles from './load-progress.module.css';

interface LoadProgressProps {
  stage: Stage;
  dryRun: boolean;
  /** Cancels the upload; absent once the file has arrived. */
  onCancel?: (() => void) | undefined;
}

/** First the upload, in percent; then the server's work, as the number of records read so far. */
export function LoadProgress({ stage, dryRun, onCancel }: LoadProgressProps) {
  const percent = Math.floor(stage.sent * 100);
  const arrived = stage.sent >= 1;
  const records = stage.progress?.records ?? 0;
  const doing = arrived ? doingAt(stage.progress, dryRun) : 'A enviar o ficheiro…';

  return (
    <div className={styles.root}>
      <div className={styles.bar}>
        <div className={styles.words}>
          <output>{doing}</output>
          <span className={styles.figures}>
            {!arrived && <span>{percent} %</span>}
            {records > 0 && <span>{readSoFar(records)}</span>}
          </span>
        </div>
        {/* Mantine's Progress always has a value, even when the progress is unknown. */}
        <VisuallyHidden>
          <progress
            aria-label={arrived ? 'Progresso do carregamento' : 'Progresso do envio'}
            max={100}
            {...(!arrived && { value: percent })}
          />
        </VisuallyHidden>
        <Progress.Root aria-hidden>
          <Progress.Section value={arrived ? 100 : percent} animated={arrived} striped={arrived} withAria={false} />
        </Progress.Root>
      </div>
      {onCancel && (
        <Button variant="neutral" onClick={onCancel}>
          Cancelar envio
        </Button>
      )}
    </div>
  );
}

function doingAt(progress: ImportProgress | undefined, dryRun: boolean): string {
  if (progress?.phase === 'reading') return 'A ler as encomendas…';
  if (dryRun) return 'A experimentar…';
  return progress?.phase === 'writing' ? 'A gravar…' : 'A carregar as encomendas…';
}
