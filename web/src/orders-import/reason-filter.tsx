import { formatNumber } from '../lib/numbers.ts';
import styles from './reason-filter.module.css';

interface ReasonFilterProps {
  /** The reasons, without the values that they name, and how many lines each has. */
  kinds: readonly (readonly [kind: string, lines: number])[];
  total: number;
  chosen: string | undefined;
  onChoose: (kind: string | undefined) => void;
}

/** Lines by the reason why they were refused, the most frequent first. */
export function ReasonFilter({ kinds, total, chosen, onChoose }: ReasonFilterProps) {
  const byCount = kinds.toSorted(([, one], [, other]) => other - one);
  return (
    <fieldset className={styles.root} aria-label="Razões">
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        Todas ({formatNumber(total)})
      </button>
      {byCount.map(([kind, lines]) => (
        <button key={kind} type="button" aria-pressed={chosen === kind} onClick={() => onChoose(kind)}>
          {formatNumber(lines)} × {kind}
        </button>
      ))}
    </fieldset>
  );
}
