import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { largestFile } from '@rede/contract/orders-import';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { formatBytes } from '../lib/bytes.ts';
import styles from './file-choice.module.css';

interface FileChoiceProps {
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
  /** Called when several files were dropped at once. */
  onSeveral: () => void;
  error: string | undefined;
  /** The file is being sent: no other one can be chosen. */
  busy: boolean;
}

/** One file, dropped or chosen. Accepts any type; the server checks its content. */
export function FileChoice({ file, onChoose, onSeveral, error, busy }: FileChoiceProps) {
  const id = useId();
  const describedBy = `${id}-hint${error ? ` ${id}-error` : ''}`;

  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Ficheiro
      </label>
      <Dropzone
        className={styles.zone}
        data-invalid={error !== undefined || undefined}
        multiple={false}
        maxSize={largestFile}
        disabled={busy}
        tabIndex={-1}
        // Required, but unused: `onDropAny` receives rejected files too.
        onDrop={() => {}}
        onDropAny={(taken, refused) => {
          const [first, ...others] = [...taken, ...refused.map((refusal) => refusal.file)];
          if (others.length > 0) onSeveral();
          else onChoose(first);
        }}
        inputProps={{
          id,
          // Mantine's English name would override our label.
          'aria-label': undefined,
          tabIndex: 0,
          disabled: busy,
          'aria-describedby': describedBy,
          'aria-invalid': error !== undefined,
        }}
      >
        <div className={styles.inner}>
          {file ? (
            <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          ) : (
            <IconFileUpload size={36} stroke={1.4} aria-hidden />
          )}
          {file ? (
            <div aria-live="polite">
              <strong className={styles.name}>{file.name}</strong>
              <span className={styles.note}>{formatBytes(file.size)}</span>
            </div>
          ) : (
            <div>
              <strong>Arraste o ficheiro para aqui, ou clique para o escolher</strong>
              <span className={styles.note}>Um só ficheiro, até 1 GB.</span>
            </div>
          )}
        </div>
      </Dropzone>
      <div role="alert">
        {error && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        Lê as exportações da Shopify, do WooCommerce e do PrestaShop tal como saem, e ficheiros com as colunas do
        modelo. As linhas boas são carregadas, as outras são-lhe mostradas com a razão. Carregar duas vezes o mesmo
        ficheiro não duplica nada.
      </p>
    </div>
  );
}
