import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/CheckboxIndicator.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import type { ImportResult } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { IconArrowLeft, IconFlask, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { loadOrders, dryRunOrders } from './calls.ts';
import { FileChoice } from './file-choice.tsx';
import { FileGuide } from './file-guide.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { LoadProgress, type Stage } from './load-progress.tsx';
import { PastImports } from './past-imports.tsx';
import styles from './upload-page.module.css';

export default function UploadPage() {
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const [updateExisting, setUpdateExisting] = useState(false);
  const [stage, setStage] = useState<Stage>({ sent: 0 });
  const [cancelled, setCancelled] = useState(false);
  const sending = useRef<AbortController>(undefined);
  const upload = useRef<HTMLButtonElement>(null);
  const load = useMutation(loadOrders);
  const dryRun = useMutation(dryRunOrders);
  const latest = load.isIdle ? dryRun : load;
  const { data, error, isPending, variables } = latest;

  // Leaving the page cancels an upload; UnsavedChanges has asked before.
  useEffect(() => () => sending.current?.abort(), []);

  // The focused cancel button disappears once the file has arrived.
  const arrived = isPending && stage.sent >= 1;
  useEffect(() => {
    if (arrived && document.activeElement === document.body) upload.current?.focus({ preventScroll: true });
  }, [arrived]);

  function resetResults() {
    load.reset();
    dryRun.reset();
    setCancelled(false);
  }

  function choose(chosen: File | undefined) {
    setFile(chosen);
    setFileError(undefined);
    resetResults();
  }

  function start({ mutate }: typeof load) {
    if (isPending) return;
    if (!file) {
      setFileError('Não seleccionou nenhum ficheiro');
      // On a small screen the field with the error is out of sight.
      const field = upload.current?.form?.querySelector<HTMLInputElement>('input[type="file"]');
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
      return;
    }
    // The focused button may disappear with the previous result.
    upload.current?.focus({ preventScroll: document.activeElement?.closest('form') !== null });
    resetResults();
    setFileError(undefined);
    setStage({ sent: 0 });
    const controller = new AbortController();
    sending.current = controller;
    mutate({
      file,
      updateExisting,
      onSent: (sent) => {
        sending.current = sent >= 1 ? undefined : controller;
        setStage((before) => ({ ...before, sent }));
      },
      onProgress: (progress) => setStage((before) => ({ ...before, progress })),
      signal: controller.signal,
    });
  }

  function cancel() {
    sending.current?.abort();
    resetResults();
    setCancelled(true);
    upload.current?.focus();
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
          start(load);
        }}
      >
        <FileChoice
          file={file}
          onChoose={choose}
          onSeveral={() => setFileError('Escolha um só ficheiro')}
          error={fileError ?? error?.message}
          busy={isPending}
        />
        <FileGuide />
        <Checkbox
          label="Actualizar o pagamento das encomendas que já existem"
          description="Onde o ficheiro traz um pagamento mais recente. Sem isto, as encomendas que já existem são recusadas."
          checked={updateExisting}
          disabled={isPending}
          onChange={({ currentTarget }) => {
            setUpdateExisting(currentTarget.checked);
            // The last dry run used the other option.
            dryRun.reset();
          }}
        />
        <div className={styles.send}>
          <BusyButton ref={upload} type="submit" busy={isPending} leftSection={<IconUpload size={16} aria-hidden />}>
            Upload
          </BusyButton>
          {isPending ? (
            <LoadProgress stage={stage} dryRun={latest === dryRun} onCancel={cancel} />
          ) : (
            <Button variant="secondary" leftSection={<IconFlask size={16} aria-hidden />} onClick={() => start(dryRun)}>
              Experimentar
            </Button>
          )}
          <output className={styles.cancelled}>{cancelled && 'Envio cancelado. Nada foi carregado.'}</output>
        </div>
      </form>
      <VisuallyHidden>
        <output>{data && inWords(data, latest === dryRun)}</output>
      </VisuallyHidden>
      {data && variables && (
        <ImportOutcome
          key={latest.submittedAt}
          result={data}
          file={variables.file}
          dryRun={latest === dryRun}
          updating={variables.updateExisting}
          onLoad={() => start(load)}
        />
      )}
      <PastImports
        onUndone={(id) => {
          if (load.data?.id === id) load.reset();
        }}
      />
      <UnsavedChanges
        unsaved={() => isPending}
        title="Carregamento a decorrer"
        message={leavingMessage(latest === dryRun, arrived)}
        confirm="Sair"
        cancel="Ficar nesta página"
      />
    </>
  );
}

function leavingMessage(dryRun: boolean, arrived: boolean): string {
  if (dryRun) return 'Se sair desta página, perde o resultado da experiência.';
  return arrived
    ? 'O ficheiro já chegou e continua a ser carregado se sair desta página. Encontra depois o resultado em «Carregamentos anteriores».'
    : 'Se sair desta página, o envio é cancelado e nada é carregado.';
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
