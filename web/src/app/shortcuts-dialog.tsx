import { useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '../ui/dialog.tsx';
import { singleKeysAreOn, turnSingleKeys } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const lines: readonly { keys: readonly string[]; between?: string; does: string; isSingle?: true }[] = [
  { keys: ['Ctrl K'], does: 'Procurar em tudo' },
  { keys: ['/'], does: 'Procurar em tudo', isSingle: true },
  { keys: ['g', 'c'], between: 'depois', does: 'Ir para Gestão de Consultores', isSingle: true },
  { keys: ['g', 'e'], between: 'depois', does: 'Ir para Gestão de Encomendas', isSingle: true },
  { keys: ['n'], does: 'Adicionar na lista em que está', isSingle: true },
  { keys: ['?'], does: 'Mostrar estes atalhos', isSingle: true },
  { keys: ['Enter', 'Ctrl Enter'], between: 'ou', does: 'Na procura: abrir, ou abrir noutro separador' },
  { keys: ['Escape'], does: 'Fechar, ou deixar o que se edita' },
];

/** The keys that do something. A default export, for it is loaded when it is needed. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(singleKeysAreOn);

  return (
    <Dialog small title="Atalhos de teclado" onClose={onClose}>
      <dl className={styles.list}>
        {lines.map(({ keys, between, does, isSingle }) => (
          <div key={keys.join()} className={styles.line} data-off={(isSingle && !on) || undefined}>
            <dt>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <span className={styles.between}>{between}</span>}
                  <kbd className={styles.key}>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget: { checked } }) => {
            turnSingleKeys(checked);
            setOn(checked);
          }}
        />
        <span>
          Usar os atalhos de uma só tecla
          <small>Fica guardado neste browser. Ctrl K e Escape funcionam sempre.</small>
        </span>
      </label>
      <p className={styles.help}>
        <Link to="/ajuda#atalhos" onClick={onClose}>
          Como se faz?
        </Link>
      </p>
    </Dialog>
  );
}
