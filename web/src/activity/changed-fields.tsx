import type { ChangedRecord } from '@rede/contract/activity';
import { fateOf, labelOf, shownValue } from './fields.ts';
import styles from './activity.module.css';

/** The fields of a record, from what they were to what they became. */
export function ChangedFields({ record }: { record: ChangedRecord }) {
  const { kind, fields } = record;
  const fate = fateOf(record);
  return (
    <dl className={styles.fields}>
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{labelOf(kind, field)}</dt>
          <dd>
            {fate !== 'created' && <span className={styles.before}>{shownValue(kind, field, before)}</span>}
            {fate === 'changed' && (
              <>
                <span aria-hidden> → </span>
                <span className={styles.spoken}> passou a </span>
              </>
            )}
            {fate !== 'deleted' && <span>{shownValue(kind, field, after)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
