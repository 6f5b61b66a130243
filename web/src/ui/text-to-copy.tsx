import { useState } from 'react';
import { copyText, hasShareSheet, share } from '../lib/share.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './text-to-copy.module.css';

interface TextToCopyProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** A text to copy by hand, for browsers that refused to copy it. */
export function TextToCopy({ title, text, onClose }: TextToCopyProps) {
  const [done, setDone] = useState('');
  const sends = hasShareSheet();

  return (
    <Dialog small title={title} onClose={onClose}>
      <textarea
        className={styles.text}
        aria-label={title}
        rows={Math.min(14, text.split('\n').length + 1)}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <output>{done}</output>
        <Button
          onClick={() => {
            void (sends ? share({ text }) : copyText(text)).then(
              () => setDone(sends ? '' : 'Texto copiado'),
              () => setDone('O navegador não deixou: seleccione o texto e copie-o.'),
            );
          }}
        >
          {sends ? 'Enviar' : 'Copiar'}
        </Button>
      </div>
    </Dialog>
  );
}
