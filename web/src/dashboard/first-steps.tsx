import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { Button } from '../ui/button.tsx';
import styles from './first-steps.module.css';

/** What stands in the place of tables without anybody: what the page will show, and what to do first. A default export, for `lazy`. */
export default function FirstSteps() {
  const { user } = useIdentity();
  const { internalId, parentName } = user;

  return (
    <section className={styles.root} aria-labelledby="first-steps-title">
      <h2 id="first-steps-title" className={styles.title}>
        A sua rede começa aqui
      </h2>
      <p className={styles.text}>
        Assim que alguém ficar registado com o seu código, esta página mostra quem é, o que encomenda, o que tem por
        pagar e quem entra abaixo.
      </p>
      <div className={styles.code}>
        <span>O seu código</span>
        <strong>{internalId}</strong>
        <CopyButton text={internalId ?? ''} />
      </div>
      <ol className={styles.steps}>
        <li>Dê o seu código a quem convida: no registo é o Código Upline.</li>
        <li>
          Diga {parentName ? `a ${parentName}, o seu upline,` : 'ao seu upline'} ou ao backoffice quem convidou, para o
          registo ficar com o seu código.
        </li>
        <li>Se alguém já se registou e não aparece aqui, peça-lhes que confirmem o código do registo.</li>
      </ol>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);

  // Browsers have no clipboard where the connection is not secure.
  if (!('clipboard' in navigator)) return null;
  return (
    <>
      <Button
        variant="neutral"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        Copiar
      </Button>
      <output className={styles.copied}>{copied && 'Copiado'}</output>
    </>
  );
}
