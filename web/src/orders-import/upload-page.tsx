import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, VisuallyHidden } from '@mantine/core';
import type { ImportResult } from '@rede/contract/orders-import';
import { useMutation } from '@tanstack/react-query';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../ui/busy-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { loadOrders } from './calls.ts';
import { FileChoice } from './file-choice.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import styles from './upload-page.module.css';

export default function UploadPage() {
  const [file, setFile] = useState<File>();
  const [complaint, setComplaint] = useState<string>();
  const [sent, setSent] = useState(0);
  const { mutate, reset, isPending, data, error } = useMutation(loadOrders);

  function choose(chosen: File | undefined) {
    setFile(chosen);
    setComplaint(undefined);
    reset();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (!file) {
      setComplaint('Não seleccionou nenhum ficheiro');
      return;
    }
    setSent(0);
    mutate({ file, onProgress: setSent });
  }

  return (
    <>
      <PageHeader
        title="Carregar Encomendas"
        subtitle="De um ficheiro CSV, tal como a loja o exporta."
        actions={
          <Button
            component={Link}
            to="/backoffice/orders"
            variant="neutral"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Voltar às encomendas
          </Button>
        }
      />
      <form className={styles.form} aria-label="Carregar CSV" noValidate onSubmit={send}>
        <FileChoice
          file={file}
          onChoose={choose}
          onSeveral={() => setComplaint('Escolha um só ficheiro')}
          error={complaint ?? error?.message}
          busy={isPending}
        />
        <div className={styles.send}>
          <BusyButton type="submit" busy={isPending} leftSection={<IconUpload size={16} aria-hidden />}>
            Upload
          </BusyButton>
          {isPending && <Sending sent={sent} />}
        </div>
      </form>
      <VisuallyHidden>
        <output>{data && !isPending && inWords(data)}</output>
      </VisuallyHidden>
      {data && !isPending && <ImportOutcome result={data} />}
    </>
  );
}

function inWords({ total, successful, failed, malformed }: ImportResult): string {
  return `Total ${total}, carregadas ${successful}, recusadas ${failed}, mal formadas ${malformed}.`;
}

/** Two stretches of work: the file on its way, which can be measured, and the server at it, which cannot. */
function Sending({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100);
  const arrived = percent >= 100;
  return (
    <div className={styles.progress}>
      <output>{arrived ? 'A carregar as encomendas...' : 'A enviar o ficheiro...'}</output>
      <Progress.Root>
        <Progress.Section
          value={arrived ? 100 : percent}
          animated={arrived}
          striped={arrived}
          aria-label="Progresso do envio"
          aria-valuetext={arrived ? 'A carregar as encomendas' : `${percent} %`}
        />
      </Progress.Root>
    </div>
  );
}
