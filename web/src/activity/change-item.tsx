import type { Change } from '@rede/contract/activity';
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatInstant } from '../lib/instants.ts';
import { formatNumber } from '../lib/numbers.ts';
import { Button } from '../ui/button.tsx';
import styles from './activity.module.css';
import { ChangeRecords } from './change-records.tsx';
import { fateOf } from './fields.ts';
import { Sentence } from './linked-sentence.tsx';
import { sentenceOf } from './sentence.ts';

interface ChangeItemProps {
  change: Change;
  onUndo: (change: Change) => void;
}

/** One change: the sentence, when it was, what it touched, and whether it was undone or can be. */
export function ChangeItem({ change, onUndo }: ChangeItemProps) {
  const { at, canUndo, undoneBy } = change;
  const [open, setOpen] = useState(false);
  const id = useId();
  const details = detailsOf(change);

  return (
    <li className={styles.change} data-undone={undoneBy !== null || undefined}>
      <p id={id} className={styles.sentence}>
        <Sentence parts={sentenceOf(change)} />
      </p>
      <p className={styles.meta}>
        <time dateTime={at}>{formatInstant(at)}</time>
        {details && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-describedby={id}
            onClick={() => setOpen(!open)}
          >
            {details}
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
        {undoneBy && (
          <span>
            Anulado em {formatInstant(undoneBy.at)}
            {undoneBy.by !== null && ` por ${undoneBy.by}`}
          </span>
        )}
      </p>
      {canUndo && (
        <div className={styles.undo}>
          <Button
            variant="neutral"
            aria-describedby={id}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => onUndo(change)}
          >
            Anular
          </Button>
        </div>
      )}
      {open && (
        <div className={styles.details}>
          <ChangeRecords change={change} />
        </div>
      )}
    </li>
  );
}

/** What more there is to see than the sentence says; undefined: nothing. */
function detailsOf({ recordCount, records }: Change): string | undefined {
  const [only] = records;
  if (recordCount > 1) return `Ver ${formatNumber(recordCount)} registos`;
  if (only === undefined || only.fields.length === 0) return undefined;
  if (only.fields.length === 1 && fateOf(only) === 'changed') return undefined;
  return `Ver ${formatNumber(only.fields.length)} ${only.fields.length === 1 ? 'campo' : 'campos'}`;
}
