import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/CheckboxIndicator.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import type { ImportResult } from '@rede/contract/orders-import';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconArrowLeft, IconFlask, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { loadFile } from './calls.ts';
import { FileChoice } from './file-choice.tsx';
import { FileGuide } from './file-guide.tsx';
import { type FileToLoad, fileLoad, setFileLoad, useFileLoad } from './file-load.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { LoadProgress } from './load-progress.tsx';
import { PastImports } from './past-imports.tsx';
import { StatusWords } from './status-words.tsx';
import styles from './upload-page.module.css';
import { useRepairDrafts } from './repair-drafts.ts';

/** A load goes on when the page is left: whoever comes back finds it running, or its result. */
export default function UploadPage() {
  const client = useQueryClient();
  const load = useFileLoad();
  const { mutate } = useMutation(loadFile);
  const [file, setFile] = useState(load?.file);
  const [fileError, setFileError] = useState<string>();
  const [updateExisting, setUpdateExisting] = useState(load?.updateExisting ?? false);
  useRepairDrafts();
  const upload = useRef<HTMLButtonElement>(null);
  const running = load?.state === 'running';
  const { result } = load ?? {};

  // The focused cancel button disappears once the file has arrived.
  const arrived = running && load.stage.sent >= 1;
  useEffect(() => {
    if (arrived && document.activeElement === document.body) upload.current?.focus({ preventScroll: true });
  }, [arrived]);

  function choose(chosen: File | undefined) {
    setFile(chosen);
    setFileError(undefined);
    setFileLoad(client, null);
  }

  function start(wanted: FileToLoad) {
    // One at a time, also where the click came before the page has drawn that one runs.
    if (fileLoad(client)?.state === 'running') return;
    // The focused button may disappear with the previous result.
    upload.current?.focus({ preventScroll: document.activeElement?.closest('form') !== null });
    setFileError(undefined);
    mutate(wanted);
  }

  function startChosen(dryRun: boolean) {
    if (file) {
      start({ file, dryRun, updateExisting });
      return;
    }
    setFileError('Não seleccionou nenhum ficheiro');
    // On a small screen the field with the error is out of sight.
    const field = upload.current?.form?.querySelector<HTMLInputElement>('input[type="file"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }

  return (
    <>
      <PageHeader
        title="Carregar Encomendas"
        subtitle="De um ficheiro CSV, tal como a loja o exporta."
        actions={
          <Button to="/backoffice/orders" variant="neutral" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            Voltar às encomendas
          </Button>
        }
      />
      <form
        className={styles.form}
        aria-label="Carregar CSV"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          startChosen(false);
        }}
      >
        <FileChoice
          file={file}
          onChoose={choose}
          onSeveral={() => setFileError('Escolha um só ficheiro')}
          error={fileError ?? load?.error?.message}
          busy={running}
        />
        <FileGuide />
        <Checkbox
          label="Actualizar o pagamento das encomendas que já existem"
          description="Onde o ficheiro traz um pagamento mais recente. Sem isto, as encomendas que já existem são recusadas."
          checked={updateExisting}
          disabled={running}
          onChange={({ currentTarget }) => {
            setUpdateExisting(currentTarget.checked);
            // The last dry run used the other option.
            if (load?.dryRun) setFileLoad(client, null);
          }}
        />
        <div className={styles.send}>
          <BusyButton ref={upload} type="submit" busy={running} leftSection={<IconUpload size={16} aria-hidden />}>
            Upload
          </BusyButton>
          {running ? (
            <LoadProgress
              stage={load.stage}
              dryRun={load.dryRun}
              onCancel={
                load.cancel &&
                (() => {
                  load.cancel?.();
                  upload.current?.focus();
                })
              }
            />
          ) : (
            <Button
              variant="secondary"
              leftSection={<IconFlask size={16} aria-hidden />}
              onClick={() => startChosen(true)}
            >
              Experimentar
            </Button>
          )}
          <output className={styles.note}>
            {load?.state === 'cancelled' && 'Envio cancelado. Nada foi carregado.'}
            {running && !load.dryRun && 'Pode sair desta página: o carregamento continua.'}
          </output>
        </div>
      </form>
      <VisuallyHidden>
        <output>{load && result && inWords(result, load.dryRun)}</output>
      </VisuallyHidden>
      {load && result && (
        <ImportOutcome
          key={load.startedAt}
          load={load}
          result={result}
          onStart={(dryRun) => start({ file: load.file, updateExisting: load.updateExisting, dryRun })}
        />
      )}
      <PastImports />
      <StatusWords />
    </>
  );
}

function inWords({ total, successful, updated, failed, malformed }: ImportResult, dryRun: boolean): string {
  const counts = [
    `Total ${formatNumber(total)}`,
    `${dryRun ? 'por carregar' : 'carregadas'} ${formatNumber(successful)}`,
    `${dryRun ? 'por actualizar' : 'actualizadas'} ${formatNumber(updated)}`,
    `recusadas ${formatNumber(failed)}`,
    `mal formadas ${formatNumber(malformed)}.`,
  ].join(', ');
  return dryRun ? `Foi só uma experiência, nada foi carregado. ${counts}` : counts;
}
