import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** How many are chosen; nothing is drawn where none are. */
  chosen: number;
  /** How many match the filter, where not all of them are chosen and the page at hand is. */
  choosable: number | undefined;
  /** As `escolhida`, `escolhidas` and `todas as`. */
  words: { one: string; many: string; all: string };
  /** What they come to. */
  sum?: string | undefined;
  /** Why nothing can be done with so many. */
  problem?: string | undefined;
  onChooseAll: () => void;
  onClear: () => void;
  /** Buttons. */
  children: ReactNode;
}

/** What can be done with the chosen rows, at the lower edge of the screen. */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, choosable, words, sum, problem, onChooseAll, onClear, children } = props;
  if (chosen === 0) return null;
  return (
    <section className={styles.root} aria-label="O que foi escolhido">
      <output className={styles.count}>
        {formatNumber(chosen)} {chosen === 1 ? words.one : words.many}
        {sum !== undefined && ` · ${sum}`}
      </output>
      {choosable !== undefined && (
        <button type="button" className={styles.button} onClick={onChooseAll}>
          Escolher {words.all} {formatNumber(choosable)} que correspondem
        </button>
      )}
      {problem === undefined ? children : <span className={styles.problem}>{problem}</span>}
      <button type="button" className={styles.close} aria-label="Desfazer a escolha" onClick={onClear}>
        <IconX size={16} aria-hidden />
      </button>
    </section>
  );
}

interface BarButtonProps {
  icon?: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

export function BarButton({ icon, onClick, children }: BarButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
